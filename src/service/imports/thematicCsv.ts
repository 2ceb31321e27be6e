import type { CsvRow, NamedBytes } from './csvRows.ts';
import { quoted, type Faults, type FaultPosition } from './importFaults.ts';
import { idFault, nameFault } from './fileTexts.ts';
import type { Allowance } from './importLimits.ts';

export const thematicColumns = ['thematic_id', 'thematic_name', 'symbol', 'token_name'] as const;
type ThematicColumn = (typeof thematicColumns)[number];
type Cells = Record<ThematicColumn, string>;

const faultOf: Readonly<Record<ThematicColumn, (text: string) => string | null>> = {
  thematic_id: idFault,
  thematic_name: nameFault,
  symbol: idFault,
  token_name: nameFault,
};

export interface ThematicLine extends Cells {
  readonly place: FaultPosition;
}

export interface ThematicTable {
  readonly kind: 'thematics';
  readonly file: string;
  readonly rows: readonly ThematicLine[];
  readonly unread: readonly string[];
}

/** Parses the rows of `thematics.csv` after its header; null if columns are missing. */
export async function readThematicTable(
  file: NamedBytes,
  header: CsvRow,
  body: AsyncIterable<CsvRow>,
  faults: Faults,
  allowance: Allowance,
): Promise<ThematicTable | null> {
  const { name } = file;
  const add = (place: FaultPosition, detail: string) =>
    faults.add(place, detail, 'invalid-thematic');
  let complete = true;
  for (const column of thematicColumns) {
    const times = header.cells.filter((cell) => cell === column).length;
    if (times === 1) continue;
    complete = false;
    const what = times === 0 ? 'is missing' : `occurs ${times} times`;
    add({ file: name, line: header.line }, `the column ${column} ${what}`);
  }
  if (!complete) return null;
  const place = (column: ThematicColumn) => header.cells.indexOf(column);
  const rows: ThematicLine[] = [];
  for await (const { line, cells } of body) {
    allowance.take('thematicLines', 1);
    if (cells.length !== header.cells.length) {
      add(
        { file: name, line },
        `has ${cells.length} columns where the header has ${header.cells.length}`,
      );
      continue;
    }
    const read = (column: ThematicColumn): string => {
      const text = cells[place(column)] ?? '';
      const fault = faultOf[column](text);
      if (fault === null) return text;
      add({ file: name, line, column }, `${quoted(text)} ${fault}`);
      // Ignored, and possibly long.
      return '';
    };
    rows.push({
      thematic_id: read('thematic_id'),
      thematic_name: read('thematic_name'),
      symbol: read('symbol'),
      token_name: read('token_name'),
      place: { file: name, line },
    });
  }
  if (rows.length === 0) add({ file: name }, 'has no rows of thematics');
  const known = new Set<string>(thematicColumns);
  return {
    kind: 'thematics',
    file: name,
    rows,
    unread: header.cells.filter((cell) => !known.has(cell)),
  };
}
