import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { AuditHead, AuditVerification } from '#contract/audit.ts';
import type { AuditKind, AuditResult } from '#contract/auditKinds.ts';
import { formatHead } from '#contract/audit.ts';
import type { QueryInput } from '#contract/operation.ts';
import { getAudit, verifyAudit } from '#contract/operations/audit.ts';
import { call, callWithHeaders, nextPage } from '../../api/client.ts';
import { keys } from '../../portfolio/queryKeys.ts';
import { timeSpans } from '../../portfolio/timeSpans.ts';
import type { DeliverySpan } from '../../url/params.ts';

/** The audit trail has no `since`. */
type AuditSpan = Exclude<DeliverySpan, 'since'>;

export interface AuditFilter {
  readonly q: string;
  readonly actor: string;
  readonly operation: string;
  readonly kind: AuditKind | '';
  readonly id: string;
  readonly result: AuditResult | '';
  readonly span: AuditSpan;
}

type AuditQueryInput = NonNullable<QueryInput<typeof getAudit>>;

function auditQueryOf(filter: AuditFilter, now: number): AuditQueryInput {
  const { q, actor, operation, kind, id, result, span } = filter;
  return {
    q: q || undefined,
    actor: actor || undefined,
    operation: operation || undefined,
    kind: kind || undefined,
    id: id || undefined,
    result: result || undefined,
    from: span === 'all' ? undefined : new Date(now - timeSpans[span]).toISOString(),
  };
}

export function auditQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: keys.audit(filter),
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam ?? auditQueryOf(filter, Date.now());
      const { body, headers } = await callWithHeaders(getAudit, { query }, signal);
      return { query, entries: body, next: nextPage(headers) };
    },
    initialPageParam: null as AuditQueryInput | null,
    getNextPageParam: ({ next }) => next,
  });
}

/** At the service's start, or by the last press of Verify. */
export const lastVerificationQuery = queryOptions({
  queryKey: keys.auditVerification,
  queryFn: ({ signal }) => call(verifyAudit, { query: { last: '1' } }, signal),
});

/** Verifies that the trail is unchanged, and that it has the entry noted earlier. */
export const verifyTrail = mutationOptions({
  mutationFn: (noted: AuditHead | null): Promise<AuditVerification> =>
    call(verifyAudit, { query: { head: noted === null ? undefined : formatHead(noted) } }),
  // The line above the list shows the result too.
  meta: { invalidates: [keys.auditVerification] },
});
