import { inception, levelTable } from '#analytics/level.ts';
import { type PriceSeries, priceAt } from '../../holdings/usePriceHistories.ts';

/** Target weights by token, in effect from an instant (epoch ms). */
export interface Weighting {
  readonly from: number;
  readonly weights: ReadonlyMap<string, number>;
}

interface Replay {
  /** Ascending. The first one is in effect at `start`. */
  readonly weightings: readonly Weighting[];
  readonly prices: ReadonlyMap<string, PriceSeries>;
  /** Epoch ms. */
  readonly start: number;
  readonly end: number;
  readonly level: number;
}

const day = 86_400_000;

/** Returns levels at each 00:00 UTC, each change of weights and the end. */
export function replayLevels({ weightings, prices, start, end, level }: Replay): PriceSeries {
  const tokens = tokensOf(weightings);
  const instants = new Set([start, end]);
  for (let at = Math.ceil(start / day) * day; at < end; at += day) instants.add(at);
  for (const { from } of weightings) if (from > start && from < end) instants.add(from);
  const times = Float64Array.from(instants).toSorted();
  const { levels } = levelTable(
    times,
    weightings.map((one) => columnsOf(one, tokens)),
    tokens.map((token) => times.map((at) => priceAt(prices.get(token), at) ?? NaN)),
  );
  return { times, totals: levels.map((value) => (value / 100) * level) };
}

export function inceptionWith(
  weighting: Weighting,
  prices: ReadonlyMap<string, PriceSeries>,
): number | null {
  const tokens = tokensOf([weighting]);
  const firstAts = tokens.map((token) => prices.get(token)?.times[0] ?? null);
  return inception(firstAts, [columnsOf(weighting, tokens)]);
}

const tokensOf = (weightings: readonly Weighting[]): string[] => [
  ...new Set(weightings.flatMap(({ weights }) => [...weights.keys()])),
];

function columnsOf({ from, weights }: Weighting, tokens: readonly string[]) {
  return { from, weights: Float64Array.from(tokens, (token) => weights.get(token) ?? 0) };
}
