/** What one cell holds; null and NaN are left empty: an unknown is no zero. */
export type Cell = string | number | null | undefined;

/**
 * Rows as CSV (RFC 4180): commas, CRLF, quotes where a cell needs them. Numbers are raw, with all their digits,
 * so that what reads the file computes with what was shown.
 */
export function csvText(head: readonly string[], rows: Iterable<readonly Cell[]>): string {
  return line(head) + csvRows(rows);
}

/** Rows that are added to a CSV text: what is long is written in parts. */
export function csvRows(rows: Iterable<readonly Cell[]>): string {
  return Array.from(rows, line).join('');
}

function line(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
