import type { Thematic } from '#contract/thematic.ts';
import { formatTime } from '#contract/time.ts';
import type { PastPrices } from '#figures/prices.ts';
import type { Market } from '../prices/market.ts';
import { tokenView, type PricesAt } from './walletView.ts';
import { levelFigures, type LevelBook, tokensAt } from '#figures/levels.ts';
import { backfilledUntil, textsOf, type StoredThematic } from './thematicStore.ts';

/** @param history the prices of the level and its changes, if they end before the market's. */
export function thematicView(
  market: Market,
  levels: LevelBook,
  prices: PricesAt,
  row: StoredThematic,
  history: PastPrices = market,
): Thematic {
  const { total, change } = levelFigures(history, levels, row);
  const backfilled = backfilledUntil(row, levels(row)?.inception ?? null);
  return {
    _id: row.id,
    ...textsOf(row),
    total,
    tokens: tokensAt(row, prices.at).map(({ token, weight }) => ({
      token: tokenView(market, prices, token),
      weight,
    })),
    change,
    backfilledUntil: backfilled === null ? null : formatTime(backfilled),
    createdAt: formatTime(row.createdAt),
    updatedAt: formatTime(row.updatedAt),
  };
}
