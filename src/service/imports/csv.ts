import { readCsvRows, type CsvRow, type NamedBytes } from './csvRows.ts';
import { quoted, type Faults } from './importFaults.ts';
import { readPriceTable, type PriceReading, type PriceTable } from './priceCsv.ts';
import { readThematicTable, thematicColumns, type ThematicTable } from './thematicCsv.ts';

/**
 * Parses a CSV file, plain or gzipped: wide prices (`time` and a column per symbol) or thematics, by its header. Adds
 * faults to `faults`; null if nothing is readable.
 */
export async function readCsv(
  file: NamedBytes,
  faults: Faults,
  reading: PriceReading,
): Promise<PriceTable | ThematicTable | null> {
  const rows = readCsvRows(file, faults, reading.allowance);
  const before = faults.count;
  const { value: header } = await rows.next();
  if (header === undefined) {
    if (faults.count === before) faults.add({ file: file.name }, 'is empty');
    return null;
  }
  const table = await readTable(file, header, rows, faults, reading);
  // A caller may stop after the header; the rest is not read then.
  await rows.return(undefined);
  return table;
}

async function readTable(
  file: NamedBytes,
  header: CsvRow,
  rows: AsyncIterable<CsvRow>,
  faults: Faults,
  reading: PriceReading,
): Promise<PriceTable | ThematicTable | null> {
  if (header.cells.some((cell) => thematicColumns.some((column) => column === cell))) {
    return readThematicTable(file, header, rows, faults, reading.allowance);
  }
  if (header.cells[0] === 'time') {
    if (header.cells.length > 1) return readPriceTable(file, header, rows, faults, reading);
    faults.add({ file: file.name, line: header.line }, 'has no price column next to time');
    return null;
  }
  faults.add(
    { file: file.name, line: header.line, column: 1 },
    `${quoted(header.cells[0] ?? '')} is an unknown header: a price file begins with time, a thematics file has ${thematicColumns.join(', ')}`,
  );
  return null;
}
