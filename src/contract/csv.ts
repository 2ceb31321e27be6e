/**
 * Matches text that a spreadsheet may run as a formula. Some spreadsheets drop blanks and invisible characters before the sign,
 * or read other forms of it (＝, ﹦). Escaped text matches too, so that escaping can be undone.
 */
const isFormula = (text: string): boolean =>
  /^'*(?:[\t\r\n]|[\s\p{C}]*[=+\-@])/u.test(text) ||
  /^'*[\s\p{C}]*[=+\-@]/u.test(text.normalize('NFKC'));

/** A text as a cell of a CSV file: with a leading apostrophe where a spreadsheet would run it. */
export function escapeFormula(text: string): string {
  return isFormula(text) ? `'${text}` : text;
}

/** The text that `escapeFormula` made a cell of; a cell that it did not make stays as it is. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && isFormula(cell) ? cell.slice(1) : cell;
}

/** What one cell holds; null and NaN are left empty: an unknown is no zero. */
export type Cell = string | number | null | undefined;

/**
 * Rows as CSV (RFC 4180): commas, CRLF, quotes where a cell needs them. Numbers are raw, with all their digits,
 * so that what reads the file computes with what was shown. Texts, heads among them, never run as formulas of a spreadsheet.
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
  const text = escapeFormula(cell);
  // Semicolons and tabs separate cells elsewhere: our own import judges by the first line which of the three does.
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
