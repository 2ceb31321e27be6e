/** Prices of one token at one resolution: ascending instants and their prices, in two columns. */
export interface TrackColumns {
  readonly times: Float64Array;
  readonly prices: Float64Array;
}

export interface Merged {
  readonly added: number;
  readonly changed: number;
}

/** The prices of one token at one resolution in order of time, with room to grow at the end. */
export class Track {
  #times = new Float64Array(0);
  #prices = new Float64Array(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  timeAt(index: number): number {
    return index < this.#length ? (this.#times[index] ?? Number.NaN) : Number.NaN;
  }

  priceAt(index: number): number {
    return index < this.#length ? (this.#prices[index] ?? Number.NaN) : Number.NaN;
  }

  get columns(): TrackColumns {
    return {
      times: this.#times.subarray(0, this.#length),
      prices: this.#prices.subarray(0, this.#length),
    };
  }

  /** Index of the latest entry at or before an instant, searched from an earlier result on; −1 if there is none. */
  indexAt(at: number, from = -1): number {
    let low = from;
    // Doubling steps: the next instant of a history is usually near the previous one.
    let step = 1;
    let high = low + step;
    while (high < this.#length && (this.#times[high] ?? Number.NaN) <= at) {
      low = high;
      step *= 2;
      high = low + step;
    }
    high = Math.min(high, this.#length);
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#times[middle] ?? Number.NaN) <= at) low = middle;
      else high = middle;
    }
    return low;
  }

  merge(columns: TrackColumns): Merged {
    const first = columns.times[0];
    if (first === undefined) return { added: 0, changed: 0 };
    // Entries before the first new price keep their index.
    const unchanged = this.indexAt(first - 1) + 1;
    return unchanged === this.#length ? this.#append(columns) : this.#weave(columns, unchanged);
  }

  #append({ times, prices }: TrackColumns): Merged {
    const length = this.#length + times.length;
    this.#reserve(length);
    this.#times.set(times, this.#length);
    this.#prices.set(prices, this.#length);
    this.#length = length;
    return { added: times.length, changed: 0 };
  }

  #weave({ times, prices }: TrackColumns, unchanged: number): Merged {
    const oldTimes = this.#times.slice(unchanged, this.#length);
    const oldPrices = this.#prices.slice(unchanged, this.#length);
    this.#reserve(this.#length + times.length);
    let to = unchanged;
    let old = 0;
    let changed = 0;
    const put = (at: number, price: number) => {
      this.#times[to] = at;
      this.#prices[to] = price;
      to += 1;
    };
    const putOldBefore = (limit: number) => {
      for (; (oldTimes[old] ?? limit) < limit; old++) {
        put(oldTimes[old] ?? limit, oldPrices[old] ?? Number.NaN);
      }
    };
    times.forEach((at, index) => {
      const price = prices[index] ?? Number.NaN;
      putOldBefore(at);
      if (oldTimes[old] === at) {
        if (oldPrices[old] !== price) changed += 1;
        old += 1;
      }
      put(at, price);
    });
    putOldBefore(Number.POSITIVE_INFINITY);
    const added = to - this.#length;
    this.#length = to;
    return { added, changed };
  }

  #reserve(length: number): void {
    if (length <= this.#times.length) return;
    const room = Math.max(length, Math.ceil(this.#times.length * 1.5));
    const times = new Float64Array(room);
    const prices = new Float64Array(room);
    times.set(this.#times.subarray(0, this.#length));
    prices.set(this.#prices.subarray(0, this.#length));
    this.#times = times;
    this.#prices = prices;
  }
}
