import { levelContributions } from '#analytics/contribution.ts';
import type { Contribution } from '#contract/contribution.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { formatTime } from '#contract/time.ts';
import type { ThematicRow } from '../database/schema.ts';
import { historyGrid } from '../history/records.ts';
import type { Market } from '../market/market.ts';
import type { LevelBook } from './levels.ts';

/** What each token added to the change of a thematic's history of that type, by the levels of that history. */
export function thematicContribution(
  market: Market,
  book: LevelBook,
  thematic: ThematicRow,
  type: HistoryType,
): Contribution {
  const tokens = thematic.tokens.map(({ token, weight }) => ({
    ...namesOf(market, token),
    weight,
  }));
  const ids = thematic.tokens.map(({ token }) => token);
  const daily = book(thematic);
  const times = daily === null ? undefined : historyGrid(market, type, ids, daily.inception).times;
  const from = times?.[0];
  const to = times?.at(-1);
  if (daily === null || from === undefined || to === undefined) {
    const unknown = { from: null, to: null, first: null, last: null, change: null, residual: null };
    return {
      ...unknown,
      tokens: tokens.map((token) => ({ ...token, change: null, contribution: null })),
    };
  }
  const { midnights, levels, weights, prices } = daily;
  const ends = Float64Array.of(from, to);
  const pricesAtEnds = ids.map((id) => market.series(id, ends));
  const found = levelContributions(ends, midnights, levels, weights, pricesAtEnds, prices);
  return {
    from: formatTime(from),
    to: formatTime(to),
    first: found?.first ?? null,
    last: found?.last ?? null,
    change: found?.change ?? null,
    residual: found?.residual ?? null,
    tokens: tokens.map((token, i) => ({
      ...token,
      change: ratioOf(pricesAtEnds[i]),
      contribution: found?.parts[i] ?? null,
    })),
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
