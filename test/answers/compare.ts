import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { jsonOf } from '#dashboard/api/jsonValue.ts';
import { allowedFields, renamed, sentences } from './allowed.ts';
import type { RecordedAnswer } from './recorder.ts';

/** Kinds of differences. `unexpected` fails the comparison. */
export type DifferenceKind = 'unexpected' | 'renamed' | 'sentence' | 'allowed field' | 'new value';

/** Differences of one field of one operation. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly operation: string;
  /** Such as `body.rows[].total`. */
  readonly field: string;
  /** Request and values of the first one. */
  readonly example: string;
  count: number;
  /** Largest relative difference of numbers. */
  largest: number;
}

export async function readRecording(file: string): Promise<RecordedAnswer[]> {
  const answers: RecordedAnswer[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the recorder
    answers.push(JSON.parse(line) as RecordedAnswer);
  }
  return answers;
}

/** Compares two recordings of the same requests, answer by answer. */
export function compareAnswers(
  before: readonly RecordedAnswer[],
  after: readonly RecordedAnswer[],
): readonly Difference[] {
  const differences = new Map<string, Difference>();
  const matches = new Map<string, Match>();
  const others = Map.groupBy(after, requestOf);
  for (const answer of before) {
    const other = others.get(requestOf(answer))?.shift();
    const match = matches.get(answer.mode) ?? createMatch();
    matches.set(answer.mode, match);
    compareOne(answer, other, match, noteFor(answer));
  }
  for (const answer of [...others.values()].flat()) {
    noteFor(answer)('unexpected', 'request', 'not recorded', 'recorded');
  }
  return [...differences.values()].toSorted(
    (one, other) => one.operation.localeCompare(other.operation) || other.count - one.count,
  );

  function noteFor(answer: RecordedAnswer): Note {
    const { mode, request, operation: known } = answer;
    const operation = known === 'none' ? `${request.method} ${request.path}` : known;
    return (found, field, was, is) => {
      const isListed = allowedFields.some(
        (one) => one.operation === operation && one.field.test(field),
      );
      const kind = found === 'unexpected' && isListed ? 'allowed field' : found;
      const id = `${kind} ${operation} ${field}`;
      const example = `${mode}: ${request.method} ${request.path}: ${shortened(was)} → ${shortened(is)}`;
      const difference = differences.get(id) ?? {
        kind,
        operation,
        field,
        example,
        count: 0,
        largest: 0,
      };
      differences.set(id, difference);
      difference.count += 1;
      if (typeof was === 'number' && typeof is === 'number') {
        const relative = Math.abs(is - was) / Math.max(Math.abs(is), Math.abs(was));
        difference.largest = Math.max(difference.largest, relative);
      }
    };
  }
}

type Note = (kind: DifferenceKind, field: string, was: unknown, is: unknown) => void;
type Match = (was: string, is: string) => boolean;

const placeholder = /(‹[a-z]+ \d+›)/g;

/** The same request in the other recording, whose placeholders may have other numbers. */
function requestOf({ mode, request: { method, path, headers, body } }: RecordedAnswer): string {
  return JSON.stringify([mode, method, renamedPath(path), headers, body]).replaceAll(
    /‹([a-z]+) \d+›/g,
    '‹$1›',
  );
}

const isText = (_: string, index: number) => index % 2 === 0;

/** Whether texts are equal but for placeholders, each of which stands for the same one everywhere. */
function createMatch(): Match {
  const forth = new Map<string, string>();
  const back = new Map<string, string>();
  function areSame(was: string, is: string): boolean {
    const [, kind] = was.split(/[‹ ]/);
    const [, otherKind] = is.split(/[‹ ]/);
    if (kind !== otherKind) return false;
    if (!forth.has(was) && !back.has(is)) {
      forth.set(was, is);
      back.set(is, was);
    }
    return forth.get(was) === is;
  }
  return (was, is) => {
    const parts = was.split(placeholder);
    const others = is.split(placeholder);
    if (parts.filter(isText).join('‹›') !== others.filter(isText).join('‹›')) return false;
    return parts.every((part, index) => isText(part, index) || areSame(part, others[index] ?? ''));
  };
}

function compareOne(
  was: RecordedAnswer,
  is: RecordedAnswer | undefined,
  match: Match,
  note: Note,
): void {
  if (is === undefined) {
    note('unexpected', 'request', 'recorded', 'not recorded');
    return;
  }
  const isConnected = was.mode.startsWith('connected');
  if (isConnected && was.status === 501 && is.status !== 501) {
    note('new value', 'status', was.status, is.status);
    return;
  }
  compareValues(was.status, is.status, 'status', '');
  compareObjects(was.headers, is.headers, 'headers', renamed.headers);
  compareValues(was.body, is.body, 'body', '');

  function compareValues(was: unknown, is: unknown, field: string, name: string): void {
    if (Object.is(was, is)) return;
    if (isConnected && was === null) {
      note('new value', field, was, is);
    } else if (typeof was === 'string' && typeof is === 'string') {
      compareTexts(was, is, field, name);
    } else if (Array.isArray(was) && Array.isArray(is)) {
      compareLists(was, is, field, name);
    } else if (isObject(was) && isObject(is)) {
      compareObjects(was, is, field, renamed.fields);
    } else {
      note('unexpected', field, was, is);
    }
  }

  function compareTexts(was: string, is: string, field: string, name: string): void {
    const now = renamedPath(
      Object.entries(renamed.fields).find(([one]) => one === was)?.[1] ?? was,
    );
    if (match(was, is)) return;
    // The body of a webhook message is JSON in a text.
    const [body, otherBody] = [jsonOf(was), jsonOf(is)];
    if (isObject(body) && isObject(otherBody)) {
      compareObjects(body, otherBody, field, renamed.fields);
      return;
    }
    if (match(now, is)) note('renamed', field, was, is);
    else note(sentences.has(name) ? 'sentence' : 'unexpected', field, was, is);
  }

  function compareLists(
    was: readonly unknown[],
    is: readonly unknown[],
    field: string,
    name: string,
  ): void {
    if (was.length === is.length) {
      was.forEach((one, index) => compareValues(one, is[index], `${field}[]`, name));
    } else {
      const kind = sentences.has(name) ? 'sentence' : 'unexpected';
      note(kind, `${field}.length`, was.length, is.length);
    }
  }

  function compareObjects(
    was: Json,
    is: Json,
    field: string,
    names: Readonly<Record<string, string>>,
  ): void {
    const rest = new Set(Object.keys(is));
    for (const [before, value] of Object.entries(was)) {
      const name = rest.has(before) ? before : renamedPath(names[before] ?? before);
      const place = `${field}.${name.replaceAll(placeholder, '‹›')}`;
      const found = rest.has(name) ? name : [...rest].find((one) => match(name, one));
      if (found === undefined) {
        note('unexpected', place, value, undefined);
        continue;
      }
      rest.delete(found);
      if (name !== before) note('renamed', place, before, name);
      compareValues(value, is[found], place, name);
    }
    for (const name of rest) note('unexpected', `${field}.${name}`, undefined, is[name]);
  }
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (it: unknown): it is Json =>
  typeof it === 'object' && it !== null && !Array.isArray(it);

function renamedPath(text: string): string {
  return Object.entries(renamed.paths).reduce(
    (path, [before, now]) => path.replaceAll(before, now),
    text,
  );
}

function shortened(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

/** The comparison as it is printed. */
export function comparisonText(differences: readonly Difference[], answers: number): string {
  const headings: readonly (readonly [DifferenceKind, string])[] = [
    ['unexpected', 'Not allowed'],
    ['new value', 'Connected mode: was 501 or null, and now has a value'],
    ['renamed', 'Renamed'],
    ['allowed field', 'Fields that may differ'],
    ['sentence', 'Sentences'],
  ];
  const parts = headings.flatMap(([kind, heading]) => {
    const some = differences.filter((one) => one.kind === kind);
    return some.length === 0 ? [] : [`${heading}:\n${some.map(lineOf).join('\n')}`];
  });
  const unexpected = differences.filter(({ kind }) => kind === 'unexpected').length;
  const summary = `${answers} answers compared; ${unexpected === 0 ? 'no' : unexpected} fields differ that may not.`;
  return [...parts, summary].join('\n\n');
}

function lineOf({ kind, operation, field, count, largest, example }: Difference): string {
  const size = largest === 0 ? '' : `, up to ${largest.toPrecision(2)} of the value`;
  // Sentences are many, and only their number is of interest.
  const first = kind === 'sentence' ? '' : `\n      ${example}`;
  return `  ${operation} ${field}: ${count}${size}${first}`;
}
