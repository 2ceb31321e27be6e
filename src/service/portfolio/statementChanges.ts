import { eq, sql } from 'drizzle-orm';
import type { EntryChange, ReportedChange } from '#contract/auditChange.ts';
import { sameJson } from '#contract/mergePatch.ts';
import { formatTime } from '#contract/time.ts';
import type { Queries } from '#platform/database/database.ts';
import { statements, wallets } from '#platform/database/schema/portfolio.ts';
import { isOneOfTexts } from '#platform/database/text.ts';
import { contentSql, detailFields, type StatementContent } from './statementContent.ts';

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
      versions: sql<StatementContent[]>`(
        SELECT json_agg(version.content) FROM (
          SELECT ${contentSql.json('other')} AS content FROM statements AS other
          WHERE other.wallet_seq = ${statements.walletSeq} AND other.at = ${statements.at}
            AND other.seq <= ${statements.seq}
          ORDER BY other.seq DESC LIMIT 3
        ) AS version)`,
    })
    .from(statements)
    .innerJoin(wallets, eq(wallets.seq, statements.walletSeq))
    .where(isOneOfTexts(statements.id, ids))
    .orderBy(statements.seq);
  return rows.flatMap(({ of, at, versions }) => {
    const [after, before] = versions;
    const entry = { of, from: formatTime(at), entry: entryOf(versions) };
    return [
      { field: 'holdings', ...entry, ...values(before?.positions, after?.positions) },
      ...detailFields
        .filter((field) => !sameJson(before?.[field] ?? null, after?.[field] ?? null))
        .map((field) => ({ field, ...entry, ...values(before?.[field], after?.[field]) })),
    ];
  });
}

const values = (before: unknown, after: unknown) => ({
  ...(before == null ? {} : { before }),
  ...(after == null ? {} : { after }),
});

/** @param first the content that `before` had replaced: entering it again undoes a correction or a withdrawal. */
function entryOf([after, before, first]: readonly StatementContent[]): EntryChange {
  if (after?.positions == null) return 'withdrawn';
  if (sameJson(first, after)) return 'restored';
  return before?.positions == null ? 'new' : 'corrected';
}
