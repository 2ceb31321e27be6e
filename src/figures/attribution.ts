import { attributionOf, compounded, type AttributedToken } from '#analytics/attribution.ts';
import { sumOf } from '#analytics/weights.ts';
import type { WalletAttribution } from '#contract/attribution.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { formatTime } from '#contract/time.ts';
import { attributionGrid, type AttributionGrid } from './attributionGrid.ts';
import { joined } from './figuresSteps.ts';
import { heldOver, type WalletHoldings } from './heldOver.ts';
import type { DatedThematic, LevelBook } from './levels.ts';
import type { HistoryPrices, PastPrices } from './prices.ts';

/** A wallet: the holdings of a user in one thematic; empty if there is none. */
interface WalletOfThematic {
  readonly thematic: DatedThematic;
  readonly holdings: readonly WalletHoldings[];
}

/** Attributes the difference between the returns of a wallet and of its own thematic over a period. */
export function walletAttribution(
  prices: HistoryPrices,
  book: LevelBook,
  { thematic, holdings }: WalletOfThematic,
  type: HistoryType,
): WalletAttribution {
  const asOf = formatTime(prices.asOf());
  const without = (reason: string): WalletAttribution => ({
    asOf,
    from: null,
    to: null,
    observations: 0,
    excluded: [],
    return: null,
    thematicReturn: null,
    difference: null,
    residual: null,
    reason,
    tokens: [],
    periods: [],
  });
  const levels = book(thematic);
  if (levels === null) return without('The thematic has no level yet.');
  if (holdings.length === 0) return without('The user has no wallet in this thematic.');
  const held = heldOver(prices, holdings, type);
  const grid = held && attributionGrid(prices, held, levels);
  if (grid === null) return without('The wallet has no value in this period.');
  if (grid.kept.length === 0) {
    return without('The wallet has a value at only one record of this period.');
  }
  return { asOf, ...attributed(prices, grid, type) };
}

function attributed(prices: PastPrices, grid: AttributionGrid, type: HistoryType) {
  const drifts: ReturnType<typeof averages>[] = [];
  const attribution = attributionOf(grid.growth, columnsOf(grid, drifts));
  const { wallet, thematic, difference, effects, residual } = attribution;
  const at = (index: number) => formatTime(grid.times[index] ?? NaN);
  const [first, last] = [grid.kept[0] ?? 0, (grid.kept.at(-1) ?? 0) + 1];
  return {
    from: at(first),
    to: at(last),
    observations: grid.kept.length,
    excluded: joined(grid.left.map((k) => [k, k + 1])).map(([from, to]) => ({
      from: at(from),
      to: at(to),
      reason: 'The wallet had no value.',
    })),
    return: wallet,
    thematicReturn: thematic,
    difference,
    residual,
    reason: null,
    tokens: grid.tokens.map((id, index) => {
      const own = grid.prices(id);
      const change = (own[last] ?? NaN) / (own[first] ?? NaN) - 1;
      const known = Number.isFinite(change) ? change : null;
      const { symbol, name } = prices.token(id) ?? { symbol: id, name: id };
      return {
        token: { _id: id, symbol, name },
        ...(drifts[index] ?? { weight: 0, target: 0, drift: 0 }),
        return: known,
        excess: known === null ? null : known - thematic + 0,
        effect: effects[index] ?? 0,
      };
    }),
    periods: periodsOf(type, grid, attribution.steps),
  };
}

/** Generates the columns of one token at a time, and notes its averages. */
function* columnsOf(
  grid: AttributionGrid,
  drifts: ReturnType<typeof averages>[],
): Generator<AttributedToken, void> {
  for (const token of grid.tokens) {
    const columns = grid.columns(token);
    drifts.push(averages(grid, columns));
    yield columns;
  }
}

function averages(grid: AttributionGrid, { weights, targets }: AttributedToken) {
  const [weight, target] = [grid.average(weights), grid.average(targets)];
  return { weight, target, drift: weight - target + 0 };
}

/** Length of an ISO time up to the hour, day or month that each part of a period covers. */
const partOf: Readonly<Record<HistoryType, number>> = {
  day: '2026-06-17T14'.length,
  week: '2026-06-17'.length,
  month: '2026-06-17'.length,
  year: '2026-06'.length,
  all: '2026-06'.length,
};

function periodsOf(
  type: HistoryType,
  { times, kept, growth }: AttributionGrid,
  effects: Float64Array,
): WalletAttribution['periods'] {
  const steps = kept.map((k, index) => ({
    index,
    from: formatTime(times[k] ?? NaN),
    to: formatTime(times[k + 1] ?? NaN),
  }));
  const parts = Map.groupBy(steps, ({ from }) => from.slice(0, partOf[type]));
  return Array.from(parts.values(), (own) => {
    const over = (column: Float64Array) => own.map(({ index }) => column[index] ?? NaN);
    return {
      from: own[0]?.from ?? '',
      to: own.at(-1)?.to ?? '',
      return: compounded(over(growth.wallet)),
      thematicReturn: compounded(over(growth.thematic)),
      effect: sumOf(over(effects)),
    };
  });
}
