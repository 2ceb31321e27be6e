import type { ColumnMap, Existing, UserImportLine } from '#contract/userImport.ts';
import { formatTime } from '#contract/time.ts';
import { problem } from '#platform/http/problem.ts';
import type { Market } from '../prices/market.ts';
import { createAllowance } from './importLimits.ts';
import { importSpooled, type ImportRunOptions } from './importSpooled.ts';
import { columnsOf, createColumnSurvey, type UserColumn } from './userColumns.ts';
import { invalidFile, userCsvRows, type UserCsvRow } from './userCsv.ts';
import { readFileUser } from './userRows.ts';
import { createUserSpool, type UserSpool } from './userSpool.ts';
import { textOf } from './userText.ts';

export interface ImportUsersOptions extends ImportRunOptions {
  readonly existing: Existing;
  /** The instant of holdings in rows without `at`; null: the as-of instant. */
  readonly asOf: number | null;
  readonly map: ColumnMap;
}

/**
 * Imports users from a CSV file, each completely or not at all, and reports the outcome of each line by line. If the
 * reader stops, the import stops after the current transaction. 422 invalid-users, 413 too-large.
 */
export async function* importUserLines(
  bytes: AsyncIterable<Uint8Array>,
  options: ImportUsersOptions,
): AsyncGenerator<UserImportLine, undefined> {
  const asOf = checkAsOf(options.asOf, options.market);
  const spool = createUserSpool();
  try {
    const survey = await spoolRows(bytes, spool, options.map);
    const columns = survey.columns();
    yield* importSpooled(spool, {
      ...options,
      isCreating: true,
      asOf,
      columns,
      started: { asOf: formatTime(asOf), columns },
      read: (user) => readFileUser(user, columns),
    });
  } finally {
    spool.close();
  }
}

function checkAsOf(asOf: number | null, market: Market): number {
  const latest = market.asOf();
  if (asOf === null) return latest;
  if (asOf <= latest) return asOf;
  throw problem('invalid-query', `asOf is later than the market’s as of, ${formatTime(latest)}.`);
}

/**
 * Reads the complete file and groups its rows by user before the answer begins, so that faults of the file get a
 * status.
 */
async function spoolRows(
  bytes: AsyncIterable<Uint8Array>,
  spool: UserSpool,
  map: ColumnMap,
): Promise<ReturnType<typeof createColumnSurvey>> {
  const rows = userCsvRows(textOf(bytes, createAllowance({ subject: 'import' })));
  const { value: header } = await rows.next();
  if (header === undefined) {
    throw invalidFile('is empty. It needs a header with a customId column');
  }
  if (header.fault !== undefined)
    throw invalidFile('has an unclosed or unescaped quote in its header');
  const columns = columnsOf(header.cells, map);
  const survey = createColumnSurvey(columns);
  const idIndex = columns.findIndex(({ use }) => use === 'customId');
  for await (const row of rows) {
    if (row.cells.every((cell) => cell === '') && row.fault === undefined) continue;
    const checked = withCellCount(row, columns);
    if (checked.fault === undefined) survey.add(row.cells);
    const customId = row.cells[idIndex] ?? '';
    spool.add(customId === '' ? null : customId, checked);
  }
  if (spool.rows === 0) throw invalidFile('has a header but no rows');
  return survey;
}

function withCellCount(row: UserCsvRow, columns: readonly UserColumn[]): UserCsvRow {
  const { length } = row.cells;
  if (row.fault !== undefined || length === columns.length) return row;
  const cells = length === 1 ? '1 cell' : `${length} cells`;
  return { ...row, fault: `The row has ${cells}, the header has ${columns.length}.` };
}
