import { type Cell, csvRows } from '#contract/csv.ts';
import {
  csvColumnKinds,
  directoryCsvColumns,
  isOwnCsvColumn,
  type CsvColumnKind,
  type DirectoryCsvColumn,
  type HiddenFigures,
  type OwnCsvColumn,
} from '#contract/directoryParameters.ts';
import { ownPeriodColumns } from '#contract/directory.ts';
import {
  isSinceColumn,
  readSinceColumn,
  sinceColumn,
  sinceFigures,
} from '#contract/directorySince.ts';
import { formatTime } from '#contract/time.ts';
import type { Matches } from './matches.ts';
import type { ModelRow } from './row.ts';
import type { SinceColumns } from './sinceTable.ts';

const rowsPerChunk = 500;
const maxAttributeColumns = 1000;
const encoder = new TextEncoder();

const cellOf: Record<
  OwnCsvColumn,
  (row: ModelRow, matches: Pick<Matches, 'asOf' | 'dailyAsOf'>) => Cell
> = {
  customId: ({ customId }) => customId,
  name: ({ name, attributes }) => name ?? attributeCell(attributes, 'name'),
  total: ({ total }) => total,
  change: ({ change }) => change,
  flow: ({ flow }) => flow,
  return: (row) => row.return,
  returnDay: (row) => row.returnDay,
  returnWeek: (row) => row.returnWeek,
  returnMonth: (row) => row.returnMonth,
  returnYear: (row) => row.returnYear,
  changeDay: (row) => row.changeDay,
  changeWeek: (row) => row.changeWeek,
  changeMonth: (row) => row.changeMonth,
  changeYear: (row) => row.changeYear,
  largestToken: ({ largest }) => largest?.token ?? null,
  largestShare: ({ largest }) => largest?.share ?? null,
  hhi: ({ hhi }) => hhi,
  volatility: (row) => row.volatility,
  maxDrawdown: (row) => row.maxDrawdown,
  costOfDrift: ({ costOfDrift }) => costOfDrift,
  heldTotal: ({ held }) => held?.total ?? null,
  heldShare: ({ held }) => held?.share ?? null,
  walletCount: ({ walletCount }) => walletCount,
  openWallets: ({ openWallets }) => openWallets,
  thematics: ({ thematics }) => thematics.join('; '),
  createdAt: ({ createdAt }) => (createdAt === null ? null : formatTime(createdAt)),
  asOf: (_, { asOf }) => formatTime(asOf),
  dailyAsOf: (_, { dailyAsOf }) => (dailyAsOf === null ? null : formatTime(dailyAsOf)),
};

const leftOut: Record<HiddenFigures, readonly CsvColumnKind[]> = {
  hidden: ['money', 'share'],
  totals: ['money'],
};

export const isLeftOut = (kind: CsvColumnKind, figures: HiddenFigures | undefined): boolean =>
  figures !== undefined && leftOut[figures].includes(kind);

export const headOf = (name: string, kind: CsvColumnKind, unit: string | undefined): string =>
  kind === 'money' && unit !== undefined ? `${name} (${unit})` : name;

function kindOf(column: DirectoryCsvColumn): CsvColumnKind {
  if (isOwnCsvColumn(column)) return csvColumnKinds[column];
  const since = readSinceColumn(column);
  return since === null ? 'plain' : since.figure === 'return' ? 'share' : 'money';
}

interface CsvOptions {
  /** The requested columns; empty: all, and every attribute of the matches. */
  readonly columns: readonly DirectoryCsvColumn[];
  readonly figures?: HiddenFigures | undefined;
  readonly unit?: string | undefined;
  /** Requested instants (epoch milliseconds), and the figures since them that are known. */
  readonly instants?: readonly number[];
  readonly since?: readonly SinceColumns[];
}

type CsvRows = Pick<Matches, 'count' | 'asOf' | 'dailyAsOf' | 'attributeNames' | 'rows'> & {
  readonly sums: Pick<Matches['sums'], 'held'>;
};

/**
 * All matching users, in order: raw numbers, ISO times, texts that never run as formulas. Generated while it is read.
 */
export function csvStream(matches: CsvRows, options: CsvOptions): ReadableStream<Uint8Array> {
  const columns = columnsOf(matches, options);
  return rowStream(
    columns.map((column) => head(column, options.unit)),
    matches.count,
    (from, to) =>
      matches
        .rows(from, to, false, options.since)
        .map((row) => columns.map((column) => columnCell(column, row, matches, options))),
  );
}

/** A CSV of many rows, generated while it is read. */
export function rowStream(
  heads: readonly string[],
  count: number,
  rows: (from: number, to: number) => (readonly Cell[])[],
): ReadableStream<Uint8Array> {
  let from = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const lines = rows(from, from + rowsPerChunk);
        if (from === 0) lines.unshift(heads);
        from += rowsPerChunk;
        controller.enqueue(encoder.encode(csvRows(lines)));
        if (from >= count) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

function columnsOf(
  { attributeNames, sums }: CsvRows,
  { columns, figures, instants = [] }: CsvOptions,
): readonly DirectoryCsvColumn[] {
  const isShown = (column: DirectoryCsvColumn) => !isLeftOut(kindOf(column), figures);
  if (columns.length > 0) return columns.filter(isShown);
  const own = directoryCsvColumns.filter(
    (column) =>
      // Without a filter by thematic or token these columns are empty.
      (sums.held !== null || !column.startsWith('held')) &&
      !Object.hasOwn(ownPeriodColumns, column),
  );
  // The attribute `name` has a column already.
  const names = attributeNames.filter((name) => name !== 'name').slice(0, maxAttributeColumns);
  const since = instants.flatMap((at) =>
    sinceFigures.map((figure) => sinceColumn(figure, formatTime(at))),
  );
  return [...own, ...since, ...names.map((name) => `attribute.${name}` as const)].filter(isShown);
}

function columnCell(
  column: DirectoryCsvColumn,
  row: ModelRow,
  matches: Pick<Matches, 'asOf' | 'dailyAsOf'>,
  { figures }: CsvOptions,
): Cell {
  if (isOwnCsvColumn(column)) return cellOf[column](row, matches);
  const since = readSinceColumn(column);
  if (since !== null) return row.since.find(({ at }) => at === since.at)?.[since.figure] ?? null;
  const cell = attributeCell(row.attributes, column.slice('attribute.'.length));
  // An attribute may contain an amount.
  return figures !== undefined && /\p{N}/u.test(String(cell)) ? null : cell;
}

/** Texts unchanged, lists of texts with semicolons, everything else as JSON. */
function attributeCell(attributes: Readonly<Record<string, unknown>>, name: string): Cell {
  if (!Object.hasOwn(attributes, name)) return null;
  const value = attributes[name];
  if (typeof value === 'string' || typeof value === 'number') return value;
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** An attribute has its own name, which an import recognizes; with a prefix if a column has the same name. */
function head(column: DirectoryCsvColumn, unit: string | undefined): string {
  if (isOwnCsvColumn(column) || isSinceColumn(column)) {
    return headOf(column, kindOf(column), unit);
  }
  const name = column.slice('attribute.'.length);
  return isOwnCsvColumn(name) ? `attributes.${name}` : name;
}
