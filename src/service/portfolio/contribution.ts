import { levelContributions } from '#analytics/contribution.ts';
import { recordTimes } from '#analytics/grid.ts';
import type { Contribution } from '#contract/contribution.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { formatTime } from '#contract/time.ts';
import type { Market } from '../prices/market.ts';
import { levelSpan, tokensBetween, type LevelBook } from './levels.ts';
import { tokensAt, type StoredThematic } from './thematicStore.ts';

/**
 * What each token added to the change of a thematic's history of that type, by the levels of that history: those that are
 * part of it, in the order of its definition, then those that left it since the history's first record, with a weight of 0.
 */
export function thematicContribution(
  market: Market,
  book: LevelBook,
  thematic: StoredThematic,
  type: HistoryType,
): Contribution {
  const asOf = market.asOf();
  const weights = new Map(tokensAt(thematic, asOf).map(({ token, weight }) => [token, weight]));
  const levels = book(thematic);
  const times = levels === null ? undefined : recordTimes(levelSpan(market, levels, type));
  const from = times?.[0];
  const to = times?.at(-1);
  if (levels === null || from === undefined || to === undefined) {
    const unknown = { from: null, to: null, first: null, last: null, change: null, residual: null };
    return {
      ...unknown,
      tokens: Array.from(weights, ([id, weight]) => ({
        ...namesOf(market, id),
        weight,
        change: null,
        contribution: null,
      })),
    };
  }
  const ends = Float64Array.of(from, to);
  const pricesAtEnds = levels.tokens.map((id) => market.series(id, ends));
  const contributions = levelContributions(ends, levels, pricesAtEnds);
  const members = new Set([...weights.keys(), ...tokensBetween(levels, from, to)]);
  return {
    from: formatTime(from),
    to: formatTime(to),
    first: contributions?.first ?? null,
    last: contributions?.last ?? null,
    change: contributions?.change ?? null,
    residual: contributions?.residual ?? null,
    tokens: Array.from(members, (id) => {
      const index = levels.tokens.indexOf(id);
      return {
        ...namesOf(market, id),
        weight: weights.get(id) ?? 0,
        change: ratioOf(pricesAtEnds[index]),
        contribution: contributions?.parts[index] ?? null,
      };
    }),
  };
}

function namesOf(market: Market, id: string) {
  const { symbol, name } = market.token(id) ?? { symbol: id, name: id };
  return { token: { _id: id, symbol, name } };
}

/** Last ÷ first − 1; null where the token had no price yet. */
function ratioOf(prices: Float64Array | undefined): number | null {
  const ratio = (prices?.[1] ?? NaN) / (prices?.[0] ?? NaN) - 1;
  return Number.isFinite(ratio) ? ratio : null;
}
