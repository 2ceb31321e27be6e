import { jsonFault } from '#contract/jsonFault.ts';
import { pointer } from '#contract/problem.ts';
import { readOnlyAttributes } from '#contract/user.ts';
import { keptAs, writtenNumber } from '#contract/digits.ts';
import { isObject } from '#contract/mergePatch.ts';
import type { Attributes } from './userAttributes.ts';

export interface TextNote {
  readonly pointer: string;
  readonly detail: string;
  readonly at: number;
}

export interface ReadText {
  /** null while there are faults. */
  readonly attributes: Attributes | null;
  readonly faults: readonly TextNote[];
  readonly warnings: readonly TextNote[];
  readonly places: readonly JsonPlace[];
}

const readOnly: ReadonlySet<string> = new Set(readOnlyAttributes);

/** Rejects values that a merge patch cannot express. */
export function readAttributes(text: string): ReadText {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused([{ pointer: '', detail: invalidJsonText(text), at: jsonFault(text) }], []);
  }
  if (!isObject(value)) {
    const detail = 'Attributes must be one JSON object: { "name": … }.';
    return refused([{ pointer: '', detail, at: 0 }], []);
  }
  const places = jsonPlaces(text);
  const atOf = new Map(places.map((place) => [place.pointer, place.start]));
  const faults = [...reservedNames(value), ...nulls(value, [])].map((fault) => ({
    ...fault,
    at: atOf.get(fault.pointer) ?? 0,
  }));
  const { tooLarge, warnings } = numberNotes(text, places);
  const all = [...faults, ...tooLarge];
  if (all.length > 0) return refused(all, places);
  return { attributes: value, faults: [], warnings: [...repeats(places), ...warnings], places };
}

function refused(faults: readonly TextNote[], places: readonly JsonPlace[]): ReadText {
  return { attributes: null, faults, warnings: [], places };
}

function invalidJsonText(text: string): string {
  const at = jsonFault(text);
  const { line, column } = lineAndColumn(text, at);
  const what = at === text.length ? 'unexpected end' : `unexpected ${quoted(text[at])}`;
  return `Line ${line}, column ${column}: invalid JSON, ${what}.`;
}

function quoted(character: string | undefined): string {
  return character === '\n' ? 'line break' : `“${character ?? ''}”`;
}

type AttributeFault = Omit<TextNote, 'at'>;

function reservedNames(attributes: Attributes): AttributeFault[] {
  return Object.keys(attributes).flatMap((name) => {
    const at = pointer([name]);
    if (readOnly.has(name)) {
      return [{ pointer: at, detail: `${name} is set by the service and cannot be changed here.` }];
    }
    if (name !== 'wallets') return [];
    return [{ pointer: at, detail: 'wallets records holdings and is not an attribute.' }];
  });
}

/** In a merge patch null removes a member, so null is valid only in lists. */
function nulls(value: unknown, path: string[]): AttributeFault[] {
  if (value === null) {
    const detail = 'null cannot be stored. To remove an attribute, delete its line.';
    return [{ pointer: pointer(path), detail }];
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => nulls(member, [...path, name]));
}

/** Numbers are 64-bit floats. Larger ones are faults, and lost digits are warnings. */
function numberNotes(text: string, places: readonly JsonPlace[]) {
  const tooLarge: TextNote[] = [];
  const warnings: TextNote[] = [];
  for (const { pointer: own, start, from, to } of places) {
    const written = text.slice(from, to);
    const value = writtenNumber(written);
    if (Number.isNaN(value)) continue;
    if (!Number.isFinite(value)) {
      const detail = 'This number is too large to store.';
      tooLarge.push({ pointer: own, detail, at: start });
      continue;
    }
    const stored = keptAs(written);
    if (stored !== null)
      warnings.push({ pointer: own, detail: `${written} is stored as ${stored}.`, at: start });
  }
  return { tooLarge, warnings };
}

function repeats(places: readonly JsonPlace[]): TextNote[] {
  const seen = new Set<string>();
  return places.flatMap(({ pointer: own, start }) => {
    const isRepeated = seen.has(own);
    seen.add(own);
    return isRepeated
      ? [{ pointer: own, detail: 'Duplicate name: the last value counts.', at: start }]
      : [];
  });
}

export interface JsonPlace {
  readonly pointer: string;
  /** Start of the name, or of the value in a list. */
  readonly start: number;
  readonly from: number;
  readonly to: number;
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]]|[^\s{}[\],:"]+/g;

/** Values in the order of their ends. The text must be valid JSON. */
export function jsonPlaces(text: string): JsonPlace[] {
  const places: JsonPlace[] = [];
  const matches = text.matchAll(tokens);
  const next = () => {
    const { value: match } = matches.next();
    return { token: match?.[0] ?? '', from: match?.index ?? text.length };
  };
  const readValue = ({ token, from }: ReturnType<typeof next>, path: string[], start = from) => {
    let to = from + token.length;
    if (token === '{' || token === '[') {
      const [isList, end] = [token === '[', token === '[' ? ']' : '}'];
      let inner = next();
      for (let count = 0; inner.token !== end; count += 1) {
        if (isList) readValue(inner, [...path, String(count)]);
        else readValue(next(), [...path, String(JSON.parse(inner.token))], inner.from);
        inner = next();
      }
      to = inner.from + 1;
    }
    places.push({ pointer: pointer(path), start, from, to });
  };
  readValue(next(), []);
  return places;
}

/** Both start at 1. */
export function lineAndColumn(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at);
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
}

/** Sets one member of a JSON object. The rest of the text keeps its digits and line breaks. */
export function withMember(text: string, name: string, value: unknown): string {
  const places = jsonPlaces(text);
  const written = JSON.stringify(value);
  const own = places.findLast((place) => place.pointer === pointer([name]));
  if (own !== undefined) return text.slice(0, own.from) + written + text.slice(own.to);
  const member = `${JSON.stringify(name)}: ${written}`;
  const last = places.findLast((place) => isTop(place.pointer));
  if (last !== undefined) return `${text.slice(0, last.to)},\n  ${member}${text.slice(last.to)}`;
  return `{\n  ${member}\n}`;
}

/** Removes a member and its comma. Removes duplicates too. */
export function withoutMember(text: string, name: string): string {
  let rest = text;
  for (;;) {
    const own = jsonPlaces(rest).find((place) => place.pointer === pointer([name]));
    if (own === undefined) return rest;
    const before = rest.slice(0, own.start);
    const after = rest.slice(own.to);
    rest = /^\s*,/.test(after)
      ? before + after.replace(/^\s*,\s*/, '')
      : before.replace(/,?\s*$/, '') + after;
  }
}

function isTop(path: string): boolean {
  return path.lastIndexOf('/') === 0;
}
