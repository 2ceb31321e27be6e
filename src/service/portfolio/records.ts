import type { History } from '#contract/history.ts';
import type { Columns } from '#figures/historySpan.ts';
import { JsonText } from '#platform/http/conditions.ts';

/** The displayed form of a history, serialized directly: as objects it takes several times as long. */
export function historyText({ grid, totals }: Columns): JsonText<History> {
  const records = grid.dates.map((date, index) => {
    const total = totals[index] ?? NaN;
    return `{"date":"${date}","total":${Number.isFinite(total) ? total : null}}`;
  });
  return new JsonText(`[${records.join(',')}]`);
}
