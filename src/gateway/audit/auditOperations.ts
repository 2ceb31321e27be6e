import { getAudit, verifyAudit } from '#contract/operations/audit.ts';
import { getChanges } from '#contract/operations/changes.ts';
import { defaultPageSize } from '#contract/operations/paging.ts';
import type { Database } from '#platform/database/database.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import { nextLink, readCursor } from '#platform/http/page.ts';
import type { Audit } from './createAudit.ts';
import { entriesCsv, entryView, readChanges, readEntries } from './readEntries.ts';

export function auditOperations(audit: Audit, { queries }: Database): Implementation[] {
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

    implement(verifyAudit, ({ query: { last, head = null } }) => {
      const known = last === '1' && head === null ? audit.lastVerification() : null;
      return known ?? audit.verify(head);
    }),

    implement(getChanges, ({ query }) => readChanges(queries, query)),
  ];
}
