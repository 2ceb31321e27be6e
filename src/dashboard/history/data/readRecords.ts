import { type Gap, gapsOf } from '../gaps.ts';
import type { HistoryColumns } from '../historyColumns.ts';
import { readTime, readTotal } from './readRecord.ts';

/** Why records could not be read, most frequent first, and how many each. */
export interface Unread {
  readonly count: number;
  /** How many records there were, read and unread. */
  readonly of: number;
  readonly why: readonly { readonly words: string; readonly count: number }[];
}

/** A history as it was read: what could be, and what could not. */
export interface HistoryData extends HistoryColumns {
  readonly times: Float64Array<ArrayBuffer>;
  readonly totals: Float64Array<ArrayBuffer>;
  readonly gaps: readonly Gap[];
  readonly unread: Unread | null;
}

/** Takes the records of a history, some at a time. */
interface RecordsReader {
  add(records: readonly unknown[]): void;
  /** All that were added. */
  finish(): HistoryData;
}

/**
 * The records of a history as columns, whatever a service sends as records: in any order (they are sorted), several of
 * one instant (the last one wins), with totals as numeric text, with null as a total (a gap), in the future. A record without a
 * time or a total that can be read is left out and counted, so that one of them costs no other its place.
 */
export function startRecords(): RecordsReader {
  let times = new Float64Array(0);
  let totals = new Float64Array(0);
  const why = new Map<string, number>();
  const leaveOut = (reason: string) => why.set(reason, (why.get(reason) ?? 0) + 1);
  let of = 0;
  let count = 0;
  let isAscending = true;
  return {
    add: (records) => {
      of += records.length;
      times = withRoom(times, count + records.length);
      totals = withRoom(totals, count + records.length);
      for (const record of records) {
        const at = isFields(record) ? readTime(record.date) : 'nothing readable';
        const total = isFields(record) ? readTotal(record.total) : NaN;
        if (typeof at === 'string') leaveOut(at);
        else if (typeof total === 'string') leaveOut(total);
        else {
          isAscending &&= count === 0 || at > (times[count - 1] ?? NaN);
          times[count] = at;
          totals[count] = total;
          count += 1;
        }
      }
    },
    finish: () => {
      const inPlace = { times: times.slice(0, count), totals: totals.slice(0, count) };
      const read = isAscending ? inPlace : inOrder(inPlace);
      return {
        ...read,
        gaps: gapsOf(read.times, read.totals),
        unread: count === of ? null : unreadOf(why, of),
      };
    },
  };
}

/** A column with room for so many, and for as many again where it had to grow. */
function withRoom(column: Float64Array<ArrayBuffer>, count: number): Float64Array<ArrayBuffer> {
  if (count <= column.length) return column;
  const grown = new Float64Array(column.length === 0 ? count : 2 * count);
  grown.set(column);
  return grown;
}

function isFields(
  record: unknown,
): record is { readonly date?: unknown; readonly total?: unknown } {
  return typeof record === 'object' && record !== null;
}

function unreadOf(why: ReadonlyMap<string, number>, of: number): Unread {
  const reasons = Array.from(why, ([words, count]) => ({ words, count }));
  const count = reasons.reduce((sum, reason) => sum + reason.count, 0);
  return { count, of, why: reasons.toSorted((one, other) => other.count - one.count) };
}

/** Ascending, one record an instant: the last that came. */
function inOrder({ times, totals }: { times: Float64Array; totals: Float64Array }) {
  const order = Uint32Array.from(times.keys()).toSorted(
    (one, other) => (times[one] ?? 0) - (times[other] ?? 0) || one - other,
  );
  const last = order.filter((i, place) => times[order[place + 1] ?? -1] !== times[i]);
  return {
    times: Float64Array.from(last, (i) => times[i] ?? NaN),
    totals: Float64Array.from(last, (i) => totals[i] ?? NaN),
  };
}
