/**
 * Matches text that a spreadsheet may run as a formula. Some spreadsheets ignore blanks and invisible characters before the sign,
 * or accept other forms of it (＝, ﹦). Escaped text matches too, so that escaping can be undone.
 */
const isFormula = (text: string): boolean =>
  /^'*(?:[\t\r\n]|[\s\p{C}]*[=+\-@])/u.test(text) ||
  /^'*[\s\p{C}]*[=+\-@]/u.test(text.normalize('NFKC'));

/** Adds an apostrophe to text that a spreadsheet would run as a formula. */
export function escapeFormula(text: string): string {
  return isFormula(text) ? `'${text}` : text;
}

/** Removes the apostrophe that `escapeFormula` added; returns any other cell unchanged. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && isFormula(cell) ? cell.slice(1) : cell;
}

/** A cell's value. null and NaN become an empty cell, because an unknown value is not zero. */
export type Cell = string | number | null | undefined;

/**
 * Returns rows as CSV (RFC 4180): commas, CRLF, quotes where needed. Numbers have all their digits, without formatting. Texts,
 * including headers, never run as spreadsheet formulas.
 */
export function csvText(head: readonly string[], rows: Iterable<readonly Cell[]>): string {
  return line(head) + csvRows(rows);
}

/** Returns rows without a header, so that long files can be written in chunks. */
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
  // Quote semicolons and tabs too: our import finds the separator by looking at the first line.
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
