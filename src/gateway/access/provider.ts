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

/** What a sign-in is begun with; its answer must fit. */
export const signInChecks = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The provider was told to have the person prove who they are, even if it knows them. */
  isAgain: z.boolean(),
});
type SignInChecks = z.infer<typeof signInChecks>;

/** An OpenID Connect provider one can sign in through. */
export interface Provider {
  /** What it is called on the screen. */
  readonly host: string;
  /**
   * Where a browser signs in.
   * @param isAgain the person proves again who they are, even if the provider knows them.
   * @throws {SignInError}
   */
  begin(
    callback: string,
    isAgain: boolean,
  ): Promise<{ readonly address: string; readonly checks: SignInChecks }>;
  /** Who signed in, as the provider answers to the callback's address. @throws {SignInError} */
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
export const providerTimeoutSeconds = 10;
/** What is asked for, as far as the provider has it: the claim of the role may come with any of them. */
const scopes = ['openid', 'profile', 'email', 'groups', 'roles'];
/** A provider's addresses are looked up again after so long. */
const knownMs = hour;
/** A person whom the provider knows for longer proves again who they are. */
const maxAgeSeconds = sessionHours * 3600;
/** Clocks may differ by so much. */
const toleranceSeconds = 60;

/** The provider of the settings. It is looked up when somebody signs in: the process starts while it is down. */
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
        timeout: providerTimeoutSeconds,
        [library.customFetch]: boundedFetch,
        execute: [
          // Whoever answers in the provider's place lacks its keys.
          library.enableNonRepudiationChecks,
          ...(isPlain ? [library.allowInsecureRequests] : []),
        ],
      },
    );
    return { library, config };
  }

  function client(isFresh: boolean): Promise<Client> {
    const now = performance.now();
    if (isFresh || known === null || now - known.at > knownMs) {
      known = { at: now, client: discover() };
    }
    const { client } = known;
    client.catch(() => {
      known = null;
    });
    return client;
  }

  /** The provider's answer, or why there is none. */
  async function asking<Answer>(
    isFresh: boolean,
    ask: (client: Client) => Promise<Answer>,
  ): Promise<Answer> {
    const found = await client(isFresh).catch((error: unknown) => {
      throw faults.unreachable(error);
    });
    try {
      return await ask(found);
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
    if (token === undefined) throw new Error('An identity that was checked was not there');
    let claims: PersonClaims = [token];
    const subject = subjectIn(claims);
    if (subject === null) {
      throw new SignInError(
        400,
        `${host} names you in a way that cannot be stored: its claim sub must have 1 to 255 characters, without control characters. An operator of ${host} can change that.`,
      );
    }
    const provedAt = proofIn(token) ?? (isAgain ? Date.now() : 0);
    let role = roleIn(claims, oidcRoleClaim, roleValues);
    // Many providers say only there in which groups somebody is.
    if (role === null && config.serverMetadata().userinfo_endpoint !== undefined) {
      claims = [token, await library.fetchUserInfo(config, tokens.access_token, token.sub)];
      role = roleIn(claims, oidcRoleClaim, roleValues);
    }
    const name = personName(claims);
    if (role === null) {
      throw new SignInError(
        403,
        `${name} has no role here: ${host} names none in ${oidcRoleClaim} that this service knows. An admin of it can change that.`,
      );
    }
    return { subject, name, role, provedAt };
  }

  /** When the person proved who they are, in epoch milliseconds; null: the provider does not say. It was told `max_age`. */
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
      asking(false, async ({ library, config }) => {
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
          // With it a provider says when that was.
          max_age: String(maxAgeSeconds),
          ...(isAgain && { prompt: 'login' }),
        });
        return { address, checks };
      }),

    // The library keeps a provider's keys for a minute even where a token is signed with another one, so they are read anew.
    finish: (answer, { state, nonce, verifier, isAgain }) =>
      asking(true, async (found) =>
        signedIn(
          found,
          await found.library.authorizationCodeGrant(found.config, answer, {
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
