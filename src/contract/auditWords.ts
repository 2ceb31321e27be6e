/** What became of a request: refused where the role or key did not allow it, failed where something else did not. */
export const auditResults = ['ok', 'refused', 'failed'] as const;
export type AuditResult = (typeof auditResults)[number];

/** What is changed. */
export const auditKinds = [
  'user',
  'thematic',
  'endpoint',
  'delivery',
  'recovery',
  'import',
  'key',
  'session',
] as const;
export type AuditKind = (typeof auditKinds)[number];
