import { createHash } from 'node:crypto';
import type * as openid from 'openid-client';
import * as z from 'zod/mini';
import { callerRoles, sessionHours, type CallerRole } from '#contract/access.ts';
import { hour } from '#contract/historyType.ts';
import type { Log } from '#platform/http/errors.ts';
import { Refusal } from '../config/refusal.ts';
import type { Config } from '../config/settings.ts';
import type { SignedIn } from './callers.ts';

/** What a sign-in is begun with; its answer must fit. */
export const signInChecks = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
});
type SignInChecks = z.infer<typeof signInChecks>;

/** An OpenID Connect provider one can sign in through. */
export interface Provider {
  /** What it is called on the screen. */
  readonly host: string;
  /**
   * Where a browser signs in.
   * @param again also whom the provider knows still.
   * @throws {SignInError}
   */
  begin(
    callback: string,
    again: boolean,
  ): Promise<{ readonly address: string; readonly checks: SignInChecks }>;
  /** Who signed in, as the provider answers to the callback's address. @throws {SignInError} */
  finish(answer: URL, checks: SignInChecks): Promise<SignedIn>;
}

/** Why nobody could sign in, for who tried it. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  readonly status: 400 | 403 | 503;
  constructor(status: SignInError['status'], message: string) {
    super(message);
    this.status = status;
  }
}

const members = [
  'oidcIssuer',
  'oidcClientId',
  'oidcClientSecret',
  'oidcRoleClaim',
  'oidcAdminValues',
  'oidcAnalystValues',
] as const satisfies (keyof Config)[];

type ProviderSettings = {
  readonly [Name in (typeof members)[number]]: NonNullable<Config[Name]>;
} & Pick<Config, 'oidcMonitorValues'>;

/** The settings of the provider; null: there is none. Some without the others are refused; those of monitors are optional. */
export function providerSettingsOf(config: Config): ProviderSettings | null {
  const missing = members.filter((name) => config[name] === null);
  if (missing.length === members.length && config.oidcMonitorValues === null) return null;
  if (isComplete(config)) return config;
  const names = missing.map((name) => name.replaceAll(/[A-Z]/g, '_$&').toUpperCase());
  throw new Refusal(
    `Signing in through OpenID Connect needs ${names.join(', ')} too: set all of its settings (OIDC_…), or none.`,
  );
}

function isComplete(config: Config): config is Config & ProviderSettings {
  return members.every((name) => config[name] !== null);
}

/** So many seconds a provider has to answer. */
const timeout = 10;
/** What is asked for, as far as the provider has it: the claim of the role may come with any of them. */
const scopes = ['openid', 'profile', 'email', 'groups', 'roles'];
/** A provider's addresses and keys are looked up again after so long. */
const knownMs = hour;

/** The provider of the settings. It is looked up when somebody signs in: the process starts while it is down. */
export function createProvider(settings: ProviderSettings, log: Log): Provider {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcRoleClaim } = settings;
  const issuer = new URL(oidcIssuer);
  const { host } = issuer;
  let known: { readonly at: number; readonly client: Promise<Client> } | null = null;

  /** The library with the provider's addresses and keys. It is loaded when it is needed. */
  async function discover(): Promise<Client> {
    const library = await import('openid-client');
    const { discovery, ClientSecretBasic, ClientSecretPost } = library;
    const isPlain = issuer.protocol === 'http:';
    const config = await discovery(
      issuer,
      oidcClientId,
      undefined,
      (server, ...rest) => {
        const methods = server.token_endpoint_auth_methods_supported ?? [];
        const method = methods.includes('client_secret_post')
          ? ClientSecretPost(oidcClientSecret)
          : ClientSecretBasic(oidcClientSecret);
        method(server, ...rest);
      },
      {
        timeout,
        execute: [
          // Whoever answers in the provider's place lacks its keys.
          library.enableNonRepudiationChecks,
          ...(isPlain ? [library.allowInsecureRequests] : []),
        ],
      },
    );
    return { library, config };
  }

  function client(): Promise<Client> {
    const now = performance.now();
    if (known === null || now - known.at > knownMs) known = { at: now, client: discover() };
    const { client } = known;
    client.catch(() => {
      known = null;
    });
    return client;
  }

  /** The provider's answer, or why there is none. */
  async function asking<Answer>(ask: (client: Client) => Promise<Answer>): Promise<Answer> {
    try {
      return await ask(await client());
    } catch (error) {
      throw await faultOf(error);
    }
  }

  async function faultOf(error: unknown): Promise<SignInError> {
    if (error instanceof SignInError) return error;
    const { AuthorizationResponseError, ResponseBodyError, ClientError } =
      await import('openid-client');
    if (error instanceof AuthorizationResponseError) {
      const { error: code, error_description: why } = error;
      const reason = [code, ...(why === undefined ? [] : [why])].join(': ').slice(0, 300);
      return new SignInError(403, `${host} did not sign you in (${reason}).`);
    }
    if (error instanceof ResponseBodyError && error.error === 'invalid_grant') {
      return new SignInError(400, 'This sign-in was used already, or took too long.');
    }
    log(`Signing in through the OpenID Connect provider ${host} failed`, error);
    if (error instanceof ResponseBodyError) {
      return new SignInError(
        503,
        `${host} does not accept this service (${error.error}). An operator finds more in its log.`,
      );
    }
    if (error instanceof ClientError && !/TIMEOUT|ABORT/.test(error.code ?? '')) {
      return new SignInError(
        400,
        `The answer of ${host} does not belong to this sign-in, or cannot be trusted.`,
      );
    }
    return new SignInError(503, `${host} cannot be reached now.`);
  }

  async function signedIn({ library, config }: Client, tokens: Tokens): Promise<SignedIn> {
    const claims = tokens.claims();
    if (claims === undefined) throw new Error('An identity that was checked was not there');
    const isInToken = valuesOf(claims, oidcRoleClaim).length > 0;
    const hasUserInfo = config.serverMetadata().userinfo_endpoint !== undefined;
    // Many providers say only there in which groups somebody is.
    const person =
      isInToken || !hasUserInfo
        ? claims
        : {
            ...(await library.fetchUserInfo(config, tokens.access_token, claims.sub)),
            ...claims,
          };
    const values = valuesOf(person, oidcRoleClaim);
    const role = roleOf(values, settings);
    const name = nameOf(person);
    if (role === null) {
      throw new SignInError(
        403,
        `${name} has no role here: ${host} names none in ${oidcRoleClaim} that this service knows. An admin of it can change that.`,
      );
    }
    const { auth_time: seconds } = claims;
    const proved = typeof seconds === 'number' ? { provedAt: seconds * 1000 } : {};
    return { subject: subjectOf(claims), name, role, ...proved };
  }

  return {
    host,

    begin: (callback, again) =>
      asking(async ({ library, config }) => {
        const checks = {
          state: library.randomState(),
          nonce: library.randomNonce(),
          verifier: library.randomPKCECodeVerifier(),
        };
        const offered = config.serverMetadata().scopes_supported ?? scopes.slice(0, 3);
        const { href: address } = library.buildAuthorizationUrl(config, {
          redirect_uri: callback,
          scope: scopes.filter((scope) => offered.includes(scope)).join(' '),
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await library.calculatePKCECodeChallenge(checks.verifier),
          code_challenge_method: 'S256',
          // With it a provider says when that was.
          max_age: String(sessionHours * 3600),
          ...(again && { prompt: 'login' }),
        });
        return { address, checks };
      }),

    finish: (answer, { state, nonce, verifier }) =>
      asking(async (found) =>
        signedIn(
          found,
          await found.library.authorizationCodeGrant(found.config, answer, {
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: verifier,
            idTokenExpected: true,
          }),
        ),
      ),
  };
}

interface Client {
  readonly library: typeof openid;
  readonly config: openid.Configuration;
}

type Tokens = Awaited<ReturnType<Client['library']['authorizationCodeGrant']>>;

/** The texts of a claim by its name, or by the path to it (`realm_access.roles`): one, or a list. */
function valuesOf(claims: object, name: string): string[] {
  const found = Object.hasOwn(claims, name)
    ? Reflect.get(claims, name)
    : name.split('.').reduce<unknown>(memberOf, claims);
  const values: readonly unknown[] = Array.isArray(found) ? found : [found];
  return values.filter((value) => typeof value === 'string');
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

/** The first role that one of the values stands for. */
function roleOf(values: readonly string[], settings: ProviderSettings): CallerRole | null {
  const { oidcAdminValues, oidcAnalystValues, oidcMonitorValues } = settings;
  const valuesOfRole: Record<CallerRole, readonly string[]> = {
    admin: oidcAdminValues,
    analyst: oidcAnalystValues,
    monitor: oidcMonitorValues ?? [],
  };
  return (
    callerRoles.find((role) => values.some((value) => valuesOfRole[role].includes(value))) ?? null
  );
}

const maxNameLength = 100;

function nameOf(person: openid.IDToken): string {
  const { name, preferred_username: username, email, sub } = person;
  const [first = sub] = [name, username, email]
    .filter((text) => typeof text === 'string')
    .map((text) => text.replaceAll(/\p{C}/gu, '').trim().slice(0, maxNameLength))
    .filter((text) => text !== '');
  return first;
}

/** Another provider's subject of the same name is somebody else. */
function subjectOf({ iss, sub }: openid.IDToken): string {
  const issuer = createHash('sha256').update(iss).digest('hex').slice(0, 8);
  return `oidc:${issuer}:${sub}`;
}
