import type { AuditHead, AuditVerification } from '#contract/audit.ts';
import { getAudit, getChanges, verifyAudit } from '#contract/operations/audit.ts';
import { defaultPageSize } from '#contract/operations/paging.ts';
import type { Database } from '#platform/database/database.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import { nextLink, readCursor } from '#platform/http/page.ts';
import { verifyChain } from './chain.ts';
import { entriesCsv, entryView, readChanges, readEntries } from './readEntries.ts';

interface AuditOperationsOptions {
  readonly database: Database;
  readonly clock: () => number;
}

/** The audit trail: read, verified, and of one user, thematic or endpoint. */
export function auditOperations({ database, clock }: AuditOperationsOptions): Implementation[] {
  const { queries } = database;
  const running = new Map<string, Promise<AuditVerification>>();

  /** One at a time for all who wait for the same. */
  async function verify(noted: AuditHead | null): Promise<AuditVerification> {
    const key = JSON.stringify(noted);
    const verifying =
      running.get(key) ??
      verifyChain(queries, { now: clock(), noted }).finally(() => running.delete(key));
    running.set(key, verifying);
    return verifying;
  }

  return [
    implement(getAudit, async ({ query: { format, limit, after, ...filter } }, c) => {
      if (format === 'csv') {
        return c.body(entriesCsv(queries, filter), 200, {
          'Content-Type': 'text/csv; charset=utf-8; header=present',
          'Content-Disposition': 'attachment; filename="audit.csv"',
          'Cache-Control': 'no-store',
        });
      }
      const size = limit ?? defaultPageSize.audit;
      const before = after === undefined ? null : readCursor(after);
      const { rows, last } = await readEntries(queries, filter, { limit: size, before });
      const next = last === null ? {} : { Link: nextLink(new URL(c.req.url), size, last) };
      return new Reply(200, rows.map(entryView), next);
    }),

    implement(verifyAudit, ({ query: { head } }) => verify(head ?? null)),

    implement(getChanges, ({ query }) => readChanges(queries, query)),
  ];
}
