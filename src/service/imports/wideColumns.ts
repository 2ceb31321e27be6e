import type { TrackColumns } from '../prices/track.ts';

export class Numbers {
  #values = new Float64Array(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const longer = new Float64Array(Math.ceil(this.#length * 1.5) + 8);
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  at(index: number): number {
    return index < this.#length ? (this.#values[index] ?? Number.NaN) : Number.NaN;
  }

  view(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }
}

/** The columns of a wide file while its rows arrive: missing prices take no memory. */
export interface WideColumns {
  /** Adds a row: an instant, later than those before, and a price per column, NaN if there is none. */
  add(at: number, prices: Float64Array): void;
  /** The prices of a column with their instants, each later by `shift`; call it once per column. */
  column(index: number, shift: number): TrackColumns;
}

export function createWideColumns(width: number): WideColumns {
  const columns = Array.from({ length: width }, () => ({
    times: new Numbers(),
    prices: new Numbers(),
  }));
  return {
    add(at, prices) {
      prices.forEach((price, index) => {
        if (Number.isNaN(price)) return;
        columns[index]?.times.push(at);
        columns[index]?.prices.push(price);
      });
    },
    column(index, shift) {
      const times = columns[index]?.times.view() ?? new Float64Array(0);
      const prices = columns[index]?.prices.view() ?? new Float64Array(0);
      times.forEach((at, place) => {
        times[place] = at + shift;
      });
      return { times, prices };
    },
  };
}
