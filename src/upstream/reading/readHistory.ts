import { day, historyTypes, isHistoryType, type HistoryType } from '#contract/historyType.ts';
import { isObject, type JsonObject } from '#contract/mergePatch.ts';
import { inOneGo } from '#directory/slices.ts';
import {
  createdNames,
  createFindings,
  fieldOf,
  isFault,
  mergedUnread,
  nameIn,
  spelt,
  textIn,
  type Findings,
  type KeyPath,
} from './findings.ts';
import type { Reason } from './findingTexts.ts';
import { envelopes, maxEnvelopes } from './lists.ts';
import type { ForeignPage } from './pagePlaces.ts';
import type { ForeignRecord, Read } from './read.ts';
import { readNumber, readTime } from './scalars.ts';

const timeNames = ['date', 'at', 'time', 'timestamp', ...createdNames, 't'];
const typeNames = spelt(['type', 'historyType']);
const totalNames = ['total', 'value', 'price', 'amount', 'v', 'equity'];
const inColumns = (names: readonly string[]) => names.flatMap((name) => [name, `${name}s`]);
const timeColumns = inColumns(timeNames);
const totalColumns = inColumns(totalNames);
const historyEnvelopes = ['history', 'histories', 'records', ...envelopes];

/**
 * Returns the records of a history in ascending order, one per time. The interface does not show their format. We support
 * - records as objects (time under `date`, `at`, `time`, `timestamp`, `createdAt`, `t`; total under `total`, `value`, `price`,
 *   `amount`, `v`, `equity`; the first existing name counts) or as pairs of time and total;
 * - columns under those names, singular or plural, or an object that maps times to totals;
 * - each of these bare, in an envelope, or by history type, as an object or a list of `{ type, records }`. If no type was
 *   requested, `all` or the longest one counts.
 * The last record of each time counts. A total that is null, missing or unreadable is a gap, never zero. Records without a time,
 * and records later than a day from now, are left out.
 * @param type the requested type; null for a request without one.
 * @param now epoch milliseconds.
 */
export function readHistory(
  json: unknown,
  type: HistoryType | null,
  now: number,
): Read<readonly ForeignRecord[]> {
  return inOneGo(readHistoryPage(json, type, now)).read;
}

export function* readHistoryPage(
  json: unknown,
  type: HistoryType | null,
  now: number,
): Generator<void, { read: Read<readonly ForeignRecord[]>; page: ForeignPage }> {
  const findings = createFindings();
  const records: ForeignRecord[] = [];
  const times: unknown[] = [];
  const wrappers = yield* eachRow(json, type, findings, (time, total, path) => {
    times.push(time);
    const at = timeOf(time, now, path, findings);
    if (at !== null) records.push({ at, total: totalOf(total, path, findings) });
  });
  const read = findings.read(yield* lastOfEach(records, findings));
  return { read, page: { what: 'record', rows: times, wrappers } };
}

export function* joinedHistory(
  pages: readonly Read<readonly ForeignRecord[]>[],
): Generator<void, Read<readonly ForeignRecord[]>> {
  const findings = createFindings();
  findings.shape('history-pages');
  const { notes, ...last } = findings.read(
    yield* lastOfEach(
      pages.flatMap(({ value }) => value),
      findings,
    ),
  );
  return {
    ...last,
    unread: mergedUnread(pages.flatMap(({ unread }) => unread)),
    shapes: [...last.shapes, ...pages.flatMap(({ shapes }) => shapes)],
    notes: [...notes, ...pages.flatMap((page) => page.notes)],
  };
}

/** Receives the time and total of a record; undefined if missing. */
type TakeRow = (time: unknown, total: unknown, path: () => KeyPath) => void;

/** @returns the objects around the rows, outermost first. */
function* eachRow(
  json: unknown,
  type: HistoryType | null,
  findings: Findings,
  take: TakeRow,
): Generator<void, readonly JsonObject[]> {
  const path: PropertyKey[] = [];
  const wrappers: JsonObject[] = [];
  let value = json;
  for (;;) {
    if (isObject(value)) {
      wrappers.push(value);
      if (yield* eachOfColumns(value, path, findings, take)) return wrappers;
      if (yield* eachAtTime(value, path, findings, take)) return wrappers;
    }
    const inside = path.length < maxEnvelopes ? insideOf(value, type, findings) : null;
    if (inside === null) break;
    value = inside.value;
    path.push(inside.key);
  }
  if (!Array.isArray(value) || areHistories(value)) {
    findings.seen('answer');
    findings.unread('answer', 'no-history', path);
    return wrappers;
  }
  const names = path.filter((key) => typeof key === 'string');
  if (names.length > 0) findings.shape('history', names.join('.'));
  findings.seen('record', value.length);
  for (const [index, row] of value.entries()) {
    eachOfRow(row, () => [...path, index], findings, take);
    yield;
  }
  return wrappers;
}

/** Returns the content of an envelope, or the history of the requested type. */
function insideOf(
  value: unknown,
  type: HistoryType | null,
  findings: Findings,
): { readonly key: PropertyKey; readonly value: unknown } | null {
  if (isObject(value)) {
    const here = historyTypes.filter((one) => typeof (fieldOf(value, one) ?? '') === 'object');
    const name = chosen(here, type, findings) ?? nameIn(value, historyEnvelopes);
    return name === undefined ? null : { key: name, value: value[name] };
  }
  if (!Array.isArray(value) || !areHistories(value)) return null;
  const types = value.map(typeOfHistory);
  // If a type occurs twice, the right history is unknown.
  const here = historyTypes.filter((one) => types.filter((other) => other === one).length === 1);
  const wanted = chosen(here, type, findings);
  if (wanted === undefined) return null;
  findings.shape('typed-histories');
  const key = types.indexOf(wanted);
  return { key, value: value[key] };
}

function chosen(
  here: readonly HistoryType[],
  type: HistoryType | null,
  findings: Findings,
): HistoryType | undefined {
  if (type !== null) return here.find((one) => one === type);
  const longest = here.at(-1);
  if (longest !== undefined && longest !== 'all') {
    findings.note({ kind: 'shorter-history', type: longest });
  }
  return longest;
}

/** A record may also have a type, but it holds no records. */
function areHistories(list: readonly unknown[]): boolean {
  return list.length > 0 && list.every((one) => typeOfHistory(one) !== null);
}

function typeOfHistory(value: unknown): HistoryType | null {
  if (!isObject(value)) return null;
  const type = textIn(value, typeNames);
  const holdsRecords = [...historyEnvelopes, ...timeColumns].some(
    (name) => typeof (fieldOf(value, name) ?? '') === 'object',
  );
  return type !== null && isHistoryType(type) && holdsRecords ? type : null;
}

/** Parses an object that maps times to totals. Small numbers are not times here, because a list may be an object too. */
function* eachAtTime(
  value: JsonObject,
  path: KeyPath,
  findings: Findings,
  take: TakeRow,
): Generator<void, boolean> {
  const entries = Object.entries(value);
  for (const [name, total] of entries) {
    const isTime =
      typeof (total ?? '') !== 'object' &&
      !(Math.abs(Number(name)) < firstTimeName) &&
      typeof readTime(name, () => undefined) === 'number';
    if (!isTime) return false;
    yield;
  }
  if (entries.length === 0) return false;
  findings.shape('totals-by-time');
  findings.seen('record', entries.length);
  for (const [time, total] of entries) {
    take(time, total, () => [...path, time]);
    yield;
  }
  return true;
}

/** 1973, in seconds. */
const firstTimeName = 1e8;

function* eachOfColumns(
  value: JsonObject,
  path: KeyPath,
  findings: Findings,
  take: TakeRow,
): Generator<void, boolean> {
  const columnIn = (names: readonly string[]) =>
    names.find((name) => Array.isArray(fieldOf(value, name)));
  const [timeName, totalName] = [columnIn(timeColumns), columnIn(totalColumns)];
  if (timeName === undefined || totalName === undefined) return false;
  const [times, totals] = [value[timeName], value[totalName]];
  if (!Array.isArray(times) || !Array.isArray(totals)) return false;
  findings.shape('columns', `${timeName} and ${totalName}`);
  const length = Math.max(times.length, totals.length);
  findings.seen('record', length);
  for (let index = 0; index < length; index += 1) {
    // A value beyond the end of its column is undefined.
    take(times[index], totals[index], () => [...path, timeName, index]);
    yield;
  }
  return true;
}

function eachOfRow(row: unknown, path: () => KeyPath, findings: Findings, take: TakeRow): void {
  if (Array.isArray(row) && row.length === 2) {
    findings.shape('pairs');
    take(row[0], row[1], path);
  } else if (isObject(row)) {
    const timeName = nameIn(row, timeNames);
    const totalName = totalNames.find((name) => Object.hasOwn(row, name));
    if (timeName !== undefined) findings.shape('time', timeName);
    if (totalName !== undefined) findings.shape('total', totalName);
    const time = timeName === undefined ? undefined : row[timeName];
    take(time, totalName === undefined ? undefined : row[totalName], path);
  } else {
    findings.unread('record', 'no-pair', path());
  }
}

const notThere: Reason = { kind: 'not-there' };

function timeOf(
  value: unknown,
  now: number,
  path: () => KeyPath,
  findings: Findings,
): number | null {
  const at = (value ?? null) === null ? notThere : readTime(value, findings.shape);
  if (isFault(at)) findings.unread('record', { ...at, field: 'time' }, path());
  else if (at <= now + day) return at;
  else findings.unread('record', 'future', path());
  return null;
}

function totalOf(value: unknown, path: () => KeyPath, findings: Findings): number | null {
  if (value === null) return null;
  const total = value === undefined ? notThere : readNumber(value, findings.shape);
  if (!isFault(total)) return total;
  findings.unread('record', { ...total, field: 'total' }, path());
  return null;
}

/** Sorts the records by time, and keeps the last one of each time. */
function* lastOfEach(
  records: readonly ForeignRecord[],
  findings: Findings,
): Generator<void, readonly ForeignRecord[]> {
  const isAscending = records.every(({ at }, index) => at > (records[index - 1]?.at ?? -Infinity));
  if (isAscending) return records;
  const byTime = new Map<number, ForeignRecord>();
  let isInOrder = true;
  let previous = -Infinity;
  for (const record of records) {
    isInOrder &&= record.at >= previous;
    previous = record.at;
    byTime.set(record.at, record);
    yield;
  }
  if (!isInOrder) findings.shape('unordered');
  const repeated = records.length - byTime.size;
  if (repeated > 0) {
    findings.note({ kind: 'shared-times', count: repeated });
  }
  const last: ForeignRecord[] = [];
  for (const at of Float64Array.from(byTime.keys()).toSorted()) {
    const record = byTime.get(at);
    if (record !== undefined) last.push(record);
    yield;
  }
  return last;
}
