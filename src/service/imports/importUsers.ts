import type {
  ColumnMap,
  Existing,
  ImportCounts,
  ImportedUser,
  UserImportLine,
} from '#contract/userImport.ts';
import { formatTime } from '#contract/time.ts';
import { problemOf, type Log } from '#platform/http/errors.ts';
import { Problem, problem } from '#platform/http/problem.ts';
import { changeLockedUser, type ChangeContext } from '../portfolio/changeUser.ts';
import { patchAttributes } from '../portfolio/userPatch.ts';
import { insertUser, lockUser } from '../portfolio/userStore.ts';
import type { Market } from '../prices/market.ts';
import { createAllowance } from './importLimits.ts';
import { forgetOldImports, insertImport, recordUser, type ImportRecord } from './importRecords.ts';
import { rowFault, planUsers, walletsOf, type PlanOptions, type UserPlan } from './planUsers.ts';
import { columnsOf, createColumnSurvey, type Column } from './userColumns.ts';
import { invalidFile, userCsvRows, type UserCsvRow } from './userCsv.ts';
import { readFileUser, type FileUser, type UserFault } from './userRows.ts';
import { createUserSpool, type SpooledUser, type UserSpool } from './userSpool.ts';
import { textOf } from './userText.ts';

const planBatchSize = 200;
const rowsPerProgress = 5000;
const usersPerProgress = 100;

export interface ImportUsersOptions extends ChangeContext {
  readonly log: Log;
  /** Says what would be done, and does nothing. */
  readonly dryRun: boolean;
  readonly existing: Existing;
  /** From when on holdings are in force whose rows say no `at`; null: the as of. */
  readonly asOf: number | null;
  readonly map: ColumnMap;
}

/**
 * Imports users from a CSV file, each in a transaction of its own, and answers line by line what became of them. Whoever stops
 * reading stops it after the current user. The same file again changes nothing. 422 invalid-users, 413 too-large.
 */
export async function* importUserLines(
  bytes: AsyncIterable<Uint8Array>,
  options: ImportUsersOptions,
): AsyncGenerator<UserImportLine, undefined> {
  const { database, market, clock } = options;
  const asOf = checkAsOf(options.asOf, market);
  const spool = createUserSpool();
  try {
    const survey = yield* spoolRows(bytes, spool, options.map);
    const columns = survey.columns();
    let record: ImportRecord | null = null;
    if (!options.dryRun) {
      record = await insertImport(database, clock());
      await forgetOldImports(database, clock());
    }
    const { rows, users } = spool;
    const id = record?.id ?? null;
    yield { import: { id, asOf: formatTime(asOf), rows, users, columns } };
    const counts = { rows, created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };
    yield* importSpooled(spool, record, counts, { ...options, asOf, columns });
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

/** Reads the file to its end and puts its rows in order by user. */
async function* spoolRows(
  bytes: AsyncIterable<Uint8Array>,
  spool: UserSpool,
  map: ColumnMap,
): AsyncGenerator<UserImportLine, ReturnType<typeof createColumnSurvey>> {
  const rows = userCsvRows(textOf(bytes, createAllowance({ subject: 'import' })));
  const { value: header } = await rows.next();
  if (header === undefined) {
    throw invalidFile('is empty. It needs a header with a column customId');
  }
  if (header.fault !== undefined) throw invalidFile('has a header whose quotes are wrong');
  const columns = columnsOf(header.cells, map);
  const survey = createColumnSurvey(columns);
  const idIndex = columns.findIndex(({ use }) => use === 'customId');
  for await (const row of rows) {
    if (row.cells.every((cell) => cell === '') && row.fault === undefined) continue;
    const checked = withCellCount(row, columns);
    if (checked.fault === undefined) survey.add(row.cells);
    const customId = row.cells[idIndex] ?? '';
    spool.add(customId === '' ? null : customId, checked);
    if (spool.rows % rowsPerProgress === 0) {
      yield { progress: 'Reading', done: spool.rows, of: null };
    }
  }
  if (spool.rows === 0) throw invalidFile('has a header and no rows under it');
  return survey;
}

function withCellCount(row: UserCsvRow, columns: readonly Column[]): UserCsvRow {
  const { length } = row.cells;
  if (row.fault !== undefined || length === columns.length) return row;
  const cells = length === 1 ? '1 cell' : `${length} cells`;
  return { ...row, fault: `The row has ${cells}, the header has ${columns.length}.` };
}

type RunOptions = Omit<ImportUsersOptions, 'asOf'> & PlanOptions;

async function* importSpooled(
  spool: UserSpool,
  record: ImportRecord | null,
  counts: ImportCounts,
  options: RunOptions,
): AsyncGenerator<UserImportLine, undefined> {
  let done = 0;
  for (const batch of batches(spool.each())) {
    const read = batch.map((user) => ({ user, file: readFileUser(user, options.columns) }));
    const files = read.flatMap(({ file }) => ('customId' in file ? file : []));
    const plans = (await planUsers(options.database.queries, files, options)).values();
    for (const { user, file } of read) {
      const line =
        'customId' in file
          ? await importUser(file, plans.next().value, record, options)
          : failed(user, file);
      counts[line.outcome] += 1;
      yield line;
      done += 1;
      if (done % usersPerProgress === 0) {
        yield { progress: record === null ? 'Checking' : 'Importing', done, of: spool.users };
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
    // A user has as many rows as it likes; a batch of them is held in memory.
    if (batch.length < planBatchSize && rows < planBatchSize * 50) continue;
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

async function importUser(
  file: FileUser,
  plan: UserPlan | undefined,
  record: ImportRecord | null,
  options: RunOptions,
): Promise<ImportedUser> {
  const user = file.customId;
  const row = file.rows[0]?.line ?? 0;
  if (plan === undefined) throw new Error(`There is no plan for ${user}`);
  if (plan.outcome === 'failed') return failed(file, plan.fault);
  if (!('statements' in plan)) return { user, outcome: plan.outcome, row };
  const { attributes, statements } = plan;
  if (record === null) {
    return { user, outcome: plan.outcome, row, attributes, statements: statements.length };
  }
  const needed = { ...file, statements };
  try {
    return { user, outcome: await writeUser(needed, record, options), row };
  } catch (error) {
    if (error instanceof Problem) return failed(file, rowFault(error, needed, options.columns));
    const known = problemOf(error, options.log, 'The import of a user failed');
    // What the next user would meet as well ends the import; it can be sent again.
    if (known.code !== 'internal') throw known;
    return failed(file, { row, reason: known.message });
  }
}

/** One transaction: the user, its attributes and holdings, their events, and what is needed to undo it. */
function writeUser(
  { customId, attributes, statements }: FileUser,
  record: ImportRecord,
  context: RunOptions,
): Promise<'created' | 'updated' | 'unchanged' | 'skipped'> {
  return context.database.transaction(async (tx) => {
    const inserted = await insertUser(tx, customId, context.clock());
    const created = inserted !== null;
    // Made by somebody else since the plan, or there all along.
    const row = inserted ?? (await lockUser(tx, customId));
    if (!created && context.existing === 'skip') return 'skipped';
    const result = await changeLockedUser(tx, context, row, {
      attributes: (before) => patchAttributes(before, row.attributes, attributes),
      wallets: statements.length === 0 ? undefined : walletsOf(statements, context.asOf),
      isNew: created,
    });
    if (!result.changed) return 'unchanged';
    await recordUser(tx, record, {
      userSeq: row.seq,
      created,
      before: row.attributes,
      after: result.row.attributes,
      statements: result.statements,
    });
    return created ? 'created' : 'updated';
  });
}
