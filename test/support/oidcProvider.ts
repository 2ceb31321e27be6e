import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import OidcProvider, { type Details } from 'oidc-provider';

interface Person {
  readonly name: string;
  readonly groups: readonly string[];
}

export const client = { id: 'portfolio', secret: 'the secret of the client' };

/** Real provider on this machine, which signs in every visitor as one of its people. */
export interface OpenedProvider {
  readonly issuer: string;
  /** Next visitor; null: a person who leaves without signing in. */
  person: string | null;
  change: (token: string) => string;
  /** Claims that replace those in its identity tokens; undefined removes a claim. */
  claims: Readonly<Record<string, unknown>>;
  userInfo: Readonly<Record<string, unknown>>;
  /** Answers that replace its own, by path. */
  readonly faults: Map<string, (response: ServerResponse) => void>;
  /** Signs with a new key from now on, and publishes no other. */
  rotateKey(): void;
  close(): Promise<void>;
}

export interface ProviderOptions {
  readonly callbacks: readonly string[];
  readonly people: Readonly<Record<string, Person>>;
  /** True if roles are in the identity token, not only in userinfo. */
  readonly isInToken?: boolean;
  /** Address of an earlier provider. Default: a free port of this machine. */
  readonly at?: string;
  readonly host?: '127.0.0.1' | 'localhost';
}

/** Silences the configuration hints that the library prints. */
const quietly = <Made>(make: () => Made): Made => {
  const { info, warn } = console;
  Object.assign(console, { info: () => {}, warn: () => {} });
  try {
    return make();
  } finally {
    Object.assign(console, { info, warn });
  }
};

/** Lifetime of its tokens and sessions, in seconds. */
const ttl = Object.fromEntries(
  ['AccessToken', 'AuthorizationCode', 'Grant', 'IdToken', 'Interaction', 'Session'].map((name) => [
    name,
    600,
  ]),
);

interface SigningKey {
  readonly id: string;
  readonly secret: KeyObject;
  readonly published: object;
}

function newKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const id = randomUUID();
  const published = { ...publicKey.export({ format: 'jwk' }), kid: id, use: 'sig', alg: 'RS256' };
  return { id, secret: privateKey, published };
}

const encoded = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');

function signedAnew(token: string, claims: object, { id, secret }: SigningKey): string {
  const [, body = ''] = token.split('.');
  const own: unknown = JSON.parse(Buffer.from(body, 'base64url').toString());
  const text = `${encoded({ alg: 'RS256', kid: id })}.${encoded({ ...Object(own), ...claims })}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), secret).toString('base64url')}`;
}

export async function openProvider({
  callbacks,
  people,
  isInToken = true,
  at = 'http://127.0.0.1:0',
  host = '127.0.0.1',
}: ProviderOptions): Promise<OpenedProvider> {
  const server = createServer();
  server.listen(Number(new URL(at).port), '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const issuer = `http://${host}:${address.port}`;
  const [first = null] = Object.keys(people);
  let key = newKey();

  const configuration = {
    ttl,
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [...callbacks],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    cookies: { keys: ['a key of the test'] },
    claims: { openid: ['sub'], profile: ['name'], groups: ['groups'] },
    conformIdTokenClaims: !isInToken,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/come/${uid}` },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people[accountId] }),
    }),
    // Skips the consent page.
    async loadExistingGrant({ oidc }: Details) {
      const { clientId } = oidc.client;
      const grant = new provider.Grant({ clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid profile groups');
      await grant.save();
      return grant;
    },
  };
  const provider = quietly(() => new OidcProvider(issuer, configuration));
  provider.use(async (ctx, next) => {
    await next();
    const { body } = ctx;
    if (ctx.path === '/jwks') ctx.body = { keys: [key.published] };
    else if (ctx.path === '/me') Object.assign(body ?? {}, opened.userInfo);
    else if (ctx.path === '/token' && body?.id_token !== undefined) {
      body.id_token = opened.change(signedAnew(body.id_token, opened.claims, key));
    }
  });

  const handle = provider.callback();
  server.on('request', (request, response) => {
    const fault = opened.faults.get(request.url?.split('?')[0] ?? '');
    if (fault !== undefined) {
      fault(response);
      return;
    }
    if (request.url?.startsWith('/come/') !== true) {
      handle(request, response);
      return;
    }
    const { person } = opened;
    const result =
      person === null
        ? { error: 'access_denied', error_description: 'Nobody <b>signed</b> in' }
        : { login: { accountId: person } };
    void provider.interactionFinished(request, response, result);
  });

  const opened: OpenedProvider = {
    issuer,
    person: first,
    change: (token) => token,
    claims: {},
    userInfo: {},
    faults: new Map(),
    rotateKey() {
      key = newKey();
    },
    async close() {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return opened;
}
