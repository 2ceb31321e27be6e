/** The error of fetch for forbidden ports has no code. */
const badPort = 'ERR_BAD_PORT';

/** The code of an error or of its cause; otherwise the name of the cause. */
export function faultCode(error: unknown): string {
  let code = 'UNKNOWN';
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    code = cause.message === 'bad port' ? badPort : cause.name;
    if ('code' in cause && typeof cause.code === 'string') {
      code = cause.code;
      break;
    }
  }
  return code.replaceAll(/[^\w.-]/g, '').slice(0, 100);
}

/**
 * Why a request got no answer, as a plain sentence. Of library messages, which are for programmers, only the code is
 * shown.
 */
export function networkFault(error: unknown): string {
  return knownNetworkFault(error) ?? `The attempt failed (${faultCode(error)}).`;
}

/** Like `networkFault`; undefined for other failures. */
export function knownNetworkFault(error: unknown): string | undefined {
  const code = faultCode(error);
  return sentences[code] ?? families.find(([prefix]) => code.startsWith(prefix))?.[1];
}

export function isUntrusted(error: unknown): boolean {
  const sentence = networkFault(error);
  return sentence === untrusted || sentence === selfSigned;
}

const noHttp = 'The answer is not valid HTTP.';
const noTls = 'This port does not use TLS.';
const untrusted = 'The certificate is not signed by a trusted authority.';
const selfSigned = 'The certificate is self-signed.';
const reset = 'The connection was reset before an answer arrived.';
const timedOut = 'The connection timed out.';
const unknownHost = 'Unknown host name.';
const noName = 'The lookup of the host name failed.';
const noRoom = 'This machine has too many open connections.';

const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: unknownHost,
  ENODATA: unknownHost,
  ETIMEOUT: 'The name servers did not answer in time.',
  EAI_AGAIN: noName,
  ESERVFAIL: noName,
  EREFUSED: noName,
  ETIMEDOUT: timedOut,
  UND_ERR_CONNECT_TIMEOUT: timedOut,
  ECONNREFUSED: 'Connection refused.',
  ECONNRESET: reset,
  [badPort]: 'This port belongs to another protocol and is blocked for HTTP.',
  EPIPE: reset,
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host’s network cannot be reached.',
  EMFILE: noRoom,
  ENFILE: noRoom,
  UND_ERR_SOCKET: 'The connection was closed before an answer arrived.',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are too large.',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH:
    'The length of the answer does not match its Content-Length.',
  // undici asserts that a status is 100 or more, and that the protocol does not change without a request.
  ERR_ASSERTION: noHttp,
  HTTPParserError: noHttp,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  EPROTO: noTls,
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet.',
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host.',
};

const families: readonly (readonly [prefix: string, sentence: string])[] = [
  ['HPE_', noHttp],
  ['ERR_SSL_', 'The TLS handshake failed.'],
];
