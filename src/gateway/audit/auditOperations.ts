import { setTimeout as wait } from 'node:timers/promises';
import { getAudit, verifyAudit } from '#contract/operations/audit.ts';
import { getChanges } from '#contract/operations/changes.ts';
import { defaultPageSize } from '#contract/operations/paging.ts';
import type { Database } from '#platform/database/database.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import { nextLink, readCursor } from '#platform/http/page.ts';
import type { Audit } from './createAudit.ts';
import { entriesCsv, entryView, readChanges, readEntries } from './readEntries.ts';

const chainTimeoutMs = 2000;

export function auditOperations(audit: Audit, { queries }: Database): Implementation[] {
  return [
    implement(getAudit, async ({ query: { format, limit, after, ...filter } }, c) => {
      if (after === undefined) await chained();
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

    implement(verifyAudit, ({ query: { last, head = null } }) => {
      const known = last === '1' && head === null ? audit.lastVerification() : null;
      return known ?? audit.verify(head);
    }),

    implement(getChanges, async ({ query }) => {
      await chained();
      return readChanges(queries, query);
    }),
  ];

  /** An entry is listed once it has its number, which never changes. Without writes, lists show those chained before. */
  async function chained(): Promise<void> {
    const timeout = wait(chainTimeoutMs, undefined, { ref: false });
    await Promise.race([audit.trail.chain().catch(() => {}), timeout]);
  }
}
