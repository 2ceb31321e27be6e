import type {
  ColumnMap,
  Existing,
  ImportCounts,
  ImportedUser,
  UserImportLine,
} from '#contract/userImport.ts';
import { formatTime } from '#contract/time.ts';
import type { Log } from '#platform/http/errors.ts';
import { Problem, problem } from '#platform/http/problem.ts';
import type { ChangeContext } from '../portfolio/changeUser.ts';
import type { Market } from '../prices/market.ts';
import { createBatchWriter, type BatchWriter } from './batchWriter.ts';
import { createAllowance } from './importLimits.ts';
import {
  endImport,
  forgetOldImports,
  insertImport,
  type ImportOrigin,
  type ImportRecord,
} from './importRecords.ts';
import { rowFault, planUsers, type PlanOptions, type UserPlan } from './planUsers.ts';
import { columnsOf, createColumnSurvey, type UserColumn } from './userColumns.ts';
import { invalidFile, userCsvRows, type UserCsvRow } from './userCsv.ts';
import { readFileUser, type FileUser, type UserFault } from './userRows.ts';
import { createUserSpool, type SpooledUser, type UserSpool } from './userSpool.ts';
import { textOf } from './userText.ts';
import { writeUsers } from './writeUsers.ts';

const planBatchSize = 50;
const usersPerProgress = 100;

export interface ImportUsersOptions extends ChangeContext, Pick<ImportOrigin, 'fileName'> {
  readonly log: Log;
  readonly dryRun: boolean;
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
  const { database, market, clock } = options;
  const asOf = checkAsOf(options.asOf, market);
  const spool = createUserSpool();
  try {
    const survey = await spoolRows(bytes, spool, options.map);
    const columns = survey.columns();
    let record: ImportRecord | null = null;
    if (!options.dryRun) {
      const { author, fileName } = options;
      record = await insertImport(database, clock(), { startedBy: author, fileName });
      await forgetOldImports(database, clock());
    }
    const { rows, users } = spool;
    const id = record?.id ?? null;
    const counts = { rows, created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };
    try {
      yield { import: { id, asOf: formatTime(asOf), rows, users, columns } };
      yield* importSpooled(spool, record, counts, { ...options, asOf, columns });
    } finally {
      if (record !== null) await endImport(database, record, counts, clock());
    }
    yield { result: counts satisfies ImportCounts };
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

type WritingOptions = Omit<ImportUsersOptions, 'asOf'> & PlanOptions;

async function* importSpooled(
  spool: UserSpool,
  record: ImportRecord | null,
  counts: ImportCounts,
  options: WritingOptions,
): AsyncGenerator<UserImportLine, undefined> {
  const writer = createBatchWriter(options.database);
  let done = 0;
  for (const batch of batches(spool.each())) {
    const read = batch.map((user) => ({ user, file: readFileUser(user, options.columns) }));
    const files = read.flatMap(({ file }) => ('customId' in file ? file : []));
    const plans = (await planUsers(options.database.queries, files, options)).values();
    const steps = read.map(({ user, file }): ImportStep => {
      if (!('customId' in file)) return { line: failed(user, file) };
      return stepOf(file, plans.next().value, record === null);
    });
    for (const part of parts(steps, writer)) {
      for (const line of await linesOf(part, record, writer, options)) {
        counts[line.outcome] += 1;
        yield line;
        done += 1;
        if (done % usersPerProgress === 0) {
          yield { progress: record === null ? 'Checking' : 'Importing', done, of: spool.users };
        }
      }
    }
  }
}

function* batches(users: Iterable<SpooledUser>): Generator<SpooledUser[]> {
  let batch: SpooledUser[] = [];
  let rows = 0;
  for (const user of users) {
    batch.push(user);
    rows += user.rows.length;
    // A user may have any number of rows, and a batch is in memory.
    if (batch.length < planBatchSize && rows < planBatchSize * 200) continue;
    yield batch;
    batch = [];
    rows = 0;
  }
  if (batch.length > 0) yield batch;
}

function failed(
  { customId, rows }: Pick<SpooledUser, 'customId' | 'rows'>,
  fault: UserFault,
): ImportedUser {
  return {
    user: customId ?? '',
    outcome: 'failed',
    ...fault,
    rows: rows.map(({ line, cells }) => ({ row: line, cells: [...cells] })),
  };
}

type ImportStep = { readonly line: ImportedUser } | { readonly file: FileUser };

function stepOf(file: FileUser, plan: UserPlan | undefined, isDryRun: boolean): ImportStep {
  const user = file.customId;
  const row = file.rows[0]?.line ?? 0;
  if (plan === undefined) throw new Error(`There is no plan for ${user}`);
  if (plan.outcome === 'failed') return { line: failed(file, plan.fault) };
  if (!('statements' in plan)) return { line: { user, outcome: plan.outcome, row } };
  const { attributes, statements, outcome } = plan;
  if (!isDryRun) return { file: { ...file, statements } };
  return { line: { user, outcome, row, attributes, statements: statements.length } };
}

/** Splits the steps by the number of users to write. */
function* parts(steps: readonly ImportStep[], writer: BatchWriter): Generator<ImportStep[]> {
  let part: ImportStep[] = [];
  let toWrite = 0;
  for (const step of steps) {
    part.push(step);
    if ('file' in step) toWrite += 1;
    if (toWrite < writer.size) continue;
    yield part;
    part = [];
    toWrite = 0;
  }
  if (part.length > 0) yield part;
}

async function linesOf(
  part: readonly ImportStep[],
  record: ImportRecord | null,
  writer: BatchWriter,
  options: WritingOptions,
): Promise<ImportedUser[]> {
  const files = part.flatMap((step) => ('file' in step ? step.file : []));
  const written = record === null ? [] : await writeUsers(files, writer, { ...options, record });
  const outcomes = written.values();
  return part.map((step) => {
    if ('line' in step) return step.line;
    const { file } = step;
    const outcome = outcomes.next().value;
    if (outcome === undefined) throw new Error(`No result for ${file.customId}`);
    return outcome instanceof Problem
      ? failed(file, rowFault(outcome, file, options.columns))
      : { user: file.customId, outcome, row: file.rows[0]?.line ?? 0 };
  });
}
