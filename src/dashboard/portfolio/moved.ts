import { bisectLeft, bisectRight, max, median, pairs } from 'd3-array';
import { changeOf } from '#analytics/change.ts';
import { type Movement, movementOf } from '#analytics/movement.ts';
import { sumOf } from '#analytics/weights.ts';
import { formatTime } from '#contract/time.ts';
import type { Span } from '../chart/scene.ts';
import type { HistoryPart } from './thematicQueries.ts';
import type { PositionColumns, WalletColumns } from './userQueries.ts';
import { largestSteps, type WaterfallStep } from './Waterfall.tsx';

export interface Mover extends Movement {
  readonly id: string;
  readonly label: string;
  readonly title?: string;
  /** See `WaterfallStep`. */
  readonly count?: number;
}

export interface Moved {
  /** Epoch ms of the first and last record; null if there is none. */
  readonly span: Span | null;
  /** Distance of two records, in milliseconds, over which the effects are chained; null without two records. */
  readonly step: number | null;
  readonly first: number;
  readonly last: number;
  readonly movers: readonly Mover[];
  readonly sum: Movement;
}

export function recordsIn(times: Float64Array, zoom: Span | null) {
  if (zoom === null) return { begin: 0, end: times.length };
  const begin = bisectLeft(times, zoom.from);
  return { begin, end: Math.max(begin, bisectRight(times, zoom.to)) };
}

/**
 * Returns the first and last record of a zoom, or null if there is none. An end at the end of the history stays open, so
 * that it moves with the market.
 */
export function historyPartOf(times: Float64Array, zoom: Span): HistoryPart | null {
  const { begin, end } = recordsIn(times, zoom);
  const [from, to] = [times[begin], times[end - 1]];
  if (begin >= end || from === undefined || to === undefined) return null;
  return {
    ...(begin > 0 && { from: formatTime(from) }),
    ...(end < times.length && { to: formatTime(to) }),
  };
}

export function movedByToken({ times, tokens }: PositionColumns, zoom: Span | null): Moved {
  const { begin, end } = recordsIn(times, zoom);
  const isWhole = begin === 0 && end === times.length;
  const cut = <T>(column: readonly T[]) => (isWhole ? column : column.slice(begin, end));
  const movers = tokens.map(({ token, amount, price, total }) => ({
    id: token._id,
    label: token.symbol,
    title: token.name,
    ...movementOf({ amount: cut(amount), price: cut(price), total: cut(total) }),
  }));
  const ends = tokens.map(({ total }) => [total[begin] ?? 0, total[end - 1] ?? 0] as const);
  return movedOf(times.subarray(begin, end), ends, movers);
}

/**
 * Effects of price and flow by wallet, from the first to the last known record of the window. They are NaN if amounts are
 * not known.
 */
export function movedByWallet(
  { times, wallets }: WalletColumns,
  zoom: Span | null,
  nameOf: (thematicId: string) => string,
): Moved {
  const { begin, end } = recordsIn(times, zoom);
  const known = wallets.map(({ totals }) => changeOf(totals.subarray(begin, end)));
  const movers = wallets.map(({ thematics, flow }, index) => {
    const change = known[index]?.absolute ?? 0;
    const amount = flow === null ? NaN : sumOf(flow.slice(begin + 1, end));
    const label = nameOf(thematics);
    return { id: thematics, label, change, amount, price: change - amount, residual: 0 };
  });
  const ends = known.map((one) => [one?.first ?? 0, one?.last ?? 0] as const);
  return movedOf(times.subarray(begin, end), ends, movers);
}

/** The first and the last step may be partial, and a reported history may have gaps, so this is the longest of few, or the median. */
export function stepBetween(times: Float64Array): number | null {
  const steps = Array.from(pairs(times), ([from, to]) => to - from);
  return (steps.length > 3 ? median(steps) : max(steps)) ?? null;
}

/**
 * Returns price changes by token from the first to the last record of a window as ratios; null: not known, or no price at the
 * first record.
 */
export function priceChanges({ times, tokens }: PositionColumns, zoom: Span | null) {
  const { begin, end } = recordsIn(times, zoom);
  return new Map(
    tokens.map(({ token, price }) => {
      const ends = Float64Array.of(price[begin] ?? NaN, price[end - 1] ?? NaN);
      return [token._id, ends.some(Number.isNaN) ? null : (changeOf(ends)?.ratio ?? null)];
    }),
  );
}

/** Smaller residuals, as a ratio of the value, are rounding errors. */
const largestRounding = 1e-11;

function movedOf(
  times: Float64Array,
  ends: readonly (readonly [first: number, last: number])[],
  movers: readonly Mover[],
): Moved {
  const add = (part: keyof Movement) => sumOf(movers.map((mover) => mover[part])) + 0;
  const [from, to] = [times[0], times.at(-1)];
  const first = times.length === 0 ? 0 : sumOf(ends.map((one) => one[0]));
  const last = times.length === 0 ? 0 : sumOf(ends.map((one) => one[1]));
  const residual = add('residual');
  const isRounding = Math.abs(residual) <= largestRounding * Math.max(first, last);
  return {
    span: from === undefined || to === undefined ? null : { from, to },
    step: stepBetween(times),
    first,
    last,
    movers,
    sum: {
      change: add('change'),
      price: add('price'),
      amount: add('amount'),
      residual: isRounding ? 0 : residual,
    },
  };
}

export type MovedPart = 'total' | 'price' | 'flow';

const partOf = { total: 'change', price: 'price', flow: 'amount' } as const satisfies Record<
  MovedPart,
  keyof Movement
>;

/** Returns the largest effects on a part of the value, and all others as one step. Omits effects of zero. */
export function movedSteps({ movers }: Moved, part: MovedPart): WaterfallStep[] {
  // A change that may be a deposit is no gain.
  const flowOf = ({ amount, change }: Mover) =>
    Number.isNaN(amount) ? change : part === 'price' ? 0 : amount;
  return largestSteps(
    movers.map((mover) => ({
      key: mover.id,
      label: mover.label,
      title: mover.title ?? mover.label,
      value: mover[partOf[part]],
      flow: flowOf(mover),
      ...(mover.count !== undefined && { count: mover.count }),
    })),
  );
}

export const isSplitIn = ({ sum }: Moved): boolean => !Number.isNaN(sum.amount);

export function movedSum({ sum }: Moved, part: MovedPart): number {
  return sum[partOf[part]];
}
