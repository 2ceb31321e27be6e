// Differences that two recordings may have. Everything else in them must be equal.

/** Names that changed: of headers, of fields and of paths, each with the name before. */
export const renamed = {
  headers: { reading: 'response-notes' },
  /** Also in the OpenAPI document, where they are names of properties and of headers. */
  fields: { unstated: 'unsupported', Reading: 'Response-Notes' },
  paths: { '/x/upstream/reading': '/x/upstream/sync' },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

/** Fields that hold sentences or words for people. Both recordings must have one; the words may differ. */
export const sentences: ReadonlySet<string> = new Set([
  'title',
  'detail',
  'notes',
  'reason',
  'why',
  'description',
  'summary',
  'fault',
  'disabledBecause',
  'stale',
  'progress',
  'shape',
  // Of the check of another service.
  'checks',
  'found',
  'handling',
  'left',
  'source',
  'unreachable',
]);

interface AllowedField {
  readonly operation: string;
  /** A regular expression of the field. */
  readonly field: RegExp;
  readonly why: string;
}

/** Single fields that may differ. */
export const allowedFields: readonly AllowedField[] = [
  {
    operation: 'GET /p/openapi.json',
    field: /^body\.(tags|paths\..*\.tags)/,
    why: 'headings of the API reference',
  },
  {
    operation: 'GET /p/docs',
    field: /^headers\.content-security-policy$/,
    why: 'the API reference has a policy of its own',
  },
  {
    operation: 'getCapabilities',
    field: /^body\.(offers|notOffered)/,
    why: 'follows from answers that were 501',
  },
  {
    operation: 'getPerformance',
    field: /^body\.reason$/,
    why: 'flow and return that are null come with their reason',
  },
  {
    operation: 'getWalletsPerformance',
    field: /^body\.reason$/,
    why: 'as above',
  },
  {
    operation: 'GET /p/openapi.json',
    field: /^body\.paths\.\/x\/users\/\{id\}\/(wallets\/)?performance\/.*\.reason$/,
    why: 'as above',
  },
  {
    operation: 'checkUpstream',
    field: /^body/,
    why: 'the check lists what the parser found, and no points written by hand',
  },
  {
    operation: 'GET /p/openapi.json',
    field: /^body\.paths\.\/x\/upstream\/check\./,
    why: 'as above',
  },
  {
    operation: 'getMetrics',
    field: /^body\.# portfolio_webhook_attempt_duration_seconds$/,
    why: 'the type of a metric is written before it has a value',
  },
  {
    operation: 'GET /p/openapi.json',
    field: /\.responses\.(429|503)\.headers$/,
    why: 'every 429 and 503 lists Retry-After',
  },
  {
    operation: 'GET /p/openapi.json',
    field:
      /^body\.components\.schemas\.(Recovery(Request|Count)|(Wallets)?Performance|Exposure(Row|Page))$/,
    why: 'schemas with a name of their own',
  },
  {
    operation: 'GET /p/openapi.json',
    field:
      /\/(exposure|performance\/\{historyType\}|recover)\.\w+\..*\.schema\.(type|properties|required|additionalProperties|\$ref)$/,
    why: 'as above',
  },
];
