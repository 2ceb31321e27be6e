import type { Mode } from '#analytics/modes.ts';
import { unionOf } from '#analytics/union.ts';
import { formatTime } from '#contract/time.ts';
import { csvRows, csvText } from '#contract/csv.ts';
import { type Exported, nameOf } from './exported.ts';

/** Rows that are written in one go: a few milliseconds of work. */
const atOnce = 5000;

/**
 * The visible window as CSV: the time of each record (ISO 8601, UTC), and one column a line with its figures in the mode
 * that is drawn, unrounded; ratios as ratios. Where a line has no record, or no figure, the cell is empty.
 * @param pause lets the page do something else: a million rows take seconds.
 */
export async function csvOf(exported: Exported, pause: () => Promise<void>): Promise<Blob> {
  const { lines, mode } = exported.scene;
  const told = toldIn(mode, exported.unit);
  const head = ['time', ...lines.map((line) => `${nameOf(exported, line)}${told}`)];
  const { times, columns } = columnsOf(exported);
  const parts = [csvText(head, [])];
  for (let from = 0; from < times.length; from += atOnce) {
    if (from > 0) await pause();
    parts.push(rowsOf(times.subarray(from, from + atOnce), columns, from));
  }
  return new Blob(parts, { type: 'text/csv' });
}

function columnsOf({ scene: { lines } }: Exported) {
  const [line] = lines;
  // The times of one history are the union.
  if (line !== undefined && lines.length === 1) {
    return { times: line.shownTimes, columns: [line.shown] };
  }
  const union = unionOf(
    lines.map(({ shownTimes, shown }) => ({ times: shownTimes, totals: shown })),
  );
  return { times: union.times, columns: union.totals };
}

/** The rows that begin at row `from` of the columns. */
function rowsOf(times: Float64Array, columns: readonly Float64Array[], from: number): string {
  return csvRows(
    Array.from(times, (at, i) => [formatTime(at), ...columns.map((column) => column[from + i])]),
  );
}

/** What stands behind the name of a column: the unit of its figures. */
function toldIn(mode: Mode, unit: string | null): string {
  if (mode === 'value') return unit === null ? '' : ` (${unit})`;
  return { percent: ' (change, ratio)', index: ' (index)', drawdown: ' (drawdown, ratio)' }[mode];
}
