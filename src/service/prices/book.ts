import { resolutionNames, resolutions } from '#contract/prices.ts';
import type { Price } from './market.ts';
import { Track, type Merged, type TrackColumns } from './track.ts';

export interface TokenPrices extends TrackColumns {
  readonly tokenId: string;
  /** The resolution in milliseconds, one of the contract's. */
  readonly step: number;
}

/**
 * The prices of all tokens in memory. A lookup takes the latest price of any resolution; of the same instant, the
 * finest.
 */
export interface PriceBook {
  /** Adds prices of ascending instants; replaces existing prices of the same instants. */
  merge(prices: TokenPrices): Merged;
  priceAt(tokenId: string, at: number): Price | null;
  series(tokenId: string, times: Float64Array): Float64Array;
  firstAt(tokenId: string): number | null;
  lastAt(tokenId: string): number | null;
  end(): number | null;
  finestStep(tokenIds: Iterable<string>, from: number, to: number): number | null;
}

/** Milliseconds of the resolutions, finest first. */
const steps: readonly number[] = resolutionNames.map((name) => resolutions[name]);

export function createPriceBook(): PriceBook {
  const book = new Map<string, readonly Track[]>();
  let end: number | null = null;

  return {
    merge({ tokenId, step, ...columns }) {
      const tracks = book.get(tokenId) ?? steps.map(() => new Track());
      const track = tracks[steps.indexOf(step)];
      if (track === undefined) throw new RangeError(`There is no resolution of ${step} ms`);
      book.set(tokenId, tracks);
      const merged = track.merge(columns);
      const last = columns.times.at(-1);
      if (last !== undefined && (end === null || last > end)) end = last;
      return merged;
    },
    priceAt(tokenId, at) {
      let latest: Price | null = null;
      for (const [resolution, track] of (book.get(tokenId) ?? []).entries()) {
        const index = track.indexAt(at);
        const since = track.timeAt(index);
        if (since > (latest?.at ?? Number.NEGATIVE_INFINITY)) {
          latest = { price: track.priceAt(index), at: since, step: steps[resolution] ?? Infinity };
        }
      }
      return latest;
    },
    series(tokenId, times) {
      const prices = new Float64Array(times.length).fill(Number.NaN);
      const since = new Float64Array(times.length).fill(Number.NEGATIVE_INFINITY);
      for (const track of book.get(tokenId) ?? []) overlay(track, times, prices, since);
      return prices;
    },
    firstAt(tokenId) {
      const firsts = (book.get(tokenId) ?? []).filter(({ length }) => length > 0);
      return firsts.length === 0 ? null : Math.min(...firsts.map((track) => track.timeAt(0)));
    },
    lastAt(tokenId) {
      const filled = (book.get(tokenId) ?? []).filter(({ length }) => length > 0);
      if (filled.length === 0) return null;
      return Math.max(...filled.map((track) => track.timeAt(track.length - 1)));
    },
    end: () => end,
    finestStep(tokenIds, from, to) {
      let finest = steps.length;
      for (const tokenId of tokenIds) {
        const found = (book.get(tokenId) ?? []).findIndex(
          (track) => track.timeAt(track.indexAt(to)) > from,
        );
        if (found >= 0 && found < finest) finest = found;
      }
      return steps[finest] ?? null;
    },
  };
}

/** Prefers later prices of one resolution to those of the finer ones. */
function overlay(
  track: Track,
  times: Float64Array,
  prices: Float64Array,
  since: Float64Array,
): void {
  let index = -1;
  times.forEach((at, place) => {
    index = track.indexAt(at, index);
    const start = track.timeAt(index);
    if (start > (since[place] ?? Number.NaN)) {
      since[place] = start;
      prices[place] = track.priceAt(index);
    }
  });
}
