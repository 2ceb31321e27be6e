import { boundFinder } from '#analytics/extent.ts';
import { Sum } from '#analytics/weights.ts';
import { day } from '#contract/historyType.ts';
import type { StatementView } from '#directory/holdings.ts';
import { AmountChanges } from './amountChanges.ts';
import { membersPerSlice, type BookMembers, type HeldBook } from './bookHeld.ts';

/** First and last value of parts, and their flows between them. */
export interface PartColumns {
  readonly first: Float64Array;
  readonly last: Float64Array;
  readonly flow: Float64Array;
}

export interface BookParts {
  /** By index of the member. */
  readonly users: PartColumns;
  /** Row of each member in the directory. */
  readonly rows: Uint32Array;
  /** By index of the held thematic. */
  readonly thematics: PartColumns;
  /** Number of each held thematic. */
  readonly heldThematics: readonly number[];
  /** Instants of flows: those of `flowTimes`. */
  readonly times: Float64Array;
  /** Deposits and withdrawals at each instant, both positive, user by user. */
  readonly deposits: Float64Array;
  readonly withdrawals: Float64Array;
}

export const partColumns = (length: number): PartColumns => ({
  first: new Float64Array(length),
  last: new Float64Array(length),
  flow: new Float64Array(length),
});

class PartSums {
  readonly first = new Sum();
  readonly last = new Sum();
  readonly flow = new Sum();

  write(into: PartColumns, index: number): void {
    into.first[index] = this.first.value;
    into.last[index] = this.last.value;
    into.flow[index] = this.flow.value;
  }
}

/**
 * The instants of a book's flows: its records, and the end of each UTC month before the record that begins the next one. Holdings
 * that change during the last step of a month change in that month, at the prices of the record.
 */
function flowTimes(records: Float64Array) {
  const times: number[] = [];
  const recordOf: number[] = [];
  const add = (at: number, record: number) => {
    times.push(at);
    recordOf.push(record);
  };
  for (const [record, at] of records.entries()) {
    const lastOfMonth = at - 1;
    if (isMonthStart(at) && lastOfMonth > (times.at(-1) ?? at)) add(lastOfMonth, record);
    add(at, record);
  }
  return { times: Float64Array.from(times), recordOf: Float64Array.from(recordOf) };
}

/** Months are those of UTC. */
export const isMonthStart = (at: number): boolean =>
  at % day === 0 && new Date(at).getUTCDate() === 1;

/** Computes what each member and thematic adds to the change of a book's value, statement by statement. Yields between slices. */
export function* partsOfBook(
  { rows, holdingsOf, tokens }: BookMembers,
  { grid }: HeldBook,
): Generator<void, BookParts> {
  const { times, recordOf } = flowTimes(grid.times);
  const records = times.length;
  const recordAt = boundFinder(times);
  const prices: (Float64Array | undefined)[] = [];
  const priced = new Float64Array(tokens.length);
  const readPrices = (token: number): Float64Array => {
    const ofRecords = grid.series(tokens[token] ?? '');
    const series =
      records === ofRecords.length
        ? ofRecords
        : recordOf.map((record) => ofRecords[record] ?? Number.NaN);
    const first = series.findIndex((one) => !Number.isNaN(one));
    priced[token] = first < 0 ? records : first;
    prices[token] = series;
    return series;
  };
  const users = partColumns(rows.length);
  const thematics: (PartSums | undefined)[] = [];
  const deposits = new Float64Array(records);
  const withdrawals = new Float64Array(records);
  let own = new PartSums();
  const changes = new AmountChanges();
  const flows = new Float64Array(records);
  let flowing: number[] = [];
  const addStatement = ({ thematic, from, to, page, begin, end }: StatementView): void => {
    const [first, after] = [recordAt(from), recordAt(to)];
    if (first >= after) return;
    const ofThematic = (thematics[thematic] ??= new PartSums());
    for (let at = begin; at < end; at += 2) {
      const token = page[at] ?? 0;
      const amount = page[at + 1] ?? 0;
      const series = prices[token] ?? readPrices(token);
      // A holding has no value before its first price, which is a flow.
      const valued = Math.max(first, priced[token] ?? records);
      if (!(amount > 0) || valued >= after) continue;
      if (valued > 0) {
        changes.add(valued, token, amount);
        ofThematic.flow.add(amount * (series[valued] ?? Number.NaN));
      } else {
        own.first.add(amount * (series[0] ?? Number.NaN));
        ofThematic.first.add(amount * (series[0] ?? Number.NaN));
      }
      if (after < records) {
        changes.add(after, token, -amount);
        ofThematic.flow.add(-amount * (series[after] ?? Number.NaN));
      } else {
        own.last.add(amount * (series[records - 1] ?? Number.NaN));
        ofThematic.last.add(amount * (series[records - 1] ?? Number.NaN));
      }
    }
  };
  // Amounts first, so that a statement that repeats a position is no flow at all.
  const addChange = (record: number, token: number, amount: number): void => {
    if (flows[record] === 0) flowing.push(record);
    flows[record] = (flows[record] ?? 0) + amount * (prices[token]?.[record] ?? Number.NaN);
  };
  for (const [index, rowIndex] of rows.entries()) {
    own = new PartSums();
    holdingsOf(rowIndex).eachStatement(rowIndex, addStatement);
    changes.drain(addChange);
    for (const record of flowing) {
      const flow = flows[record] ?? 0;
      // A record whose flow was 0 in between is listed twice.
      flows[record] = 0;
      own.flow.add(flow);
      if (flow > 0) deposits[record] = (deposits[record] ?? 0) + flow;
      else withdrawals[record] = (withdrawals[record] ?? 0) - flow;
    }
    flowing = [];
    own.write(users, index);
    if (index % membersPerSlice === 0) yield;
  }
  const heldThematics = Object.keys(thematics).map(Number);
  const ofThematics = partColumns(heldThematics.length);
  for (const [index, thematic] of heldThematics.entries()) {
    thematics[thematic]?.write(ofThematics, index);
  }
  return { users, rows, thematics: ofThematics, heldThematics, times, deposits, withdrawals };
}
