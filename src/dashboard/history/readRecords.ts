import { jsonOf, show } from '../api/jsonValue.ts';
import { type Series, seriesOf } from '../chart/series.ts';

export interface UnreadableRecords {
  readonly count: number;
  readonly of: number;
  readonly why: readonly { readonly reason: string; readonly count: number }[];
}

export interface HistoryData extends Series {
  readonly unreadable: UnreadableRecords | null;
  /** Reason why a return is unknown, as a sentence. */
  readonly whyUnknown?: string;
}

/** Records of a body, or the reason for failure with its text (truncated if long). */
export type BodyRead =
  | { readonly as: 'history'; readonly data: HistoryData }
  | { readonly as: 'not JSON'; readonly text: string }
  | { readonly as: 'not a list'; readonly fault: string; readonly text: string };

/** Maximum length of the body in an error, in characters. */
const maxQuotedLength = 100_000;

/** Independent of the page, so that it also runs in a worker. */
export function readBody(chunks: readonly Uint8Array<ArrayBuffer>[]): BodyRead {
  const decoder = new TextDecoder();
  const parts = chunks.map((chunk) => decoder.decode(chunk, { stream: true }));
  const text = parts.join('') + decoder.decode();
  const body = jsonOf(text);
  if (Array.isArray(body)) return { as: 'history', data: readRecords(body) };
  const beginning = text.slice(0, maxQuotedLength);
  if (body === undefined) return { as: 'not JSON', text: beginning };
  const fault = `as a whole: expected array, found ${show(body)}`;
  return { as: 'not a list', fault, text: beginning };
}

/**
 * Converts records to columns; a total of null is unknown. Sorts records, of which the last of an instant counts. Skips and
 * counts records without a readable time or total.
 */
export function readRecords(records: readonly unknown[]): HistoryData {
  const times = new Float64Array(records.length);
  const totals = new Float64Array(records.length);
  const why = new Map<string, number>();
  let count = 0;
  let isAscending = true;
  for (const record of records) {
    const at = isFields(record) ? readTime(record.date) : 'nothing readable';
    const total = isFields(record) ? readTotal(record.total) : NaN;
    const reason = typeof at === 'string' ? at : total;
    if (typeof at === 'number' && typeof total === 'number') {
      isAscending &&= count === 0 || at > (times[count - 1] ?? NaN);
      times[count] = at;
      totals[count] = total;
      count += 1;
    } else why.set(String(reason), (why.get(String(reason)) ?? 0) + 1);
  }
  const read = { times: times.slice(0, count), totals: totals.slice(0, count) };
  const columns = isAscending ? read : inOrder(read);
  return {
    ...seriesOf(columns.times, columns.totals),
    unreadable: count === records.length ? null : unreadableOf(why, records.length),
  };
}

function isFields(
  record: unknown,
): record is { readonly date?: unknown; readonly total?: unknown } {
  return typeof record === 'object' && record !== null;
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Returns epoch milliseconds, or the reason for failure. */
function readTime(time: unknown): number | string {
  if (time === undefined || time === null || time === '') return 'no time';
  const at = typeof time === 'string' && isoTime.test(time) ? Date.parse(time) : NaN;
  return Number.isNaN(at) ? 'no readable time' : at;
}

/** Returns NaN for null, or the reason for failure. */
function readTotal(total: unknown): number | string {
  if (total === null) return NaN;
  if (total === undefined || total === '') return 'no total';
  return typeof total === 'number' && Number.isFinite(total) ? total + 0 : 'no readable total';
}

function unreadableOf(counts: ReadonlyMap<string, number>, of: number): UnreadableRecords {
  const why = Array.from(counts, ([reason, count]) => ({ reason, count }));
  const count = why.reduce((sum, one) => sum + one.count, 0);
  return { count, of, why: why.toSorted((one, other) => other.count - one.count) };
}

/** Sorts by time. Of one instant, the last record counts. */
function inOrder({ times, totals }: { times: Float64Array; totals: Float64Array }) {
  const order = Uint32Array.from(times.keys()).toSorted(
    (one, other) => (times[one] ?? 0) - (times[other] ?? 0) || one - other,
  );
  const last = order.filter((i, index) => times[order[index + 1] ?? -1] !== times[i]);
  return {
    times: Float64Array.from(last, (i) => times[i] ?? NaN),
    totals: Float64Array.from(last, (i) => totals[i] ?? NaN),
  };
}
