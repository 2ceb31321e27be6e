/**
 * Result of a request: `refused` for a missing role or key, `failed` for any other problem. `started` precedes the entry
 * of a request that changes more than one transaction, such as an import.
 */
export const auditResults = ['ok', 'refused', 'failed', 'started'] as const;
export type AuditResult = (typeof auditResults)[number];

export const auditKinds = [
  'user',
  'thematic',
  'endpoint',
  'delivery',
  'recovery',
  'import',
  'key',
  'session',
  'view',
] as const;
export type AuditKind = (typeof auditKinds)[number];
