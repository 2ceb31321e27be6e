import { Problem } from '#platform/http/problem.ts';
import { RefusedError } from '../guard/resolve.ts';

/** Why an attempt failed, in a sentence of our own. */
export class FaultError extends Error {
  override readonly name: string = 'FaultError';
}

export class TimeoutError extends FaultError {
  override readonly name = 'TimeoutError';
}

const timeoutCodes = new Set(['ETIMEDOUT', 'ETIMEOUT']);

/** Whether an attempt failed because something took too long. */
export function isTimeout(error: unknown): boolean {
  return error instanceof TimeoutError || timeoutCodes.has(codeOf(error));
}

export function faultOfStatus(status: number): string {
  if (status >= 300 && status < 400) return `Answered ${status}; redirects are not followed.`;
  return `Answered ${status}.`;
}

/** Why no answer came, in one plain sentence. Messages of libraries are for programmers: only their code is shown. */
export function faultOf(error: unknown): string {
  const isOurs = [FaultError, RefusedError, Problem].some((kind) => error instanceof kind);
  if (isOurs && error instanceof Error) return error.message;
  const code = codeOf(error);
  const known = sentences[code] ?? families.find(([prefix]) => code.startsWith(prefix))?.[1];
  return known ?? `The attempt failed (${code}).`;
}

/** The code of an error of Node or a library, or its name if it has none. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return code.replaceAll(/[^\w.-]/g, '').slice(0, 100);
}

const noHttp = 'The answer is not valid HTTP.';
const noTls = 'The receiver does not speak TLS at this port.';
const untrusted = 'The certificate is not signed by a trusted authority.';
const reset = 'The connection was reset before an answer came.';
const unknownHost = 'The host name is unknown.';
const noName = 'The host name could not be looked up.';
const noRoom = 'This machine has too many open connections.';

const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: unknownHost,
  ENODATA: unknownHost,
  ETIMEOUT: 'The name servers did not answer in time.',
  EAI_AGAIN: noName,
  ESERVFAIL: noName,
  EREFUSED: noName,
  ETIMEDOUT: 'The connection was not established in time.',
  ECONNREFUSED: 'The connection was refused: nothing listens there.',
  ECONNRESET: reset,
  EPIPE: reset,
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The network of the host cannot be reached.',
  EMFILE: noRoom,
  ENFILE: noRoom,
  UND_ERR_SOCKET: 'The connection was closed before an answer came.',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are too large.',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH:
    'The length of the answer does not match its Content-Length.',
  // undici asserts that a status is 100 or more, and that nobody changes the protocol without a request.
  ERR_ASSERTION: noHttp,
  HTTPParserError: noHttp,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  EPROTO: noTls,
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host.',
};

const families: readonly (readonly [prefix: string, sentence: string])[] = [
  ['HPE_', noHttp],
  ['ERR_SSL_', 'TLS could not be negotiated with the receiver.'],
];
