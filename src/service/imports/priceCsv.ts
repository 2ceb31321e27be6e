import { durationText } from '#contract/duration.ts';
import { resolutionNames, resolutions, type Resolution } from '#contract/prices.ts';
import type { TokenPrices } from '../prices/book.ts';
import type { CsvRow, NamedBytes } from './csvRows.ts';
import { quoted, type Faults, type FaultPosition } from './importFaults.ts';
import { idFault, instantOf, latestAllowed, priceOf, priceRule } from './fileTexts.ts';
import type { Allowance } from './importLimits.ts';
import { createWideColumns, Numbers } from './wideColumns.ts';

export interface PriceTable {
  readonly kind: 'prices';
  readonly file: string;
  readonly step: number;
  readonly rows: number;
  /** One entry per column, even if it has no price. */
  readonly columns: readonly TokenPrices[];
  readonly skipped: readonly string[];
}

export interface PriceReading {
  readonly now: number;
  /** The resolution if it is known; default: the smallest distance between two rows. */
  readonly step?: Resolution;
  readonly progress?: (rows: number) => void;
  readonly allowance: Allowance;
}

// Wide price files of markets often contain a currency next to the tokens.
const currencies = new Set(['EUR']);
const rowsBetweenProgress = 1000;

/** File names of each resolution; the first is the suggested one. */
const namesOf: Readonly<Record<Resolution, readonly [string, ...string[]]>> = {
  '5m': ['5m', '5min'],
  '1h': ['hourly', '1h'],
  '1d': ['daily', '1d'],
};
const anyOf = (words: readonly string[]) =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words);
const fileNames = anyOf(resolutionNames.map((name) => namesOf[name][0]));
const stepsInWords = anyOf(resolutionNames.map((name) => durationText(resolutions[name])));

interface DatedRows {
  readonly lines: Numbers;
  readonly opens: Numbers;
}

/** Parses the rows of a wide price file after its header; null if faults leave no table. */
export async function readPriceTable(
  file: NamedBytes,
  header: CsvRow,
  body: AsyncIterable<CsvRow>,
  faults: Faults,
  reading: PriceReading,
): Promise<PriceTable | null> {
  const before = faults.count;
  const { name } = file;
  const symbols = header.cells.slice(1);
  reading.allowance.take('columns', symbols.length);
  checkHeader(name, header, faults);
  const ofHeader = faults.count;
  const rows: DatedRows = { lines: new Numbers(), opens: new Numbers() };
  const wide = createWideColumns(symbols.length);
  let read = 0;
  for await (const row of body) {
    read += 1;
    reading.allowance.take('cells', row.cells.length);
    if (read % rowsBetweenProgress === 0) reading.progress?.(read);
    const open = readTime(name, row, rows, faults);
    const prices = readPrices(name, header, row, faults);
    if (Number.isNaN(open)) continue;
    rows.lines.push(row.line);
    rows.opens.push(open);
    wide.add(open, prices);
  }
  if (read === 0 && faults.count === ofHeader) faults.add({ file: name }, 'has no rows of prices');
  const step = stepOf(name, rows, read, faults, reading.step);
  if (step !== null) checkTimes(name, rows, step, reading.now, faults);
  if (faults.count > before || step === null) return null;
  const columns = symbols
    // The value of a candle applies from its end on: the instants of opens become those of closes.
    .map((tokenId, index) => ({ tokenId, step, ...wide.column(index, step) }))
    .filter(({ tokenId }) => !currencies.has(tokenId));
  if (columns.every(({ times }) => times.length === 0)) {
    faults.add({ file: name }, 'contains no prices');
    return null;
  }
  const skipped = symbols.filter((symbol) => currencies.has(symbol));
  return { kind: 'prices', file: name, step, rows: read, columns, skipped };
}

function checkHeader(file: string, { line, cells }: CsvRow, faults: Faults): void {
  const seen = new Set<string>();
  for (const [index, symbol] of cells.entries()) {
    const fault = idFault(symbol);
    if (fault !== null) faults.add({ file, line, column: index + 1 }, `the header ${fault}`);
    else if (seen.has(symbol)) {
      faults.add({ file, line, column: index + 1 }, `the header ${quoted(symbol)} occurs twice`);
    }
    seen.add(symbol);
  }
}

function readTime(file: string, row: CsvRow, { lines, opens }: DatedRows, faults: Faults): number {
  const place: FaultPosition = { file, line: row.line, column: 'time' };
  const text = row.cells[0] ?? '';
  const open = instantOf(text);
  if (Number.isNaN(open)) {
    faults.add(
      place,
      `${quoted(text)} is not an ISO 8601 time such as 2025-06-16 or 2025-06-16T23:55Z`,
    );
    return open;
  }
  if (open < 0) faults.add(place, `${text} is before 1970`);
  const before = opens.at(opens.length - 1);
  if (opens.length === 0 || open > before) return open;
  const line = lines.at(lines.length - 1);
  faults.add(
    place,
    open === before
      ? `${text} repeats the time of line ${line}`
      : `${text} is earlier than line ${line}; rows must ascend in time`,
  );
  return Number.NaN;
}

function readPrices(file: string, header: CsvRow, row: CsvRow, faults: Faults): Float64Array {
  const width = header.cells.length;
  const prices = new Float64Array(Math.max(0, width - 1)).fill(Number.NaN);
  if (row.cells.length !== width) {
    faults.add(
      { file, line: row.line },
      `has ${row.cells.length} columns where the header has ${width}`,
    );
    return prices;
  }
  for (let index = 1; index < width; index++) {
    const text = row.cells[index] ?? '';
    const column = header.cells[index] ?? index + 1;
    if (text === '' || currencies.has(String(column))) continue;
    const price = priceOf(text);
    if (Number.isNaN(price)) {
      faults.add({ file, line: row.line, column }, `${quoted(text)} is not ${priceRule}`);
    }
    prices[index - 1] = price;
  }
  return prices;
}

/** The resolution: given, or the smallest distance between two rows, or from the file name. */
function stepOf(
  file: string,
  { lines, opens }: DatedRows,
  read: number,
  faults: Faults,
  given: Resolution | undefined,
): number | null {
  if (given !== undefined) return resolutions[given];
  const named = namedStep(file);
  let smallest = Number.POSITIVE_INFINITY;
  let line = 0;
  for (let index = 1; index < opens.length; index += 1) {
    const distance = opens.at(index) - opens.at(index - 1);
    if (distance < smallest) [smallest, line] = [distance, lines.at(index)];
  }
  if (smallest === Number.POSITIVE_INFINITY) {
    if (named === null && read === 1) {
      faults.add(
        { file },
        `has only one row, so its resolution is unknown: name the file ${fileNames} (prices-daily.csv)`,
      );
    }
    return named;
  }
  const known = resolutionNames.map((name) => resolutions[name]).find((step) => step === smallest);
  if (known !== undefined) return known;
  if (named !== null && smallest % named === 0) return named;
  faults.add(
    { file, line, column: 'time' },
    `is ${durationText(smallest)} after the previous row; supported steps are ${stepsInWords}`,
  );
  return null;
}

function namedStep(file: string): number | null {
  const found = resolutionNames.filter((name) =>
    new RegExp(`(^|[^a-z0-9])(${namesOf[name].join('|')})([^a-z0-9]|$)`).test(file.toLowerCase()),
  );
  const [only] = found;
  return found.length === 1 && only !== undefined ? resolutions[only] : null;
}

function checkTimes(
  file: string,
  { lines, opens }: DatedRows,
  step: number,
  now: number,
  faults: Faults,
): void {
  const latest = latestAllowed(now);
  opens.view().forEach((open, index) => {
    const isComplete = open % step === 0;
    if (isComplete && open + step <= latest) return;
    faults.add({ file, line: lines.at(index), column: 'time' }, () => {
      const text = new Date(open).toISOString();
      return isComplete
        ? `${text} is in the future`
        : `${text} is not a whole multiple of ${durationText(step)}`;
    });
  });
}
