import type { PriceColumns } from './track.ts';

/** The columns of a wide file while its rows come in. */
export interface WideColumns {
  /** Adds a row: an instant, later than those before, and a price a column, NaN where there is none. */
  add(at: number, prices: Float64Array): void;
  /** The prices of a column with their instants; those without a price are left out. */
  column(index: number): PriceColumns;
}

export function createWideColumns(width: number): WideColumns {
  let times = new Float64Array(1024);
  let columns = Array.from({ length: width }, () => new Float64Array(1024));
  let length = 0;
  return {
    add(at, prices) {
      if (length === times.length) {
        times = doubled(times);
        columns = columns.map(doubled);
      }
      times[length] = at;
      columns.forEach((column, index) => {
        column[length] = prices[index] ?? Number.NaN;
      });
      length += 1;
    },
    column(index) {
      const prices = columns[index]?.subarray(0, length) ?? new Float64Array(0);
      const told = prices.reduce((count, price) => (Number.isNaN(price) ? count : count + 1), 0);
      const toldTimes = new Float64Array(told);
      const toldPrices = new Float64Array(told);
      let to = 0;
      prices.forEach((price, row) => {
        if (Number.isNaN(price)) return;
        toldTimes[to] = times[row] ?? Number.NaN;
        toldPrices[to] = price;
        to += 1;
      });
      return { times: toldTimes, prices: toldPrices };
    },
  };
}

function doubled(values: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(values.length * 2);
  longer.set(values);
  return longer;
}
