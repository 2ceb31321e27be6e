import { recordTimes, type RecordGrid } from '#analytics/grid.ts';
import { formatTime } from '#contract/time.ts';
import type { PriceGrid } from '#figures/prices.ts';
import type { Market } from './market.ts';

/** The grids of a market's histories. The cache is cleared when the market's past changes. */
export type PriceGrids = (grid: RecordGrid) => PriceGrid;

/** Limits of a cache of grids. */
export interface GridLimits {
  readonly grids: number;
  /** Cached prices of all tokens at whole steps, 8 bytes each. */
  readonly prices: number;
}

/** 64 MB of prices. */
const defaultLimits: GridLimits = { grids: 16, prices: 8_000_000 };
/** Minimum of cached steps per token: 28 days of five minutes, 22 years of days. */
const minCachedSteps = 8192;

interface Steps {
  readonly from: number;
  to: number;
  prices: Float64Array;
}

export function createPriceGrids(market: Market, limits: GridLimits = defaultLimits): PriceGrids {
  let version = market.version;
  const steps = new Map<string, Steps>();
  let priceCount = 0;
  const dates = new Map<number, string>();
  const grids = new Map<string, PriceGrid>();

  function forget(): void {
    steps.clear();
    grids.clear();
    priceCount = 0;
  }

  /** The prices of a token at the multiples of a step. They never change within a market version. */
  function pricesAtSteps(tokenId: string, step: number, from: number, to: number): Float64Array {
    const key = `${step} ${tokenId}`;
    let cached = steps.get(key);
    if (cached === undefined || from < cached.from || from > cached.to) {
      priceCount -= cached?.prices.length ?? 0;
      cached = { from, to: from, prices: new Float64Array(0) };
    }
    if (to > cached.to) cached = extended(cached, tokenId, step, from, to);
    steps.set(key, cached);
    return cached.prices.subarray(from - cached.from, to - cached.from);
  }

  function extended(cached: Steps, tokenId: string, step: number, from: number, to: number): Steps {
    const added = Float64Array.from({ length: to - cached.to }, (_, i) => (cached.to + i) * step);
    const prices = market.series(tokenId, added);
    if (to - cached.from <= cached.prices.length) {
      cached.prices.set(prices, cached.to - cached.from);
      cached.to = to;
      return cached;
    }
    // Above the limit, drops the steps before the requested ones.
    const first = to - cached.from > minCachedSteps ? from : cached.from;
    const grown = new Float64Array(to - first + Math.min(to - first, 512));
    grown.set(cached.prices.subarray(first - cached.from, cached.to - cached.from));
    grown.set(prices, cached.to - first);
    priceCount += grown.length - cached.prices.length;
    if (priceCount > limits.prices) {
      forget();
      priceCount = grown.length;
    }
    return { from: first, to, prices: grown };
  }

  function dateOf(at: number): string {
    let date = dates.get(at);
    if (date === undefined) {
      if (dates.size > 4 * minCachedSteps) dates.clear();
      date = formatTime(at);
      dates.set(at, date);
    }
    return date;
  }

  function createGrid(times: Float64Array, step: number): PriceGrid {
    const last = times.length - 1;
    const [first = 0] = times;
    // All but the last are multiples of the step, unless the history begins with its start.
    const opens = last > 0 && first % step !== 0;
    const begin = opens ? 1 : 0;
    const from = Math.round((times[begin] ?? 0) / step);
    const known = new Map<string, Float64Array>();
    let written: readonly string[] | null = null;
    return {
      times,
      get dates() {
        written ??= Array.from(times, dateOf);
        return written;
      },
      series(tokenId) {
        let prices = known.get(tokenId);
        if (prices === undefined) {
          prices = new Float64Array(times.length);
          const [atFirst = NaN, atLast = NaN] = market.series(
            tokenId,
            Float64Array.of(first, times[last] ?? NaN),
          );
          if (last > begin)
            prices.set(pricesAtSteps(tokenId, step, from, from + last - begin), begin);
          if (opens) prices[0] = atFirst;
          if (last >= 0) prices[last] = atLast;
          known.set(tokenId, prices);
        }
        return prices;
      },
    };
  }

  return (spec) => {
    if (version !== market.version) {
      forget();
      version = market.version;
    }
    const times = recordTimes(spec);
    const key = `${spec.step} ${times[0]} ${spec.asOf}`;
    const grid = grids.get(key) ?? createGrid(times, spec.step);
    // A Map keeps insertion order: reinserting makes the key the newest.
    grids.delete(key);
    grids.set(key, grid);
    if (grids.size > limits.grids) {
      for (const oldest of grids.keys()) {
        grids.delete(oldest);
        break;
      }
    }
    return grid;
  };
}
