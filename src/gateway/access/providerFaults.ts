import type { Log } from '#platform/http/errors.ts';
import { createSecretCover } from '#platform/http/secretCover.ts';

/** Reason for a failed sign-in, shown to the person. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  /** 503: the provider failed, and a retry may succeed. */
  readonly status: 400 | 403 | 503;
  /** The person must authenticate again at the provider. */
  readonly needsProof: boolean;
  constructor(status: SignInError['status'], message: string, needsProof = false) {
    super(message);
    this.status = status;
    this.needsProof = needsProof;
  }
}

export interface ProviderFaultsOptions {
  readonly host: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly log: Log;
}

const maxReasonLength = 300;
/** Maximum characters of a provider's text that we read. */
const maxReadLength = 4000;

/** Library codes for an endpoint that is missing, times out, or answers with an error or without JSON. */
const failing =
  /^OAUTH_(RESPONSE_IS_NOT_CONFORM|RESPONSE_IS_NOT_JSON|PARSE_ERROR|TIMEOUT|ABORT|HTTP_REQUEST_FORBIDDEN|(MISSING|INVALID)_SERVER_METADATA)$/;

/** Turns provider faults into messages for the person, without our secrets. */
export function createProviderFaults({ host, clientId, clientSecret, log }: ProviderFaultsOptions) {
  const encoded = new URLSearchParams([[clientId, clientSecret]]).toString().replace('=', ':');
  const cover = createSecretCover([clientSecret, `${clientId}:${clientSecret}`, encoded]);

  function reasonOf({ error, error_description: why }: OAuthError): string {
    const text = typeof why === 'string' && why !== '' ? `${error}: ${why}` : error;
    const line = cover.text(text.slice(0, maxReadLength)).replaceAll(/[\p{C}\s]+/gu, ' ');
    return line.slice(0, maxReasonLength).trim();
  }

  function logged(error: unknown, reason = ''): void {
    const suffix = reason === '' ? '' : ` (${reason})`;
    log(`Sign-in through the OpenID Connect provider ${host} failed${suffix}`, error);
  }

  function unreachable(error: unknown): SignInError {
    logged(error);
    return new SignInError(503, `${host} cannot be reached now. Try again in a minute.`);
  }

  return {
    /** For a fault while loading the provider's metadata. */
    unreachable,

    async of(error: unknown): Promise<SignInError> {
      if (error instanceof SignInError) return error;
      const library = await import('openid-client');
      if (error instanceof library.AuthorizationResponseError) {
        const reason = reasonOf(error);
        if (!/^(server_error|temporarily_unavailable)$/.test(error.error)) {
          return new SignInError(403, `${host} did not sign you in (${reason}).`);
        }
        logged(error, reason);
        return new SignInError(503, `${host} cannot sign you in now (${reason}).`);
      }
      if (error instanceof library.ResponseBodyError && error.error === 'invalid_grant') {
        return new SignInError(400, 'This sign-in was already used, or took too long.');
      }
      const isRefused =
        error instanceof library.ResponseBodyError ||
        error instanceof library.WWWAuthenticateChallengeError;
      if (isRefused) {
        const reason = 'error' in error ? reasonOf(error) : `status ${error.status}`;
        logged(error, reason);
        return new SignInError(503, `${host} does not accept this service (${reason}).`);
      }
      if (!(error instanceof library.ClientError) || isFailing(error)) return unreachable(error);
      logged(error);
      return new SignInError(
        400,
        `The answer of ${host} does not belong to this sign-in, or cannot be trusted.`,
      );
    },
  };
}

interface OAuthError {
  readonly error: string;
  readonly error_description?: string | undefined;
}

function isFailing({ code, cause }: Error & { readonly code?: string | undefined }): boolean {
  if (code === undefined || failing.test(code)) return true;
  // An endpoint returned JSON of the wrong shape, such as a key set without keys.
  const details = cause instanceof Error ? cause.cause : undefined;
  return typeof details === 'object' && details !== null && 'body' in details;
}
