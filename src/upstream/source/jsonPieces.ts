import { bytesInWords } from '#contract/bytes.ts';
import { grouped } from '#contract/digits.ts';
import type { TakeRows } from '../reading/read.ts';
import type { AnswerLimits } from './answerLimits.ts';

/**
 * A piece of a JSON text: the complete text, the start of an array or object with the text before it (white space, or a key and a
 * colon), some members of the innermost container, or its end.
 */
export type JsonPiece =
  | { readonly kind: 'document'; readonly text: string }
  | { readonly kind: 'open'; readonly isArray: boolean; readonly before: string }
  | { readonly kind: 'members'; readonly text: string }
  | { readonly kind: 'close' };

/** Parsing this many characters takes about 5 ms at most. */
const pieceLength = 16 * 1024;

const quote = 34;
const comma = 44;
const openArray = 91;
const backslash = 92;
const closeArray = 93;
const openObject = 123;
const closeObject = 125;

/** An array or object that has not ended. Positions are offsets in the complete text. */
interface Frame {
  readonly isArray: boolean;
  readonly at: number;
  /** Its start is already in a piece. */
  isOpen: boolean;
  /** Start of the text that is not yet in a piece. */
  from: number;
  /** Start of the current member. */
  member: number;
  /** The current member was cut into pieces, so only a comma or the end may follow. */
  isAfterMember: boolean;
  commas: number;
}

/**
 * Cuts a JSON text that arrives in chunks into pieces that can be parsed one by one, and checks its limits. It looks only at
 * brackets, commas and quotes. Other syntax errors appear when the pieces are parsed.
 */
export function createJsonCutter(limits: Omit<AnswerLimits, 'bytes'>, length = pieceLength) {
  const pieces: JsonPiece[] = [];
  const frames: Frame[] = [];
  /** The text from `start` on that is not yet in a piece. */
  let buffer = '';
  let start = 0;
  let end = 0;
  let isInText = false;
  let isEscaped = false;
  let values = 0;
  /** The outermost container was cut into pieces and has ended. */
  let isOver = false;
  let isBroken = false;

  const between = (from: number, to: number) => buffer.slice(from - start, to - start);

  function drop(to: number): void {
    buffer = buffer.slice(to - start);
    start = to;
  }

  function addMembers(from: number, to: number): void {
    pieces.push({ kind: 'members', text: between(from, to) });
  }

  /** Cuts off the complete members of the innermost container, after the starts of the containers around it. */
  function cut(to: number): void {
    for (const [level, frame] of frames.entries()) {
      if (frame.isOpen) continue;
      const parent = frames[level - 1];
      if (parent !== undefined && parent.member > parent.from) {
        addMembers(parent.from, parent.member - 1);
      }
      const before = between(parent?.member ?? 0, frame.at);
      pieces.push({ kind: 'open', isArray: frame.isArray, before });
      frame.isOpen = true;
    }
    const frame = frames.at(-1);
    if (frame !== undefined) addMembers(frame.from, to);
  }

  function open(at: number, isArray: boolean): void {
    if (isOver || frames.at(-1)?.isAfterMember === true) {
      isBroken = true;
      return;
    }
    const from = at + 1;
    const before = { isOpen: false, isAfterMember: false, commas: 0 };
    frames.push({ isArray, at, from, member: from, ...before });
  }

  function separate(at: number): void {
    const frame = frames.at(-1);
    if (frame === undefined) {
      isBroken = true;
      return;
    }
    if (frame.isAfterMember) {
      if (between(frame.from, at).trim() !== '') isBroken = true;
      frame.isAfterMember = false;
      frame.from = at + 1;
    } else if (at - frame.from >= length) {
      cut(at);
      frame.from = at + 1;
      drop(frame.from);
    }
    frame.member = at + 1;
    frame.commas += 1;
  }

  function close(at: number, isArray: boolean): void {
    const frame = frames.pop();
    if (frame?.isArray !== isArray) {
      isBroken = true;
      return;
    }
    if (!frame.isOpen) return;
    if (!frame.isAfterMember) addMembers(frame.from, at);
    else if (between(frame.from, at).trim() !== '') isBroken = true;
    pieces.push({ kind: 'close' });
    const parent = frames.at(-1);
    if (parent === undefined) isOver = true;
    else Object.assign(parent, { from: at + 1, member: at + 1, isAfterMember: true });
    drop(at + 1);
  }

  /** Returns the limit that the text exceeds, as the end of a sentence. */
  function over(at: number): string | null {
    const { levels, fields, valueLength, rowLength } = limits;
    if (values > limits.values) return `has more than ${grouped(limits.values)} values`;
    if (frames.length > levels) return `is nested deeper than ${levels} levels`;
    const frame = frames.at(-1);
    if (frame !== undefined && !frame.isArray && frame.commas >= fields) {
      return `has an object with more than ${grouped(fields)} fields`;
    }
    if (at - (frame?.member ?? start) > valueLength) {
      return `has a value longer than ${bytesInWords(valueLength)}`;
    }
    const rows = frames.find(({ isArray }) => isArray);
    return rows !== undefined && at - rows.member > rowLength
      ? `has a row longer than ${bytesInWords(rowLength)}`
      : null;
  }

  return {
    /** @returns the exceeded limit as the end of a sentence; null if there is none. */
    add(chunk: string): string | null {
      if (isBroken) return null;
      if (end === 0 && !/^\s*($|[[{"\-\dtfn])/.test(chunk)) {
        isBroken = true;
        return null;
      }
      const first = end;
      buffer += chunk;
      end += chunk.length;
      for (let index = 0; index < chunk.length; index += 1) {
        const char = chunk.charCodeAt(index);
        if (isInText) {
          if (isEscaped) isEscaped = false;
          else if (char === backslash) isEscaped = true;
          else if (char === quote) isInText = false;
        } else if (char === quote) isInText = true;
        else if (char === comma) {
          separate(first + index);
          values += 1;
        } else if (char === openArray || char === openObject) {
          open(first + index, char === openArray);
          values += 1;
        } else if (char === closeArray || char === closeObject) {
          close(first + index, char === closeArray);
        } else continue;
        if (isBroken) return null;
        if (!isInText && char !== quote) {
          const why = over(first + index);
          if (why !== null) return why;
        }
      }
      return over(end);
    },
    take: (): JsonPiece[] => pieces.splice(0),
    /** Returns the last pieces, or null if the text is not JSON. */
    end(): JsonPiece[] | null {
      if (isBroken) return null;
      if (start === 0) return [{ kind: 'document', text: buffer }];
      return isOver && frames.length === 0 && buffer.trim() === '' ? pieces.splice(0) : null;
    },
  };
}

type RowConsumer = ReturnType<TakeRows>;
type Container = unknown[] | Record<string, unknown>;
type Parse = (text: string) => unknown;

/** An array or object whose end has not arrived. */
interface Opened {
  readonly container: Container;
  /** Its key in the parent object; null in an array or at the root. */
  readonly name: string | null;
  readonly takeRow: RowConsumer;
}

/** Parses the pieces of a JSON text in order. `add` throws a SyntaxError if they are not JSON. */
export function createPieceParser(parse: Parse, takeRows: TakeRows = () => null) {
  const opened: Opened[] = [];
  let value: unknown;

  function open(isArray: boolean, before: string): void {
    const container = isArray ? [] : {};
    const around = opened.at(-1);
    let name: string | null = null;
    if (around === undefined) {
      parse(`${before}null`);
      value = container;
    } else {
      name = addMember(around.container, before, container, parse);
    }
    const names = opened.slice(1).map((one) => one.name);
    const path = [...names, ...(around === undefined ? [] : [name])].filter((one) => one !== null);
    const isOutermost = isArray && !opened.some((one) => Array.isArray(one.container));
    opened.push({ container, name, takeRow: isOutermost ? takeRows(path) : null });
  }

  return {
    add(piece: JsonPiece): void {
      const around = opened.at(-1);
      switch (piece.kind) {
        case 'document':
          value = parse(piece.text);
          break;
        case 'open':
          open(piece.isArray, piece.before);
          break;
        case 'members':
          if (around !== undefined) addMembers(around, piece.text, parse);
          break;
        case 'close':
          opened.pop();
          takeLast(opened.at(-1));
      }
    },
    value: () => value,
  };
}

function addMembers({ container, takeRow }: Opened, text: string, parse: Parse): void {
  if (Array.isArray(container)) {
    const members = parse(`[${text}]`);
    if (!Array.isArray(members) || members.length === 0) throw missing();
    for (const member of members) {
      container.push(takeRow === null ? member : takeRow(member, container.length));
    }
    return;
  }
  const members = Object.entries(parse(`{${text}}`) ?? {});
  if (members.length === 0) throw missing();
  for (const [name, value] of members) setField(container, name, value);
}

/** Passes on a row that arrived in several pieces. */
function takeLast(rows: Opened | undefined): void {
  if (rows === undefined || rows.takeRow === null || !Array.isArray(rows.container)) return;
  const index = rows.container.length - 1;
  rows.container[index] = rows.takeRow(rows.container[index], index);
}

/**
 * Adds a member whose value follows.
 * @param before the text before it.
 * @returns its name in an object; null in an array.
 */
function addMember(target: Container, before: string, value: unknown, parse: Parse): string | null {
  if (Array.isArray(target)) {
    parse(`${before}null`);
    target.push(value);
    return null;
  }
  const [name, ...others] = Object.keys(parse(`{${before}null}`) ?? {});
  if (name === undefined || others.length > 0) throw missing();
  setField(target, name, value);
  return name;
}

function setField(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') target[name] = value;
  else {
    const own = { writable: true, enumerable: true, configurable: true };
    Object.defineProperty(target, name, { value, ...own });
  }
}

const missing = () => new SyntaxError('A member is missing');
