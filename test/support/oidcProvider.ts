import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import OidcProvider, { type Details } from 'oidc-provider';

/** A person that the provider knows. */
interface Person {
  readonly name: string;
  readonly groups: readonly string[];
}

export const client = { id: 'portfolio', secret: 'the secret of the client' };

/** A real provider on this machine, at which whoever comes is signed in as one of its people. */
export interface OpenedProvider {
  readonly issuer: string;
  /** Who comes from now on; null: somebody who leaves without signing in. */
  person: string | null;
  /** What it does to an identity token before it sends it. */
  change: (token: string) => string;
  /** Claims that it puts into its identity tokens, in place of its own. Undefined: it leaves the claim out. */
  claims: Readonly<Record<string, unknown>>;
  /** Claims that it puts into its userinfo. */
  userInfo: Readonly<Record<string, unknown>>;
  /** How the calls of some of its paths are answered, in place of what it would answer. */
  readonly faults: Map<string, (response: ServerResponse) => void>;
  /** Signs with a new key from now on, and publishes no other. */
  rotateKey(): void;
  close(): Promise<void>;
}

export interface ProviderOptions {
  readonly callbacks: readonly string[];
  readonly people: Readonly<Record<string, Person>>;
  /** Whether roles are in the identity token, and not only where a service looks them up. */
  readonly isInToken?: boolean;
  /** Where one was before; a free port of this machine where left out. */
  readonly at?: string;
  /** The name of this machine that it goes by. */
  readonly host?: '127.0.0.1' | 'localhost';
}

/** It prints what to configure where it is not a test. */
const quietly = <Made>(make: () => Made): Made => {
  const { info, warn } = console;
  Object.assign(console, { info: () => {}, warn: () => {} });
  try {
    return make();
  } finally {
    Object.assign(console, { info, warn });
  }
};

/** How long what it remembers is true, in seconds. */
const ttl = Object.fromEntries(
  ['AccessToken', 'AuthorizationCode', 'Grant', 'IdToken', 'Interaction', 'Session'].map((name) => [
    name,
    600,
  ]),
);

interface SigningKey {
  readonly id: string;
  readonly secret: KeyObject;
  /** The public key, as it is published. */
  readonly published: object;
}

function newKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const id = randomUUID();
  const published = { ...publicKey.export({ format: 'jwk' }), kid: id, use: 'sig', alg: 'RS256' };
  return { id, secret: privateKey, published };
}

const encoded = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');

/** The token with other claims, signed with a key. */
function signedAnew(token: string, claims: object, { id, secret }: SigningKey): string {
  const [, body = ''] = token.split('.');
  const own: unknown = JSON.parse(Buffer.from(body, 'base64url').toString());
  const text = `${encoded({ alg: 'RS256', kid: id })}.${encoded({ ...Object(own), ...claims })}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), secret).toString('base64url')}`;
}

/** Opens a provider on a free port. */
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
    // Nobody is asked whether the service may know who they are.
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
