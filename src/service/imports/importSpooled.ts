import type { ImportCounts, ImportedUser } from '#contract/userImport.ts';
import type { Log } from '#platform/http/errors.ts';
import type { CallRecorder } from '#platform/http/caller.ts';
import { Problem } from '#platform/http/problem.ts';
import type { ChangeContext } from '../portfolio/changeUser.ts';
import { createBatchWriter, type BatchWriter } from './batchWriter.ts';
import {
  endImport,
  forgetOldImports,
  insertImport,
  type ImportOrigin,
  type ImportRecord,
} from './importRecords.ts';
import { rowFault, planUsers, type PlanOptions, type UserPlan } from './planUsers.ts';
import type { FileUser, UserFault } from './userRows.ts';
import type { SpooledUser, UserSpool } from './userSpool.ts';
import { writeUsers } from './writeUsers.ts';

const planBatchSize = 50;
const usersPerProgress = 100;

export interface ImportRunOptions extends ChangeContext, Pick<ImportOrigin, 'fileName'> {
  readonly log: Log;
  readonly dryRun: boolean;
  readonly recorder: Pick<CallRecorder, 'start'>;
}

interface SpoolOptions extends ImportRunOptions, PlanOptions {
  /** Combines the rows of a user. */
  readonly read: (user: SpooledUser) => FileUser | UserFault;
}

type SpooledLine =
  | ImportedUser
  | { progress: string; done: number; of: number }
  | { result: ImportCounts };

interface Started {
  id: string | null;
  rows: number;
  users: number;
}

/**
 * Writes the users of a spool with a record of the import, or plans them in a dry run.
 * @param options.started further members of the line `import`.
 */
export async function* importSpooled<More extends object>(
  spool: UserSpool,
  { started, ...options }: SpoolOptions & { readonly started: More },
): AsyncGenerator<{ import: Started & More } | SpooledLine, undefined> {
  const { database, clock } = options;
  let record: ImportRecord | null = null;
  if (!options.dryRun) {
    const { author, fileName, recorder } = options;
    await recorder.start();
    record = await insertImport(database, clock(), { startedBy: author, fileName });
    await forgetOldImports(database, clock());
  }
  const { rows, users } = spool;
  const id = record?.id ?? null;
  const counts = { rows, created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };
  try {
    yield { import: { id, rows, users, ...started } };
    yield* writeSpooled(spool, record, counts, options);
  } finally {
    if (record !== null) await endImport(database, record, counts, clock());
  }
  yield { result: counts };
}

async function* writeSpooled(
  spool: UserSpool,
  record: ImportRecord | null,
  counts: ImportCounts,
  options: SpoolOptions,
): AsyncGenerator<SpooledLine, undefined> {
  const writer = createBatchWriter(options.database);
  let done = 0;
  for (const batch of batches(spool.each())) {
    const read = batch.map((user) => ({ user, file: options.read(user) }));
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
  options: SpoolOptions,
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
