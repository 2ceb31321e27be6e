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
import type { Part, Read } from './read.ts';
import { readId } from './scalars.ts';

/** Under these a service puts what it answers. */
export const envelopes = ['data', 'result', 'results', 'items'];

/** So many envelopes may be in one another. */
export const maxEnvelopes = 4;

/** Rows of an answer, and where they are in it. */
export interface Rows extends Omit<ForeignPage, 'what'> {
  readonly path: KeyPath;
}

/**
 * The rows of a list: it is bare, or under its own name (`users`) or `data`, `result`, `results`, `items`, in one another too.
 * The interface shows bare lists only. Where there is none, there are no rows, and the answer is unreadable.
 */
export function rowsOf(json: unknown, ownName: string, findings: Findings): Rows {
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

/** A list in an answer as one of its pages. */
export function pageOf(json: unknown, { name, what }: ListName): ForeignPage {
  return { what, ...rowsOf(json, name, createFindings()) };
}

/** Names of a list and of one of its rows. */
export interface ListName {
  readonly name: string;
  readonly what: Part;
}

export const lists = {
  users: { name: 'users', what: 'user' },
  wallets: { name: 'wallets', what: 'wallet' },
  thematics: { name: 'thematics', what: 'thematic' },
  webhooks: { name: 'webhooks', what: 'webhook' },
} as const satisfies Record<string, ListName>;

/** One object of an answer, and where it is in it. */
export interface Unwrapped {
  readonly value: unknown;
  readonly path: KeyPath;
}

/**
 * What an answer on one user or thematic holds: it is bare, or under its own name (`user`) or `data`, `result`, `results`,
 * `items`, or the only one of a list. An object with an id is the thing itself, whatever else is in it.
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
    // An attribute may have such a name: an envelope holds an object, or a list of one.
    if (name === undefined || typeof value[name] !== 'object') break;
    findings.shape('object', name);
    value = value[name];
    path.push(name);
  }
  return { value, path };
}

/**
 * Whether an answer on one thing says that something is wrong, as some services do with 200: without an id, and with an error.
 */
export const isErrorAnswer = (object: JsonObject): boolean =>
  nameIn(object, idNames) === undefined &&
  (nameIn(object, ['error', 'errors']) !== undefined ||
    [fieldOf(object, 'ok'), fieldOf(object, 'success')].includes(false));

/**
 * A thing given as an object or as its id alone: the object, with the id under `id` where it was alone.
 * @returns null where it is neither.
 */
export function objectOf(value: unknown, findings: Findings, what: string): JsonObject | null {
  if (isObject(value)) return value;
  if (typeof readId(value) !== 'string') return null;
  findings.shape('bare-ids', what);
  return { id: value };
}

/**
 * A list of things with ids, under its name (`users`), row by row: it may be long. One listed twice is one, the last counts, and a note names it.
 * @param what one of them, for what could not be read: `user`.
 * @param read gives null where a row is none of them, having said why.
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
 * One of each id, in the order of the first time it is listed: the last one counts, and a note names them.
 * @param nameOf how the note calls it; by its id where left out.
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
