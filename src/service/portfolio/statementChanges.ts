import { eq, sql } from 'drizzle-orm';
import type { EntryChange, ReportedChange } from '#contract/auditChange.ts';
import { sameJson } from '#contract/mergePatch.ts';
import { formatTime } from '#contract/time.ts';
import type { Queries } from '#platform/database/database.ts';
import { statements, wallets, type StoredPosition } from '#platform/database/schema/portfolio.ts';
import { isOneOfTexts } from '#platform/database/text.ts';

type Positions = readonly StoredPosition[] | null;

/** Compares statements with the replaced ones of the same wallet and date, for the audit trail. */
export async function statementChanges(
  queries: Queries,
  ids: readonly string[],
): Promise<ReportedChange[]> {
  if (ids.length === 0) return [];
  const rows = await queries
    .select({
      of: wallets.thematicId,
      at: statements.at,
      after: statements.positions,
      earlier: sql<Positions[] | null>`(
        SELECT json_agg(positions ORDER BY seq DESC) FROM (
          SELECT other.positions, other.seq FROM statements AS other
          WHERE other.wallet_seq = ${statements.walletSeq} AND other.at = ${statements.at}
            AND other.seq < ${statements.seq}
          ORDER BY other.seq DESC LIMIT 2
        ) AS replaced)`,
    })
    .from(statements)
    .innerJoin(wallets, eq(wallets.seq, statements.walletSeq))
    .where(isOneOfTexts(statements.id, ids))
    .orderBy(statements.seq);
  return rows.map(({ of, at, after, earlier }) => {
    const [before = null, first = null] = earlier ?? [];
    return {
      field: 'holdings',
      of,
      from: formatTime(at),
      entry: entryOf(after, before, first),
      ...(before === null ? {} : { before }),
      ...(after === null ? {} : { after }),
    };
  });
}

/** @param first the positions that `before` had replaced: entering them again undoes a correction or a withdrawal. */
function entryOf(after: Positions, before: Positions, first: Positions): EntryChange {
  if (after === null) return 'withdrawn';
  if (first !== null && sameJson(first, after)) return 'restored';
  return before === null ? 'new' : 'corrected';
}
