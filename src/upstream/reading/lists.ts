import { isObject, type JsonObject } from '#contract/mergePatch.ts';
import { createFindings, fieldOf, nameIn, spelt, type Findings, type KeyPath } from './findings.ts';
import type { NextPage, Read } from './read.ts';
import { readId } from './scalars.ts';

/** Under these a service puts what it answers. */
export const envelopes = ['data', 'result', 'results', 'items'];

/** So many envelopes may be in one another. */
export const maxEnvelopes = 4;

/** Rows of an answer, and where they are in it. */
export interface Rows {
  readonly rows: readonly unknown[];
  readonly path: KeyPath;
}

/**
 * The rows of a list: it is bare, or under its own name (`users`) or `data`, `result`, `results`, `items`, in one another too.
 * The interface shows bare lists only. Where there is none, there are no rows, and the answer is unreadable.
 */
export function rowsOf(json: unknown, ownName: string, findings: Findings): Rows {
  const names = [ownName, ...envelopes];
  const path: string[] = [];
  let value = json;
  while (isObject(value) && path.length < maxEnvelopes) {
    const name = nameIn(value, names);
    if (name === undefined) break;
    value = value[name];
    path.push(name);
  }
  if (Array.isArray(value)) {
    if (path.length > 0) findings.shape(`list under ${path.join('.')}`);
    return { rows: value, path };
  }
  findings.seen('answer');
  findings.unread('answer', 'no list in it', path);
  return { rows: [], path };
}

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
      findings.shape('list of one');
      value = value[0];
      path.push(0);
      continue;
    }
    if (!isObject(value) || nameIn(value, idNames) !== undefined) break;
    const name = nameIn(value, names);
    // An attribute may have such a name: an envelope holds an object, or a list of one.
    if (name === undefined || typeof value[name] !== 'object') break;
    findings.shape(`object under ${name}`);
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

/** Where ids are; which one comes first differs by what has it. */
export const idNames = spelt(['_id', 'id', 'customId']);
export const userIdNames = spelt(['customId', 'id', '_id']);

/**
 * A thing given as an object or as its id alone: the object, with the id under `id` where it was alone.
 * @returns null where it is neither.
 */
export function objectOf(value: unknown, findings: Findings, what: string): JsonObject | null {
  if (isObject(value)) return value;
  if (typeof readId(value) !== 'string') return null;
  findings.shape(`${what}s as ids`);
  return { id: value };
}

/**
 * A list of things with ids, under its name (`users`), row by row: it may be long. One listed twice is one, the last counts, and a note names it.
 * @param what one of them, for what could not be read: `user`.
 * @param read gives null where a row is none of them, having said why.
 */
export function* readListed<Value>(
  json: unknown,
  { name, what }: { readonly name: string; readonly what: string },
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
    findings.note(listedTwice([...repeated]));
  }
  return [...byId.values()];
}

export const listedTwice = (names: readonly string[]): string =>
  `Listed twice: ${inWords(names)}. The last one counts.`;

const maxNamed = 5;
const maxNameLength = 60;

/** Names for a sentence, five at most: `a, b and 7 more`. */
export function inWords(names: readonly string[]): string {
  const named = names
    .slice(0, maxNamed)
    .map((name) => (name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name))
    .join(', ');
  return names.length > maxNamed ? `${named} and ${names.length - maxNamed} more` : named;
}

const cursorNames = spelt(['next', 'nextCursor']);
/** Where some services put what is about the page. */
const pageEnvelopes = ['links', '_links', 'meta', 'pagination', 'paging', 'page'];

/**
 * Where a list goes on: `next` or `nextCursor` of the answer, also in its `links`, `meta`, `pagination` …, else the header
 * `Link: …; rel="next"`. The interface shows no pages; ours: what is no address (nothing with a scheme, or that begins with `/`
 * or `?`) is a cursor, sent as the query parameter of that name the address has, else as `cursor`. An address that leads to
 * itself goes nowhere; a longer circle is the caller's to see.
 * @param address where the answer came from, in full.
 */
export function nextPage(json: unknown, link: string | null, address: string): NextPage {
  const base = URL.parse(address);
  if (base === null) return null;
  const target = nextIn(json, base) ?? linked(link, base);
  if (target === null) return null;
  if (target === 'unreadable' || target.origin !== base.origin) return 'elsewhere';
  // A service behind a prefix may not know of it: `/p/users` of `/api/p/users` is the same list.
  if (target.pathname.startsWith('/p/') && base.pathname.endsWith(target.pathname)) {
    target.pathname = base.pathname;
  }
  target.hash = '';
  target.username = base.username;
  target.password = base.password;
  return target.href === base.href ? null : { address: target.href };
}

type Target = URL | 'unreadable' | null;

function nextIn(json: unknown, base: URL): Target {
  if (!isObject(json)) return null;
  const places = [json, ...pageEnvelopes.map((name) => fieldOf(json, name)).filter(isObject)];
  for (const place of places) {
    const name = nameIn(place, cursorNames);
    if (name === undefined) continue;
    const target = targetOf(place[name], base);
    if (target !== null) return target;
  }
  return null;
}

function targetOf(next: unknown, base: URL): Target {
  const value = isObject(next) ? fieldOf(next, 'href') : next;
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value).trim();
  if (text === '') return null;
  if (/^[/?]|^[a-z][a-z\d+.-]*:/i.test(text)) return URL.parse(text, base.href) ?? 'unreadable';
  const target = new URL(base);
  const parameters = spelt(['cursor', 'nextCursor', 'next', 'after']);
  const parameter = parameters.find((name) => target.searchParams.has(name)) ?? 'cursor';
  target.searchParams.set(parameter, text);
  return target;
}

const maxLinkLength = 10_000;

/** The target of rel="next" in a Link header (RFC 8288). */
function linked(link: string | null, base: URL): Target {
  if (link === null || link.length > maxLinkLength) return null;
  for (const [, target = '', parameters = ''] of link.matchAll(/<([^<>]*)>([^<>]*)/g)) {
    const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters);
    const relations = (rel?.[1] ?? rel?.[2] ?? '').toLowerCase().split(/\s+/);
    if (relations.includes('next')) return URL.parse(target, base.href) ?? 'unreadable';
  }
  return null;
}
