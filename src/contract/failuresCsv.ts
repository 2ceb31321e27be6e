import { type Cell, csvRows, csvText } from './csv.ts';
import { failureColumns, type ImportColumn, type ImportedUser } from './userImport.ts';

/**
 * Returns the rows of failed users with line and reason before the file's own columns, so that they can be corrected and imported
 * again. Line and reason come first because a faulty row may have too many or too few cells.
 */
export function failuresCsv(
  columns: readonly Pick<ImportColumn, 'name'>[],
  users: readonly ImportedUser[],
): string {
  // A repeated import already has these columns, so do not add them twice.
  const isOwn = columns.map(({ name }) => !failureColumns.some((head) => head === name));
  const keep = <T>(cells: readonly T[]) => cells.filter((_, index) => isOwn[index] !== false);
  const head = [...failureColumns, ...keep(columns.map(({ name }) => name))];
  return csvText(head, []) + users.map((user) => failureRows(user, keep)).join('');
}

/** Returns the rows of one user. Only the faulty row has the reason. */
export function failureRows(
  { row: faulty, reason = '', rows = [] }: ImportedUser,
  keep: (cells: readonly string[]) => readonly string[],
): string {
  return csvRows(
    rows.map(({ row, cells }) => [
      row,
      row === faulty ? reason : `Not imported: line ${faulty} of this user has a fault.`,
      ...keep(cells).map(figureOr),
    ]),
  );
}

/** Returns a number for a plain number, so that -5 is not escaped as a formula. Returns any other cell unchanged. */
function figureOr(cell: string): Cell {
  const figure = Number(cell);
  return String(figure) === cell && Number.isFinite(figure) ? figure : cell;
}
