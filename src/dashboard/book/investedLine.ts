import { investedSince } from '#analytics/performance.ts';
import type { LineStyle, NamedSeries, Span } from '../chart/scene.ts';
import { seriesOf } from '../chart/series.ts';
import { recordsIn } from '../portfolio/moved.ts';
import type { BookColumns } from './bookQueries.ts';

export const investedName = 'Net invested';

export const investedStyle: LineStyle = { colour: 'var(--ink-2)', dash: undefined, width: 1 };

/** Net invested over a window: it begins at the total of the first record in it. */
export interface Invested {
  readonly line: NamedSeries;
  /** Epoch ms. */
  readonly from: number;
  /** The value and what is invested at the last record of the window. */
  readonly total: number;
  readonly invested: number;
}

/** Returns null if the window has no known total. */
export function investedOver(
  { times, totals, flow }: Pick<BookColumns, 'times' | 'totals' | 'flow'>,
  span: Span,
): Invested | null {
  const { begin, end } = recordsIn(times, span);
  const known = totals.subarray(begin, end);
  const base = known.findIndex(Number.isFinite) + begin;
  const last = known.findLastIndex(Number.isFinite) + begin;
  if (base < begin) return null;
  const invested = investedSince(base, totals, flow);
  return {
    line: {
      id: 'invested',
      label: investedName,
      style: investedStyle,
      aside: 'line',
      series: seriesOf(times, invested),
    },
    from: times[base] ?? NaN,
    total: totals[last] ?? NaN,
    invested: invested[last] ?? NaN,
  };
}
