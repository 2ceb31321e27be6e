interface Ranges {
  readonly starts: number[];
  readonly ends: number[];
  /** Number of ranges at which they are joined. */
  limit: number;
}

/** The times at which anyone holds each token, by the token's number. */
export class HeldTimes {
  readonly #ranges: (Ranges | undefined)[] = [];

  /** Adds a time of epoch milliseconds. The end is excluded. */
  add(token: number, from: number, to: number): void {
    const known = (this.#ranges[token] ??= { starts: [], ends: [], limit: 64 });
    const { starts, ends } = known;
    const last = starts.length - 1;
    if (last >= 0 && from <= (ends[last] ?? 0) && to >= (starts[last] ?? 0)) {
      if (from < (starts[last] ?? 0)) starts[last] = from;
      if (to > (ends[last] ?? 0)) ends[last] = to;
      return;
    }
    starts.push(from);
    ends.push(to);
    if (starts.length < known.limit) return;
    const joined = joinedRanges(known);
    joined.limit = Math.max(64, 2 * joined.starts.length);
    this.#ranges[token] = joined;
  }

  /** Returns the tokens that are held at any time between two instants. */
  between(from: number, to: number): number[] {
    return this.#ranges.flatMap((ranges, token) =>
      ranges?.starts.some((start, index) => start <= to && (ranges.ends[index] ?? 0) > from) ===
      true
        ? token
        : [],
    );
  }
}

function joinedRanges({ starts, ends }: Ranges): Ranges {
  const order = starts
    .map((_, index) => index)
    .toSorted((a, b) => (starts[a] ?? 0) - (starts[b] ?? 0));
  const joined: Ranges = { starts: [], ends: [], limit: 0 };
  for (const index of order) {
    const [from, to] = [starts[index] ?? 0, ends[index] ?? 0];
    const last = joined.ends.length - 1;
    if (last >= 0 && from <= (joined.ends[last] ?? 0)) {
      joined.ends[last] = Math.max(joined.ends[last] ?? 0, to);
    } else {
      joined.starts.push(from);
      joined.ends.push(to);
    }
  }
  return joined;
}
