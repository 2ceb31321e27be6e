import { eq, sql } from 'drizzle-orm';
import { formatTime } from '#contract/time.ts';
import type { ImportUndoLine } from '#contract/userImport.ts';
import type { Queries } from '#platform/database/database.ts';
import type { ImportedUserRow } from '#platform/database/schema/imports.ts';
import {
  statements,
  users,
  wallets,
  type Attributes,
  type Position,
  type UserRow,
} from '#platform/database/schema/portfolio.ts';
import { Problem } from '#platform/http/problem.ts';
import { changeLockedUser, type ChangeContext } from '../portfolio/changeUser.ts';
import { sameJson } from '#contract/mergePatch.ts';
import {
  countImported,
  findImport,
  forgetImported,
  readImported,
  type ImportRecord,
} from './importRecords.ts';

const batchSize = 200;
const usersPerProgress = 100;

/** A field of a user that changed since the import, and so stays as it is. */
interface Kept {
  readonly field: string;
  readonly reason: string;
}

/**
 * Takes back the attributes and holdings that an import wrote, each user in a transaction of its own. What changed since is
 * reported and left as it is; users that it created stay. Stopped, it can be sent again. 404 import-not-found.
 */
export async function* undoImportLines(
  id: string,
  context: ChangeContext,
): AsyncGenerator<ImportUndoLine, undefined> {
  const { queries } = context.database;
  const record = await findImport(queries, id);
  const total = await countImported(queries, record);
  const result = { restored: 0, kept: 0, created: total.created };
  let done = 0;
  for await (const imported of eachImported(queries, record)) {
    const { user, kept } = await undoUser(imported, context);
    for (const fault of kept) yield { user, ...fault };
    result[kept.length === 0 ? 'restored' : 'kept'] += 1;
    done += 1;
    if (done % usersPerProgress === 0) yield { progress: 'Undoing', done, of: total.users };
  }
  yield { result };
}

async function* eachImported(
  queries: Queries,
  record: ImportRecord,
): AsyncGenerator<ImportedUserRow> {
  let after = 0;
  for (;;) {
    const rows = await readImported(queries, record, after, batchSize);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield* rows;
    after = last.userSeq;
  }
}

async function undoUser(
  imported: ImportedUserRow,
  context: ChangeContext,
): Promise<{ user: string; kept: readonly Kept[] }> {
  let user = '';
  try {
    return await context.database.transaction(async (tx) => {
      const [row] = await tx
        .select()
        .from(users)
        .where(eq(users.seq, imported.userSeq))
        .for('update');
      if (row === undefined) return { user: '', kept: [] };
      user = row.customId;
      const attributes = restoredAttributes(row, imported);
      const holdings = await restoredHoldings(tx, imported);
      await changeLockedUser(tx, context, row, {
        attributes: () => attributes.restored,
        wallets: holdings.restored.length === 0 ? undefined : holdings.restored,
      });
      await forgetImported(tx, imported);
      return { user, kept: [...attributes.kept, ...holdings.kept] };
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // The market may have been replaced since: what was held before cannot be stated in it.
    return { user, kept: [{ field: 'wallets', reason: error.message }] };
  }
}

function restoredAttributes(
  row: UserRow,
  { attributes }: ImportedUserRow,
): { restored: Attributes; kept: Kept[] } {
  const now = new Map(Object.entries(row.attributes));
  const kept: Kept[] = [];
  for (const change of attributes) {
    const { name, before, after } = change;
    if (now.has(name) !== 'after' in change || !sameJson(now.get(name), after)) {
      kept.push({ field: name, reason: `${name} was changed since the import.` });
    } else if ('before' in change) now.set(name, before);
    else now.delete(name);
  }
  return { restored: Object.fromEntries(now), kept };
}

/** For each statement of an import what stood in its place before; none where somebody stated another since. */
async function restoredHoldings(
  tx: Queries,
  imported: ImportedUserRow,
): Promise<{ restored: unknown[]; kept: Kept[] }> {
  const written = await readWritten(tx, imported.statements);
  const restored: unknown[] = [];
  const kept: Kept[] = [];
  for (const { thematicId, at, isLast, before } of written) {
    const instant = formatTime(at);
    if (isLast) restored.push({ thematics: thematicId, at: instant, tokens: before });
    else {
      kept.push({
        field: thematicId,
        reason: `The holdings in ${thematicId} from ${instant} on were stated again since the import.`,
      });
    }
  }
  if (written.length < imported.statements.length) {
    kept.push({ field: 'wallets', reason: 'A wallet of the import no longer exists.' });
  }
  return { restored, kept };
}

/** Statements of an import that still exist, with what was stated for the same wallet and instant before and since. */
function readWritten(tx: Queries, ids: readonly string[]) {
  const sameInstant = sql`other.wallet_seq = ${statements.walletSeq} AND other.at = ${statements.at}`;
  return tx
    .select({
      thematicId: wallets.thematicId,
      at: statements.at,
      isLast: sql<boolean>`NOT EXISTS (
        SELECT FROM ${statements} AS other WHERE ${sameInstant} AND other.seq > ${statements.seq})`,
      before: sql<Position[] | null>`(
        SELECT other.positions FROM ${statements} AS other
        WHERE ${sameInstant} AND other.seq < ${statements.seq} ORDER BY other.seq DESC LIMIT 1)`,
    })
    .from(statements)
    .innerJoin(wallets, eq(wallets.seq, statements.walletSeq))
    .where(sql`${statements.id} IN (SELECT json_array_elements_text(${JSON.stringify(ids)}::json))`)
    .orderBy(statements.seq);
}
