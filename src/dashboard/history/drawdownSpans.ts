import { deepestDrawdowns } from '#analytics/drawdowns.ts';
import { maxDrawdowns } from '#contract/figures.ts';
import type { Span } from '../chart/scene.ts';
import type { Series } from '../chart/series.ts';

/** The deepest drawdowns of a level or an index, from their peaks to their recoveries or the last record. */
export function drawdownSpans({ times, totals }: Pick<Series, 'times' | 'totals'>): Span[] {
  const end = times.at(-1) ?? NaN;
  return deepestDrawdowns(times, totals, maxDrawdowns).map(({ peakAt, recoveredAt }) => ({
    from: peakAt,
    to: recoveredAt ?? end,
  }));
}
