import { type Cell, csvRows, csvText } from './csv.ts';
import { failureColumns, type ImportColumn, type ImportedUser } from './userImport.ts';

/**
 * The rows of the users that failed, with the columns of their file behind line and reason: corrected, it can be imported again.
 * Those two stand first, so that a row with too many or too few cells stays as it was.
 */
export function failuresCsv(
  columns: readonly Pick<ImportColumn, 'name'>[],
  users: readonly ImportedUser[],
): string {
  // A list of failures that failed again does not grow by two more columns.
  const isOwn = columns.map(({ name }) => !failureColumns.some((head) => head === name));
  const keep = <T>(cells: readonly T[]) => cells.filter((_, index) => isOwn[index] !== false);
  const head = [...failureColumns, ...keep(columns.map(({ name }) => name))];
  return csvText(head, []) + users.map((user) => failureRows(user, keep)).join('');
}

/** The rows of one user; the reason stands at the row that is at fault. */
export function failureRows(
  { row: faulty, reason = '', rows = [] }: ImportedUser,
  keep: (cells: readonly string[]) => readonly string[],
): string {
  return csvRows(
    rows.map(({ row, cells }) => [
      row,
      row === faulty ? reason : `The row of this user in line ${faulty} cannot be imported.`,
      ...keep(cells).map(figureOr),
    ]),
  );
}

/** A cell of the file as it was; one that is nothing but a number is no text, so that -5 stays -5. */
function figureOr(cell: string): Cell {
  const figure = Number(cell);
  return String(figure) === cell && Number.isFinite(figure) ? figure : cell;
}
