import type { IncompleteList } from '#contract/incompleteList.ts';
import { isObject, type JsonObject } from '#contract/mergePatch.ts';
import { pointer } from '#contract/problem.ts';
import type { Note, Reason, Shape, ShapeKind } from './findingTexts.ts';
import type { AnswerPart, Read, UnreadFinding } from './read.ts';
import { readId, readNumber, readTime } from './scalars.ts';

export type KeyPath = readonly PropertyKey[];

/** Collects remarks while an answer is parsed. */
export interface Findings {
  readonly seen: (what: AnswerPart, count?: number) => void;
  readonly unread: (what: AnswerPart, reason: Reason | Reason['kind'], path: KeyPath) => void;
  readonly shape: (kind: ShapeKind, name?: string) => void;
  readonly note: (note: Note) => void;
  readonly unreadCount: (what: AnswerPart) => number;
  read<Value>(value: Value): Read<Value>;
  /** Adds the findings of a part of the answer. A second call with the same part changes nothing. */
  include(part: Findings): void;
  readonly noticed: Noticed;
}

interface Noticed {
  readonly seen: ReadonlyMap<AnswerPart, number>;
  readonly unread: ReadonlyMap<string, Omit<UnreadFinding, 'of'>>;
  readonly shapes: readonly Shape[];
  readonly notes: readonly Note[];
}

export function createFindings(): Findings {
  const seen = new Map<AnswerPart, number>();
  const unread = new Map<string, Omit<UnreadFinding, 'of'>>();
  const shapes: Shape[] = [];
  const namesOf = new Map<ShapeKind, Set<string>>();
  const notes: Note[] = [];
  const shape = (kind: ShapeKind, name = '') => {
    const names = namesOf.get(kind) ?? new Set();
    if (names.has(name)) return;
    namesOf.set(kind, names.add(name));
    shapes.push({ kind, name });
  };
  const included = new Set<Findings>();
  return {
    seen(what, count = 1) {
      seen.set(what, (seen.get(what) ?? 0) + count);
    },
    unread(what, why, path) {
      const reason = typeof why === 'string' ? { kind: why } : why;
      const key = keyOf({ what, ...reason });
      const before = unread.get(key);
      const example = before?.example ?? pointer(path);
      unread.set(key, { what, ...reason, count: (before?.count ?? 0) + 1, example });
    },
    shape,
    note: (note) => void notes.push(note),
    unreadCount: (what) =>
      [...unread.values()].reduce((sum, one) => sum + (one.what === what ? one.count : 0), 0),
    include(part) {
      if (included.has(part)) return;
      included.add(part);
      const { noticed } = part;
      for (const [what, count] of noticed.seen) seen.set(what, (seen.get(what) ?? 0) + count);
      for (const [key, one] of noticed.unread) {
        const before = unread.get(key) ?? { ...one, count: 0 };
        unread.set(key, { ...before, count: before.count + one.count });
      }
      for (const { kind, name } of noticed.shapes) shape(kind, name);
      notes.push(...noticed.notes);
    },
    noticed: { seen, unread, shapes, notes },
    read: (value) => ({
      value,
      unread: [...unread.values()].map((one) => ({ ...one, of: seen.get(one.what) ?? one.count })),
      incomplete: [],
      shapes,
      notes,
    }),
  };
}

const keyOf = ({ what, kind, field }: Pick<UnreadFinding, 'what' | 'kind' | 'field'>): string =>
  `${what} ${kind} ${field ?? ''}`;

/** Reads an own property only, never an inherited one such as `constructor`. */
export function fieldOf(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

const snakeCase = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Adds the snake_case spellings, such as `custom_id`. The interface shows camelCase; we accept both. */
export const spelt = (names: readonly string[]): readonly string[] => [
  ...new Set(names.flatMap((name) => [name, snakeCase(name)])),
];

/** Id names, in order of preference, which depends on the object. */
export const idNames = spelt(['_id', 'id', 'customId']);
export const userIdNames = spelt(['customId', 'id', '_id']);
export const createdNames = spelt(['createdAt']);
export const updatedNames = spelt(['updatedAt']);

export function nameIn(object: JsonObject, names: readonly string[]): string | undefined {
  return names.find((name) => (fieldOf(object, name) ?? null) !== null);
}

/** Reads the first field that exists. Returns null if none exists, or if its value is unreadable, which is recorded. */
function reader<Value>(read: (value: unknown, shape: (kind: ShapeKind) => void) => Value | Reason) {
  return (
    findings: Findings,
    object: JsonObject,
    names: readonly string[],
    what: AnswerPart,
    path: KeyPath,
  ): Value | null => {
    const name = nameIn(object, names);
    if (name === undefined) return null;
    findings.seen(what);
    const value = read(object[name], findings.shape);
    if (!isFault(value)) return value;
    findings.unread(what, value, [...path, name]);
    return null;
  };
}

export function isFault(value: unknown): value is Reason {
  return isObject(value) && 'kind' in value;
}

export const numberIn = reader<number>(readNumber);
export const timeIn = reader<number>(readTime);
export const idIn = reader<string>(readId);

export function textIn(object: JsonObject, names: readonly string[]): string | null {
  for (const name of names) {
    const text = fieldOf(object, name);
    if (typeof text === 'string' && text.trim() !== '') return text;
  }
  return null;
}

export function mergedIncomplete(lists: readonly IncompleteList[]): IncompleteList[] {
  return [...Map.groupBy(lists, ({ kind, what }) => `${kind} ${what}`).values()].flatMap(
    ([first, ...others]) =>
      first === undefined ? [] : others.reduce((one, other) => added(one, other), first),
  );
}

const added = (one: IncompleteList, other: IncompleteList): IncompleteList => ({
  ...one,
  read: one.read + other.read,
  reported: one.reported === null || other.reported === null ? null : one.reported + other.reported,
});

export function mergedUnread(unread: readonly UnreadFinding[]): UnreadFinding[] {
  return [...Map.groupBy(unread, keyOf).values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : {
          ...first,
          count: others.reduce((sum, { count }) => sum + count, first.count),
          of: others.reduce((sum, one) => sum + one.of, first.of),
        },
  );
}
