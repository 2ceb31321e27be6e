import type { AuditEntry, AuditVerification } from '#contract/audit.ts';
import type { AuditKind, AuditResult } from '#contract/auditKinds.ts';
import { operationLabel } from '../../portfolio/operationLabels.ts';
import { pageLinks } from '../../url/pageLinks.ts';
import { endpointParam } from '../../url/params.ts';
import { urls } from '../../url/urls.ts';

export const resultLabels: Readonly<Record<AuditResult, string>> = {
  ok: 'Done',
  refused: 'Refused',
  failed: 'Failed',
  started: 'Started',
};

export const kindLabels: Readonly<Record<AuditKind, string>> = {
  user: 'User',
  thematic: 'Thematic',
  endpoint: 'Endpoint',
  delivery: 'Delivery',
  recovery: 'Recovery',
  import: 'Import',
  key: 'Key',
  session: 'Session',
  view: 'View',
};

export function actionLabel({ operation, count }: AuditEntry): string {
  const label = operation === null ? 'Requests' : operationLabel(operation);
  return count > 1 ? `${label} × ${count}` : label;
}

export function faultText({ detail }: NonNullable<AuditVerification['fault']>): string {
  return `${detail} Compare the trail with a backup, and find out who could write to the database.`;
}

/** The URL of an endpoint; otherwise an id. */
export function subjectText({ subject }: AuditEntry): string {
  return subject === null ? '' : (subject.name ?? subject.id ?? '');
}

export function subjectPage({ subject }: AuditEntry): string | null {
  if (subject?.id == null) return null;
  if (subject.kind === 'user') return urls.user(subject.id);
  if (subject.kind === 'thematic') return urls.thematic(subject.id);
  if (subject.kind !== 'endpoint') return null;
  return `${pageLinks.webhooks.to}?${new URLSearchParams({ [endpointParam.name]: subject.id }).toString()}`;
}
