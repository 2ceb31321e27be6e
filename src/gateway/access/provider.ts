import type * as openid from 'openid-client';
import * as z from 'zod/mini';
import { sessionHours } from '#contract/access.ts';
import { hour } from '#contract/historyType.ts';
import type { Log } from '#platform/http/errors.ts';
import { Refusal } from '../config/refusal.ts';
import type { Config } from '../config/settings.ts';
import { boundedFetch } from './boundedFetch.ts';
import type { SignedIn } from './callers.ts';
import { personName, roleIn, subjectIn, type PersonClaims } from './claims.ts';
import { createProviderFaults, SignInError } from './providerFaults.ts';

/** Parameters of a started sign-in, which the provider's response must match. */
export const signInChecks = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** True if the provider must authenticate the person again, even if it knows them. */
  isAgain: z.boolean(),
});
type SignInChecks = z.infer<typeof signInChecks>;

export interface Provider {
  /** Name on the screen. */
  readonly host: string;
  /**
   * Returns the address at which a browser signs in.
   * @param isAgain the person must authenticate again, even if the provider knows them.
   * @throws {SignInError}
   */
  begin(
    callback: string,
    isAgain: boolean,
  ): Promise<{ readonly address: string; readonly checks: SignInChecks }>;
  /** Returns the person who signed in, from the provider's response to the callback. @throws {SignInError} */
  finish(answer: URL, checks: SignInChecks): Promise<SignedIn>;
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

/** Returns the provider settings; null: no provider. Rejects an incomplete set. The monitor settings are optional. */
export function providerSettingsOf(config: Config): ProviderSettings | null {
  const missing = members.filter((name) => config[name] === null);
  if (missing.length === members.length && config.oidcMonitorValues === null) return null;
  if (isComplete(config)) return config;
  const names = missing.map((name) => name.replaceAll(/[A-Z]/g, '_$&').toUpperCase());
  throw new Refusal(
    `Sign-in through OpenID Connect also needs ${names.join(', ')}. Set all OIDC_… settings, or none.`,
  );
}

function isComplete(config: Config): config is Config & ProviderSettings {
  return members.every((name) => config[name] !== null);
}

export const providerTimeoutSeconds = 10;
/** Requested scopes, if the provider supports them. Any of them may carry the role claim. */
const scopes = ['openid', 'profile', 'email', 'groups', 'roles'];
/** Provider metadata is cached for this long. */
const metadataCacheMs = hour;
/** A provider session older than this must authenticate again. */
const maxAgeSeconds = sessionHours * 3600;
/** Accepted difference between clocks. */
const toleranceSeconds = 60;

/** Creates the provider of the settings. It is looked up at the first sign-in, so that the process starts while it is down. */
export function createProvider(settings: ProviderSettings, log: Log): Provider {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcRoleClaim } = settings;
  const issuer = new URL(oidcIssuer);
  const { host } = issuer;
  const roleValues = {
    admin: settings.oidcAdminValues,
    analyst: settings.oidcAnalystValues,
    monitor: settings.oidcMonitorValues ?? [],
  };
  const faults = createProviderFaults({
    host,
    clientId: oidcClientId,
    clientSecret: oidcClientSecret,
    log,
  });
  let cached: { readonly at: number; readonly client: Promise<Client> } | null = null;

  /** Loads the library and the provider's addresses and keys on first use. */
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
        timeout: providerTimeoutSeconds,
        [library.customFetch]: boundedFetch,
        execute: [
          // A server that impersonates the provider lacks its keys.
          library.enableNonRepudiationChecks,
          ...(isPlain ? [library.allowInsecureRequests] : []),
        ],
      },
    );
    return { library, config };
  }

  function client(isFresh: boolean): Promise<Client> {
    const now = performance.now();
    if (isFresh || cached === null || now - cached.at > metadataCacheMs) {
      cached = { at: now, client: discover() };
    }
    const { client } = cached;
    client.catch(() => {
      cached = null;
    });
    return client;
  }

  async function withClient<Answer>(
    isFresh: boolean,
    request: (client: Client) => Promise<Answer>,
  ): Promise<Answer> {
    const current = await client(isFresh).catch((error: unknown) => {
      throw faults.unreachable(error);
    });
    try {
      return await request(current);
    } catch (error) {
      throw await faults.of(error);
    }
  }

  async function signedIn(
    { library, config }: Client,
    tokens: Tokens,
    isAgain: boolean,
  ): Promise<SignedIn> {
    const token = tokens.claims();
    if (token === undefined) throw new Error('The checked identity token has no claims');
    let claims: PersonClaims = [token];
    const subject = subjectIn(claims);
    if (subject === null) {
      throw new SignInError(
        400,
        `The claim sub from ${host} cannot be stored: it must have 1 to 255 characters, without control characters. Ask an operator of ${host} to change it.`,
      );
    }
    const provedAt = proofIn(token) ?? (isAgain ? Date.now() : 0);
    let role = roleIn(claims, oidcRoleClaim, roleValues);
    // Many providers report groups in userinfo only.
    if (role === null && config.serverMetadata().userinfo_endpoint !== undefined) {
      claims = [token, await library.fetchUserInfo(config, tokens.access_token, token.sub)];
      role = roleIn(claims, oidcRoleClaim, roleValues);
    }
    const name = personName(claims);
    if (role === null) {
      throw new SignInError(
        403,
        `${name} has no role here: the claim ${oidcRoleClaim} from ${host} contains no known role. Ask an admin of ${host} to assign one.`,
      );
    }
    return { subject, name, role, provedAt };
  }

  /** Returns when the person authenticated, in epoch milliseconds; null: the provider does not report it despite `max_age`. */
  function proofIn({ auth_time: seconds }: openid.IDToken): number | null {
    if (seconds === undefined) return null;
    if (Date.now() / 1000 - seconds <= maxAgeSeconds + toleranceSeconds) return seconds * 1000;
    throw new SignInError(
      400,
      `You signed in at ${host} more than ${sessionHours} hours ago. Sign in there again.`,
      true,
    );
  }

  return {
    host,

    begin: (callback, isAgain) =>
      withClient(false, async ({ library, config }) => {
        const checks = {
          state: library.randomState(),
          nonce: library.randomNonce(),
          verifier: library.randomPKCECodeVerifier(),
          isAgain,
        };
        const offered = config.serverMetadata().scopes_supported ?? scopes.slice(0, 3);
        const { href: address } = library.buildAuthorizationUrl(config, {
          redirect_uri: callback,
          scope: scopes.filter((scope) => offered.includes(scope)).join(' '),
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await library.calculatePKCECodeChallenge(checks.verifier),
          code_challenge_method: 'S256',
          // `max_age` makes the provider report the time of authentication.
          max_age: String(maxAgeSeconds),
          ...(isAgain && { prompt: 'login' }),
        });
        return { address, checks };
      }),

    // The library caches a provider's keys for a minute, even if a token has a newer key, so this fetches them again.
    finish: (answer, { state, nonce, verifier, isAgain }) =>
      withClient(true, async (current) =>
        signedIn(
          current,
          await current.library.authorizationCodeGrant(current.config, answer, {
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: verifier,
            idTokenExpected: true,
          }),
          isAgain,
        ),
      ),
  };
}

interface Client {
  readonly library: typeof openid;
  readonly config: openid.Configuration;
}

type Tokens = Awaited<ReturnType<Client['library']['authorizationCodeGrant']>>;
