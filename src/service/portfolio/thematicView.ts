import type { Thematic } from '#contract/thematic.ts';
import { formatTime } from '#contract/time.ts';
import type { Market } from '../prices/market.ts';
import { tokenView, type PricesAt } from './walletView.ts';
import { levelFigures, type LevelBook, tokensAt } from '#figures/levels.ts';
import { backfilledUntil, textsOf, type StoredThematic } from './thematicStore.ts';

export function thematicView(
  market: Market,
  levels: LevelBook,
  prices: PricesAt,
  row: StoredThematic,
): Thematic {
  const { total, change } = levelFigures(market, levels, row);
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
