import * as z from 'zod/mini';

// The interface does not show errors. Ours are RFC 9457 problems with a stable code.
/**
 * All problem codes with status and title. A title is a phrase without a full stop. The `detail`, a sentence, is written where
 * the problem is thrown.
 */
export const problemCodes = {
  'malformed-request': [400, 'The request is not HTTP'],
  'malformed-json': [400, 'The body is not JSON'],
  'invalid-query': [400, 'The query is invalid'],
  'missing-parameter': [400, 'A parameter is missing'],
  unauthenticated: [401, 'A key is needed'],
  forbidden: [403, 'This is not allowed'],
  'sign-in-too-old': [403, 'Sign in again for this'],
  'user-not-found': [404, 'There is no such user'],
  'thematic-not-found': [404, 'There is no such thematic'],
  'definition-not-found': [404, 'There is no such definition'],
  'token-not-found': [404, 'There is no such token'],
  'webhook-not-found': [404, 'There is no such webhook'],
  'delivery-not-found': [404, 'There is no such delivery'],
  'recovery-not-found': [404, 'There is no such recovery'],
  'session-not-found': [404, 'There is no such session'],
  'key-not-found': [404, 'There is no such key'],
  'import-not-found': [404, 'There is no such import'],
  'route-not-found': [404, 'There is nothing at this address'],
  'method-not-allowed': [405, 'This method is not allowed here'],
  'not-acceptable': [406, 'None of the accepted types can be sent'],
  'request-timeout': [408, 'The request took too long to arrive'],
  'backup-running': [409, 'A backup or a restore is running'],
  'store-not-empty': [409, 'The store is not empty'],
  'import-running': [409, 'Another import is running'],
  'import-undone': [409, 'The import was undone already'],
  'market-simulated': [409, 'The market is simulated'],
  'webhook-is-disabled': [409, 'The endpoint is disabled'],
  'secret-unreadable': [409, 'The secret cannot be read'],
  'first-definition': [409, 'The first definition cannot be retracted'],
  'holdings-in-the-way': [409, 'Holdings stand in the way'],
  'last-admin-key': [409, 'The last key of an admin cannot be revoked'],
  'first-key-not-admin': [409, 'The first key must be an admin’s'],
  'precondition-failed': [412, 'It is not as you expected'],
  'too-large': [413, 'The body is too large'],
  'unsupported-media-type': [415, 'This media type is not supported'],
  'expectation-failed': [417, 'This expectation cannot be met'],
  'misdirected-request': [421, 'This service does not answer to that host'],
  'invalid-body': [422, 'The body is invalid'],
  'invalid-custom-id': [422, 'The customId cannot be used'],
  'invalid-history-type': [422, 'There is no such history type'],
  'json-not-string': [422, 'json is not a string'],
  'json-unparsable': [422, 'json is not JSON'],
  'json-not-object': [422, 'json does not hold an object'],
  'json-too-deep': [422, 'json is nested too deeply'],
  'json-unsupported-text': [422, 'json holds text that cannot be stored'],
  'json-number-range': [422, 'json holds a number that cannot be stored'],
  'attributes-too-large': [422, 'The attributes are too large'],
  'read-only-attribute': [422, 'This attribute cannot be changed'],
  'invalid-holdings': [422, 'The holdings are invalid'],
  'invalid-prices': [422, 'The prices are invalid'],
  'invalid-users': [422, 'The users cannot be imported'],
  'invalid-backup': [422, 'The backup cannot be restored'],
  'invalid-thematic': [422, 'The thematic is invalid'],
  'invalid-url': [422, 'The URL cannot be used'],
  'webhook-type-unknown': [422, 'There is no such webhook type'],
  'webhook-target-forbidden': [422, 'Messages may not be sent there'],
  'upstream-rejected': [422, 'The connected service refused this'],
  'rate-limited': [429, 'Too many requests'],
  'headers-too-large': [431, 'The headers are too large'],
  internal: [500, 'Something went wrong here'],
  'not-offered': [501, 'This is not offered'],
  'upstream-unreachable': [502, 'The connected service cannot be reached'],
  'upstream-unreadable': [502, 'The connected service’s answer cannot be read'],
  'upstream-refused': [502, 'The connected service refused our credentials'],
  unavailable: [503, 'The service is not available'],
  'upstream-busy': [503, 'The connected service wants us to wait'],
  'upstream-timeout': [504, 'The connected service took too long'],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type ProblemCode = keyof typeof problemCodes;

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
