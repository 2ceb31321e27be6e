import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { formatTime } from '#contract/time.ts';
import type { ImportUndoLine } from '#contract/userImport.ts';
import type { Queries } from '#platform/database/database.ts';
import {
  statements,
  wallets,
  type StoredAttributes,
  type UserRow,
} from '#platform/database/schema/portfolio.ts';
import { isOneOfTexts } from '#platform/database/text.ts';
import type { CallRecorder } from '#platform/http/caller.ts';
import { Problem } from '#platform/http/problem.ts';
import { changeLockedUsers, type ChangeContext } from '../portfolio/changeUser.ts';
import { lockUsers } from '../portfolio/userStore.ts';
import { sameJson } from '#contract/mergePatch.ts';
import { contentView } from '../portfolio/statementContent.ts';
import { createBatchWriter } from './batchWriter.ts';
import {
  findImport,
  forgetImported,
  markUndone,
  readImported,
  type UserToUndo,
  type ImportRecord,
} from './importRecords.ts';

const usersPerProgress = 100;

/** A field of a user that changed since the import, and is left unchanged. */
interface UnchangedField {
  readonly field: string;
  readonly reason: string;
}

/**
 * Restores the attributes and holdings from before an import, each user completely or not at all. Later changes are
 * reported and left unchanged; created users stay. If stopped, it can be repeated. 404 import-not-found, 409
 * import-undone.
 */
export async function* undoImportLines(
  id: string,
  context: ChangeContext & { readonly recorder: Pick<CallRecorder, 'start'> },
): AsyncGenerator<ImportUndoLine, undefined> {
  const { database } = context;
  const { record, total } = await findImport(database.queries, id);
  await context.recorder.start();
  const result = { restored: 0, kept: 0, created: total.created };
  const writer = createBatchWriter(database);
  let done = 0;
  for (let after = 0; ;) {
    const batch = await readImported(database.queries, record, after, writer.size);
    const last = batch.at(-1);
    if (last === undefined) break;
    after = last.userSeq;
    const undone = await writer.write(
      batch,
      (tx, some) => undoUsers(tx, record, some, context),
      notUndone,
    );
    for (const { user, kept } of undone) {
      for (const fault of kept) yield { user, ...fault };
      result[kept.length === 0 ? 'restored' : 'kept'] += 1;
      done += 1;
      if (done % usersPerProgress === 0) yield { progress: 'Undoing', done, of: total.users };
    }
  }
  if (total.users > 0) await markUndone(database, record, context.clock());
  yield { result };
}

interface Undone {
  readonly user: string;
  readonly kept: readonly UnchangedField[];
}

function notUndone({ customId }: UserToUndo, error: unknown): Undone {
  if (!(error instanceof Problem)) throw error;
  // The market may have been replaced since, so that the earlier holdings are invalid in it.
  return { user: customId, kept: [{ field: 'wallets', reason: error.message }] };
}

async function undoUsers(
  tx: Queries,
  record: ImportRecord,
  imported: readonly UserToUndo[],
  context: ChangeContext,
): Promise<Undone[]> {
  const rows = await lockUsers(
    tx,
    imported.map(({ customId }) => customId),
  );
  const written = Map.groupBy(
    await readWritten(
      tx,
      imported.flatMap((user) => user.statements),
    ),
    ({ userSeq }) => userSeq,
  );
  const users = rows.flatMap((row, index) => {
    const user = imported[index];
    if (user === undefined) return [];
    const holdings = restoredHoldings(written.get(row.seq) ?? [], user);
    return { row, attributes: restoredAttributes(row, user), holdings };
  });
  await changeLockedUsers(
    tx,
    context,
    users.map(({ row, attributes, holdings }) => ({
      row,
      attributes: () => attributes.restored,
      wallets: holdings.restored.length === 0 ? undefined : holdings.restored,
    })),
  );
  await forgetImported(tx, record, imported);
  return users.map(({ row, attributes, holdings }) => ({
    user: row.customId,
    kept: [...attributes.kept, ...holdings.kept],
  }));
}

function restoredAttributes(
  row: UserRow,
  { attributes }: UserToUndo,
): { restored: StoredAttributes; kept: UnchangedField[] } {
  const now = new Map(Object.entries(row.attributes));
  const kept: UnchangedField[] = [];
  for (const change of attributes) {
    const { name, before, after } = change;
    if (now.has(name) !== 'after' in change || !sameJson(now.get(name), after)) {
      kept.push({ field: name, reason: `${name} changed after the import.` });
    } else if ('before' in change) now.set(name, before);
    else now.delete(name);
  }
  return { restored: Object.fromEntries(now), kept };
}

function restoredHoldings(
  written: readonly WrittenStatement[],
  imported: UserToUndo,
): { restored: unknown[]; kept: UnchangedField[] } {
  const restored: unknown[] = [];
  const kept: UnchangedField[] = [];
  for (const { thematicId, at, isLast, before } of written) {
    const instant = formatTime(at);
    const content = contentView(before ?? { positions: null });
    if (isLast) restored.push({ thematics: thematicId, at: instant, ...content });
    else {
      kept.push({
        field: thematicId,
        reason: `The holdings in ${thematicId} from ${instant} on were recorded again after the import.`,
      });
    }
  }
  if (written.length < imported.statements.length) {
    kept.push({ field: 'wallets', reason: 'A wallet of the import no longer exists.' });
  }
  return { restored, kept };
}

type WrittenStatement = Awaited<ReturnType<typeof readWritten>>[number];

/** Statements of an import that still exist, with the previous and later ones of the same wallet and instant. */
function readWritten(tx: Queries, ids: readonly string[]) {
  const sameInstant = sql`other.wallet_seq = ${statements.walletSeq} AND other.at = ${statements.at}`;
  const before = alias(statements, 'before');
  return tx
    .select({
      userSeq: wallets.userSeq,
      thematicId: wallets.thematicId,
      at: statements.at,
      isLast: sql<boolean>`NOT EXISTS (
        SELECT FROM ${statements} AS other WHERE ${sameInstant} AND other.seq > ${statements.seq})`,
      before,
    })
    .from(statements)
    .innerJoin(wallets, eq(wallets.seq, statements.walletSeq))
    .leftJoin(
      before,
      sql`${before.seq} = (
        SELECT other.seq FROM ${statements} AS other
        WHERE ${sameInstant} AND other.seq < ${statements.seq} ORDER BY other.seq DESC LIMIT 1)`,
    )
    .where(isOneOfTexts(statements.id, ids))
    .orderBy(statements.seq);
}
