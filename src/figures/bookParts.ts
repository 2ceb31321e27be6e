import { lowerBound } from '#analytics/extent.ts';
import { Sum } from '#analytics/weights.ts';
import type { BookMembers, HeldBook } from './bookHeld.ts';

/** First and last value of a part, and its flow between them. */
export interface BookPartSums {
  readonly first: number;
  readonly last: number;
  readonly flow: number;
}

export interface BookParts {
  /** By index of the member. */
  readonly users: readonly BookPartSums[];
  /** Row of each member in the directory. */
  readonly rows: Uint32Array;
  /** By number of the thematic. */
  readonly thematics: ReadonlyMap<number, BookPartSums>;
  /** Deposits and withdrawals at each record, both positive, user by user. */
  readonly deposits: Float64Array;
  readonly withdrawals: Float64Array;
}

class PartSums {
  readonly #first = new Sum();
  readonly #last = new Sum();
  readonly #flow = new Sum();

  addFirst(value: number): void {
    this.#first.add(value);
  }

  addLast(value: number): void {
    this.#last.add(value);
  }

  addFlow(value: number): void {
    this.#flow.add(value);
  }

  get sums(): BookPartSums {
    return { first: this.#first.value, last: this.#last.value, flow: this.#flow.value };
  }
}

const membersPerSlice = 32;

/** Computes what each member and thematic adds to the change of a book's value, statement by statement. Yields between slices. */
export function* partsOfBook(
  { rows, holdingsOf, tokens }: BookMembers,
  { grid }: HeldBook,
): Generator<void, BookParts> {
  const { times } = grid;
  const records = times.length;
  const width = tokens.length;
  const prices: (Float64Array | undefined)[] = [];
  const priced = new Float64Array(width);
  const pricesOf = (token: number): Float64Array => {
    const known = prices[token];
    if (known !== undefined) return known;
    const series = grid.series(tokens[token] ?? '');
    const first = series.findIndex((one) => !Number.isNaN(one));
    priced[token] = first < 0 ? records : first;
    prices[token] = series;
    return series;
  };
  const users: BookPartSums[] = [];
  const thematics = new Map<number, PartSums>();
  const deposits = new Float64Array(records);
  const withdrawals = new Float64Array(records);
  // One user's changes of amounts, by record and token.
  const changes = new Map<number, number>();
  const flows = new Map<number, number>();
  for (const [index, rowIndex] of rows.entries()) {
    const own = new PartSums();
    holdingsOf(rowIndex).eachStatement(rowIndex, ({ thematic, from, to, page, begin, end }) => {
      const first = lowerBound(times, from);
      const after = to === Number.POSITIVE_INFINITY ? records : lowerBound(times, to);
      if (first >= after) return;
      let ofThematic = thematics.get(thematic);
      if (ofThematic === undefined) {
        ofThematic = new PartSums();
        thematics.set(thematic, ofThematic);
      }
      const change = (record: number, token: number, amount: number): void => {
        const key = record * width + token;
        changes.set(key, (changes.get(key) ?? 0) + amount);
        ofThematic.addFlow(amount * (pricesOf(token)[record] ?? Number.NaN));
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
          own.addFirst(amount * (series[0] ?? Number.NaN));
          ofThematic.addFirst(amount * (series[0] ?? Number.NaN));
        }
        if (after < records) change(after, token, -amount);
        else {
          own.addLast(amount * (series[records - 1] ?? Number.NaN));
          ofThematic.addLast(amount * (series[records - 1] ?? Number.NaN));
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
      own.addFlow(flow);
      if (flow > 0) deposits[record] = (deposits[record] ?? 0) + flow;
      else withdrawals[record] = (withdrawals[record] ?? 0) - flow;
    }
    changes.clear();
    flows.clear();
    users.push(own.sums);
    if (index % membersPerSlice === 0) yield;
  }
  return {
    users,
    rows,
    thematics: new Map(Array.from(thematics, ([thematic, sums]) => [thematic, sums.sums])),
    deposits,
    withdrawals,
  };
}
