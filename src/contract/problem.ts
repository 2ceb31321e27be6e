import * as z from 'zod/mini';

// The interface does not show errors. Ours are RFC 9457 problems with a stable code.
/**
 * All problem codes with status and title. A title is a phrase without a full stop. The `detail`, a sentence, is written where
 * the problem is thrown.
 */
export const problemCodes = {
  'malformed-request': [400, 'The request is not valid HTTP'],
  'malformed-json': [400, 'The body is not JSON'],
  'invalid-query': [400, 'The query is invalid'],
  'missing-parameter': [400, 'A parameter is missing'],
  unauthenticated: [401, 'A key is required'],
  forbidden: [403, 'Not allowed'],
  'sign-in-too-old': [403, 'Sign in again'],
  'user-not-found': [404, 'There is no such user'],
  'thematic-not-found': [404, 'There is no such thematic'],
  'definition-not-found': [404, 'There is no such definition'],
  'token-not-found': [404, 'There is no such token'],
  'webhook-not-found': [404, 'There is no such webhook'],
  'delivery-not-found': [404, 'There is no such delivery'],
  'recovery-not-found': [404, 'There is no such recovery'],
  'session-not-found': [404, 'There is no such session'],
  'key-not-found': [404, 'There is no such key'],
  'view-not-found': [404, 'There is no such view'],
  'import-not-found': [404, 'There is no such import'],
  'route-not-found': [404, 'Not found'],
  'method-not-allowed': [405, 'Method not allowed'],
  'not-acceptable': [406, 'None of the accepted types is available'],
  'request-timeout': [408, 'The request took too long to arrive'],
  'backup-running': [409, 'A backup or a restore is running'],
  'store-not-empty': [409, 'The store is not empty'],
  'import-running': [409, 'Another import is running'],
  'import-undone': [409, 'The import is already undone'],
  'market-simulated': [409, 'The market is simulated'],
  'webhook-is-disabled': [409, 'The endpoint is disabled'],
  'secret-unreadable': [409, 'The secret cannot be read'],
  'first-definition': [409, 'The first definition cannot be withdrawn'],
  'holdings-in-the-way': [409, 'Existing holdings prevent this'],
  'too-many-views': [409, 'Too many views'],
  'last-admin-key': [409, 'The last admin key cannot be revoked'],
  'first-key-not-admin': [409, 'The first key must be an admin key'],
  'precondition-failed': [412, 'Precondition failed'],
  'too-large': [413, 'The body is too large'],
  'unsupported-media-type': [415, 'Unsupported media type'],
  'expectation-failed': [417, 'This expectation cannot be met'],
  'misdirected-request': [421, 'Unknown host name'],
  'invalid-body': [422, 'The body is invalid'],
  'invalid-custom-id': [422, 'The customId cannot be used'],
  'invalid-history-type': [422, 'Unknown history type'],
  'json-not-string': [422, 'json is not a string'],
  'json-unparsable': [422, 'json is not JSON'],
  'json-not-object': [422, 'json does not contain an object'],
  'json-too-deep': [422, 'json is nested too deeply'],
  'json-unsupported-text': [422, 'json contains text that cannot be stored'],
  'json-number-range': [422, 'json contains a number that cannot be stored'],
  'attributes-too-large': [422, 'The attributes are too large'],
  'read-only-attribute': [422, 'This attribute cannot be changed'],
  'invalid-holdings': [422, 'The holdings are invalid'],
  'invalid-prices': [422, 'The prices are invalid'],
  'invalid-users': [422, 'The users cannot be imported'],
  'invalid-backup': [422, 'The backup cannot be restored'],
  'invalid-thematic': [422, 'The thematic is invalid'],
  'invalid-url': [422, 'The URL cannot be used'],
  'webhook-type-unknown': [422, 'Unknown webhook type'],
  'webhook-target-forbidden': [422, 'Forbidden webhook address'],
  'upstream-rejected': [422, 'The connected service rejected the request'],
  'rate-limited': [429, 'Too many requests'],
  'headers-too-large': [431, 'The headers are too large'],
  internal: [500, 'Internal error'],
  'not-offered': [501, 'Not supported'],
  'upstream-unreachable': [502, 'The connected service cannot be reached'],
  'upstream-unreadable': [502, 'The answer of the connected service cannot be read'],
  'upstream-refused': [502, 'The connected service rejected our credentials'],
  unavailable: [503, 'The service is unavailable'],
  'upstream-busy': [503, 'The connected service asks us to wait'],
  'upstream-timeout': [504, 'The connected service timed out'],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type ProblemCode = keyof typeof problemCodes;

/** Answers with these statuses contain `Retry-After`. */
const retryStatuses = [429, 503] as const;
type RetryStatus = (typeof retryStatuses)[number];

export const hasRetryAfter = (status: number): status is RetryStatus =>
  retryStatuses.some((one) => one === status);

/** Codes of the problems whose answers contain `Retry-After`. */
export type RetryCode = {
  [Code in ProblemCode]: (typeof problemCodes)[Code][0] extends RetryStatus ? Code : never;
}[ProblemCode];

/** One fault in a body: a JSON Pointer (RFC 6901) and its description. */
export const problemFault = z.looseObject({ pointer: z.string(), detail: z.string() });
export type ProblemFault = z.infer<typeof problemFault>;

/** Problem details (RFC 9457), the body of every error. */
export const problemDetails = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  instance: z.string(),
  code: z.string(),
  errors: z.optional(z.array(problemFault)),
});
export type ProblemDetails = z.infer<typeof problemDetails>;

export const problemMediaType = 'application/problem+json';

/** Returns the JSON Pointer (RFC 6901) of a path of keys. */
export function pointer(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
