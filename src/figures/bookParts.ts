import { Sum } from '#analytics/weights.ts';
import { day } from '#contract/historyType.ts';
import { recordsDuring } from '#directory/holdings.ts';
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
  const width = tokens.length;
  const prices: (Float64Array | undefined)[] = [];
  const priced = new Float64Array(width);
  const pricesOf = (token: number): Float64Array => {
    const known = prices[token];
    if (known !== undefined) return known;
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
  const thematics = new Map<number, PartSums>();
  const deposits = new Float64Array(records);
  const withdrawals = new Float64Array(records);
  // One user's changes of amounts, by record and token.
  const changes = new Map<number, number>();
  const flows = new Map<number, number>();
  for (const [index, rowIndex] of rows.entries()) {
    const own = new PartSums();
    holdingsOf(rowIndex).eachStatement(rowIndex, ({ thematic, from, to, page, begin, end }) => {
      const [first, after] = recordsDuring(times, from, to);
      if (first >= after) return;
      let ofThematic = thematics.get(thematic);
      if (ofThematic === undefined) {
        ofThematic = new PartSums();
        thematics.set(thematic, ofThematic);
      }
      const change = (record: number, token: number, amount: number): void => {
        const key = record * width + token;
        changes.set(key, (changes.get(key) ?? 0) + amount);
        ofThematic.flow.add(amount * (pricesOf(token)[record] ?? Number.NaN));
      };
      for (let at = begin; at < end; at += 2) {
        const token = page[at] ?? 0;
        const amount = page[at + 1] ?? 0;
        const series = pricesOf(token);
        // A holding has no value before its first price, which is a flow.
        const valued = Math.max(first, priced[token] ?? records);
        if (!(amount > 0) || valued >= after) continue;
        if (valued > 0) change(valued, token, amount);
        else {
          own.first.add(amount * (series[0] ?? Number.NaN));
          ofThematic.first.add(amount * (series[0] ?? Number.NaN));
        }
        if (after < records) change(after, token, -amount);
        else {
          own.last.add(amount * (series[records - 1] ?? Number.NaN));
          ofThematic.last.add(amount * (series[records - 1] ?? Number.NaN));
        }
      }
    });
    // Amounts first, so that a statement that repeats a position is no flow at all.
    for (const [key, amount] of changes) {
      const record = Math.floor(key / width);
      const flow = amount * (prices[key % width]?.[record] ?? Number.NaN);
      flows.set(record, (flows.get(record) ?? 0) + flow);
    }
    for (const [record, flow] of flows) {
      own.flow.add(flow);
      if (flow > 0) deposits[record] = (deposits[record] ?? 0) + flow;
      else withdrawals[record] = (withdrawals[record] ?? 0) - flow;
    }
    changes.clear();
    flows.clear();
    own.write(users, index);
    if (index % membersPerSlice === 0) yield;
  }
  const heldThematics = [...thematics.keys()];
  const ofThematics = partColumns(heldThematics.length);
  for (const [index, thematic] of heldThematics.entries()) {
    thematics.get(thematic)?.write(ofThematics, index);
  }
  return { users, rows, thematics: ofThematics, heldThematics, times, deposits, withdrawals };
}
