/** One line of a table in text; cells may hold line breaks, so a record can begin many lines after the one before. */
export interface CsvRecord {
  /** The line of the file it begins at, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A text that is no CSV, and the line that shows it. */
export class CsvFault extends Error {
  override readonly name = 'CsvFault';
}

export const separators = [',', ';', '\t'] as const;
export type Separator = (typeof separators)[number];

/** What separates the cells: what stands most often in the first line, outside quotes. */
export function separatorOf(text: string): Separator {
  const counts = new Map<string, number>();
  let isQuoted = false;
  for (const unit of text) {
    if (unit === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (unit === '\n' || unit === '\r') break;
    counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  const found = separators.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  return found[0] ?? ',';
}

/** The separator that a first line `sep=;` names, as Excel reads and writes it; null where there is none. */
export function separatorSaid(text: string): Separator | null {
  const [, said] = /^"?sep=(.)"?(?:[\r\n]|$)/i.exec(text) ?? [];
  return separators.find((separator) => separator === said) ?? null;
}

/**
 * Reads CSV (RFC 4180) record by record: quoted cells with line breaks and doubled quotes; lines end in LF, CRLF or CR;
 * lines without anything are left out. Not csv-parse, which the service reads with: in a browser that brings 120 kB.
 * @throws {CsvFault} where a quote is never closed, or text follows a closed one.
 */
export function* readCsv(text: string, separator: Separator): Generator<CsvRecord> {
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const began = line;
    const cells: string[] = [];
    for (;;) {
      if (text[at] === '"') {
        const cell = quoted(text, at, line);
        cells.push(cell.value);
        at = cell.end;
        line += cell.breaks;
        if (at < text.length && text[at] !== separator && !isBreak(text[at])) {
          throw new CsvFault(
            `Line ${line}: after the closing quote comes “${text[at]}”. A quote inside a quoted cell is written twice.`,
          );
        }
      } else {
        const end = endOfCell(text, at, separator);
        cells.push(text.slice(at, end));
        at = end;
      }
      if (text[at] !== separator) break;
      at += 1;
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    at += 1;
    line += 1;
    if (cells.length > 1 || cells[0] !== '') yield { line: began, cells };
  }
}

function isBreak(unit: string | undefined): boolean {
  return unit === '\n' || unit === '\r';
}

function endOfCell(text: string, from: number, separator: Separator): number {
  let at = from;
  while (at < text.length && text[at] !== separator && !isBreak(text[at])) at += 1;
  return at;
}

function quoted(text: string, from: number, line: number) {
  let end = from;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end === -1) throw new CsvFault(`The quote that opens in line ${line} is never closed.`);
    if (text[end + 1] !== '"') break;
    end += 1;
  }
  const value = text.slice(from + 1, end).replaceAll('""', '"');
  return { value, end: end + 1, breaks: (value.match(/\r\n|\n|\r/g) ?? []).length };
}
