import { isObject, type JsonObject } from '#contract/mergePatch.ts';
import {
  createFindings,
  fieldOf,
  idNames,
  nameIn,
  type Findings,
  type KeyPath,
} from './findings.ts';
import type { ForeignPage } from './pagePlaces.ts';
import type { AnswerPart, Read } from './read.ts';
import { readId } from './scalars.ts';

/** Field names that services wrap their answers in. */
export const envelopes = ['data', 'result', 'results', 'items'];

export const maxEnvelopes = 4;

export interface ListedRows extends Omit<ForeignPage, 'what'> {
  readonly path: KeyPath;
}

/**
 * Returns the rows of a list. The list may be bare or wrapped in its own name (`users`) or in `data`, `result`, `results` or
 * `items`, also nested. The interface shows only bare lists. An answer without a list is recorded as unreadable and has no rows.
 */
export function rowsOf(json: unknown, ownName: string, findings: Findings): ListedRows {
  const names = [ownName, ...envelopes];
  const path: string[] = [];
  const wrappers: JsonObject[] = [];
  let value = json;
  while (isObject(value) && path.length < maxEnvelopes) {
    wrappers.push(value);
    const name = nameIn(value, names);
    if (name === undefined) break;
    value = value[name];
    path.push(name);
  }
  if (Array.isArray(value)) {
    if (path.length > 0) findings.shape('list', path.join('.'));
    return { rows: value, path, wrappers };
  }
  findings.seen('answer');
  findings.unread('answer', 'no-list', path);
  return { rows: [], path, wrappers };
}

export function pageOf(json: unknown, { name, what }: ListName): ForeignPage {
  return { what, ...rowsOf(json, name, createFindings()) };
}

export interface ListName {
  readonly name: string;
  readonly what: AnswerPart;
}

export const lists = {
  users: { name: 'users', what: 'user' },
  wallets: { name: 'wallets', what: 'wallet' },
  thematics: { name: 'thematics', what: 'thematic' },
  webhooks: { name: 'webhooks', what: 'webhook' },
} as const satisfies Record<string, ListName>;

export interface Unwrapped {
  readonly value: unknown;
  readonly path: KeyPath;
}

/**
 * Returns the object of an answer about one user or thematic. The object may be bare, wrapped in its own name (`user`) or in
 * `data`, `result`, `results` or `items`, or the only element of a list. An object with an id is never taken for an envelope.
 */
export function unwrapped(json: unknown, ownName: string, findings: Findings): Unwrapped {
  const names = [ownName, ...envelopes];
  const path: PropertyKey[] = [];
  let value = json;
  while (path.length < maxEnvelopes) {
    if (Array.isArray(value) && value.length === 1) {
      findings.shape('one-of-list');
      value = value[0];
      path.push(0);
      continue;
    }
    if (!isObject(value) || nameIn(value, idNames) !== undefined) break;
    const name = nameIn(value, names);
    // An attribute may have such a name. An envelope holds an object, or a list of one.
    if (name === undefined || typeof value[name] !== 'object') break;
    findings.shape('object', name);
    value = value[name];
    path.push(name);
  }
  return { value, path };
}

/** Recognizes an error that a service sent with status 200: an object with an error and without an id. */
export const isErrorAnswer = (object: JsonObject): boolean =>
  nameIn(object, idNames) === undefined &&
  (nameIn(object, ['error', 'errors']) !== undefined ||
    [fieldOf(object, 'ok'), fieldOf(object, 'success')].includes(false));

/**
 * Returns the object, or wraps a bare id as `{ id }`.
 * @returns null if the value is neither.
 */
export function objectOf(value: unknown, findings: Findings, what: string): JsonObject | null {
  if (isObject(value)) return value;
  if (typeof readId(value) !== 'string') return null;
  findings.shape('bare-ids', what);
  return { id: value };
}

/**
 * Parses a list of objects with ids, and yields after each row because the list may be long. For a repeated id the last row
 * counts, and a note names it.
 * @param what one row, for findings: `user`.
 * @param read returns null for an unreadable row after it has recorded the reason.
 */
export function* readListed<Value>(
  json: unknown,
  { name, what }: ListName,
  read: (row: unknown, path: KeyPath, findings: Findings) => Value | null,
  idOf: (value: Value) => string,
): Generator<void, Read<readonly Value[]>> {
  const findings = createFindings();
  const { rows, path } = rowsOf(json, name, findings);
  findings.seen(what, rows.length);
  const values: Value[] = [];
  for (const [index, row] of rows.entries()) {
    const value = read(row, [...path, index], findings);
    if (value !== null) values.push(value);
    yield;
  }
  return findings.read(listedOnce(values, idOf, findings));
}

/**
 * Removes repeated ids, and keeps the order of first occurrence. The last row of each id counts, and a note names it.
 * @param nameOf the name in the note. Defaults to the id.
 */
export function listedOnce<Value>(
  values: readonly Value[],
  idOf: (value: Value) => string,
  findings: Findings,
  nameOf: (value: Value) => string = idOf,
): Value[] {
  const byId = new Map<string, Value>();
  const repeated = new Set<string>();
  for (const value of values) {
    const id = idOf(value);
    if (byId.has(id)) repeated.add(nameOf(value));
    byId.set(id, value);
  }
  if (repeated.size > 0) {
    findings.note({ kind: 'listed-twice', names: [...repeated] });
  }
  return [...byId.values()];
}
