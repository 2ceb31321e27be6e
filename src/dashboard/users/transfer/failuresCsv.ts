import { csvRows, csvText } from '../../shared/files/csv.ts';
import { createBreather } from './breather.ts';
import type { ImportRun } from './importRun.ts';
import { failureHeads, type ImportTable } from './importTable.ts';
import type { PlannedRow } from './plan.ts';

/** Why a row is not in the service as the file says; null: it is, or it was left out on purpose. */
export function failureOf(
  row: PlannedRow,
  run: ImportRun | null,
  isSent: (row: PlannedRow) => boolean,
): string | null {
  if (row.fault !== null) return row.fault.reason;
  if (run === null || !isSent(row)) return null;
  const result = run.resultOf(row);
  if (result === undefined) return 'It was not sent: the import was cancelled.';
  return result.state === 'failed' ? result.reason : null;
}

/**
 * The rows that failed, with the columns of their file behind line and reason: mended, it can be imported again. Those two
 * stand first, so that a row with too many or too few cells stays as it was.
 */
export async function failuresCsv(
  table: ImportTable,
  planned: readonly PlannedRow[],
  reasonOf: (row: PlannedRow) => string | null,
): Promise<Blob> {
  const { isDue, breathe } = createBreather();
  // A list of failures that failed again does not grow by two more columns.
  const isOwn = table.head.map((name) => !failureHeads.some((head) => head === name));
  const keep = (cells: readonly string[]) => cells.filter((_, place) => isOwn[place] !== false);
  const parts = [csvText([...failureHeads, ...keep(table.head)], [])];
  for (const [index, row] of planned.entries()) {
    const reason = reasonOf(row);
    const cells = table.rows[index]?.cells ?? [];
    if (reason !== null) parts.push(csvRows([[row.line, reason, ...keep(cells)]]));
    if (isDue()) await breathe();
  }
  return new Blob(parts, { type: 'text/csv' });
}
