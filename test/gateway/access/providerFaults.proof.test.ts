import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { session, sessionHours } from '#contract/access.ts';
import { sessions } from '#platform/database/schema/access.ts';
import { client } from '#test/support/oidcProvider.ts';
import { origin } from './accessGateway.ts';
import { openProviderGateway, refusalOf, sessionOf } from './providerGateway.ts';

let close = async () => {};
afterEach(() => close());

async function opened(...options: Parameters<typeof openProviderGateway>) {
  const running = await openProviderGateway(...options);
  ({ close } = running);
  const { ask, begin, signIn, gateway } = running;
  const personOf = async (response: Response) => {
    const cookie = sessionOf(response);
    return session.parse(await (await ask('/x/session', { cookie })).json());
  };
  /** Signs in, and gives the refusal. */
  const refused = async (status: number, words: RegExp) => {
    const { path, cookie } = await begin();
    return refusalOf(await ask(path, { cookie }), status, words);
  };
  /** Whether the session may create a key, for which a sign-in must be recent. */
  const createsKey = async (response: Response) => {
    const headers = { cookie: sessionOf(response), origin, 'content-type': 'application/json' };
    const body = JSON.stringify({ name: 'Bo', role: 'admin' });
    return (await gateway.request(`${origin}/x/keys`, { method: 'POST', headers, body })).status;
  };
  return { ...running, signIn, personOf, refused, createsKey };
}

describe('the role', () => {
  test.each([
    ['groups', { groups: [] }],
    ['groups', { groups: null }],
    ['groups', { groups: '' }],
    ['groups', { groups: ['everyone'] }],
    ['realm.roles', { realm: null }],
    ['realm.roles', { realm: { roles: [] } }],
  ])(
    'an empty claim %s in the ID token (%j) does not hide the one in userinfo',
    async (claim, claims) => {
      const { provider, signIn, personOf } = await opened(
        {},
        { environment: { OIDC_ROLE_CLAIM: claim } },
      );
      provider.claims = { name: null, ...claims };
      provider.userInfo = { realm: { roles: ['owners'] }, name: 'Ada King' };
      const { response } = await signIn();
      expect(await personOf(response)).toMatchObject({ role: 'admin', name: 'Ada King' });
    },
  );

  test('comes from the ID token, even if userinfo differs', async () => {
    const { provider, signIn, personOf } = await opened();
    provider.claims = { groups: ['portfolio-readers'] };
    const { response } = await signIn();
    expect(await personOf(response)).toMatchObject({ role: 'analyst' });
  });
});

test.each([
  ['with U+0000', 'a\0b'],
  ['with a lone surrogate', 'a\ud800b'],
  ['with a line feed', 'a\nb'],
  ['that is too long', 'a'.repeat(256)],
])('a subject %s gets a plain error', async (_, sub) => {
  const { provider, refused, tested, logged } = await opened();
  provider.claims = { sub };
  await refused(400, /The claim sub from .* cannot be stored: it must have 1 to 255/);
  expect(await tested.database.queries.select().from(sessions)).toEqual([]);
  expect(logged).toEqual([]);
});

test('a subject and a name of maximum length are stored', async () => {
  const { provider, signIn, personOf, tested } = await opened();
  provider.claims = { sub: '日'.repeat(255), name: `${'a'.repeat(99)}😀😀` };
  const { response } = await signIn();
  expect(await personOf(response)).toMatchObject({ name: `${'a'.repeat(99)}😀` });
  const [row] = await tested.database.queries.select().from(sessions);
  expect(row?.subject).toMatch(/^oidc:[\da-f]{8}:日{255}$/);
});

const json = { 'content-type': 'application/json' };
const kinds: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'an error 500': (response) => response.writeHead(500, json).end('{"error":"server_error"}'),
  'that it is busy': (response) => response.writeHead(503, { 'retry-after': '9' }).end(),
  'that there is nothing': (response) => response.writeHead(404).end('Not found'),
  'a redirect': (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  'a page': (response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Maintenance'),
  'JSON that is cut off': (response) => response.writeHead(200, json).end('{"access_token":"a'),
  'JSON that is nested without end': (response) =>
    response.writeHead(200, json).end('['.repeat(100_000)),
  'more than it may': (response) =>
    response.writeHead(200, json).end(`{"access_token":"${'a'.repeat(2_000_000)}"}`),
  'other JSON': (response) => response.writeHead(200, json).end('{"status":"maintenance"}'),
  nothing: (response) => void response.socket?.destroy(),
};
const discoveryPath = '/.well-known/openid-configuration';

test.each(['/token', '/jwks', '/me', discoveryPath])(
  'while %s fails, in whatever way, signing in is unavailable',
  async (failing) => {
    const { provider, begin, ask, signIn, tested } = await opened({ isInToken: false });
    for (const fault of Object.values(kinds)) {
      const { path, cookie } = await begin();
      provider.faults.set(failing, fault);
      const response = await ask(path, { cookie });
      expect(response.headers.get('retry-after')).toBe('60');
      await refusalOf(response, 503, /cannot be reached now|does not accept this service/);
      provider.faults.clear();
    }
    expect(await tested.database.queries.select().from(sessions)).toEqual([]);
    expect((await signIn()).response.status).toBe(200);
  },
);

test('does not redirect while discovery fails', async () => {
  const { provider, ask, begin } = await opened();
  provider.faults.set(discoveryPath, (response) => response.writeHead(500).end());
  const response = await ask('/x/sign-in');
  expect(response.headers.get('retry-after')).toBe('60');
  await refusalOf(response, 503, /cannot be reached now/);
  provider.faults.clear();
  expect((await begin()).first.status).toBe(302);
});

const now = () => Math.floor(Date.now() / 1000);

describe('the time of authentication', () => {
  test('must not be older than requested, else the person authenticates again', async () => {
    const { provider, refused, ask, signIn } = await opened();
    provider.claims = { auth_time: now() - sessionHours * 3600 - 120 };
    const text = await refused(400, /more than 12 hours ago\. Sign in there again\./);
    const [, link = ''] = /<a href="([^"]+)">Sign in again</.exec(text) ?? [];
    expect(link).toContain('again=1');
    const again = await ask(link.replaceAll('&amp;', '&'));
    expect(again.headers.get('location')).toContain('prompt=login');
    provider.claims = { auth_time: now() - sessionHours * 3600 + 60 };
    expect((await signIn()).response.status).toBe(200);
  });

  test.each(['yesterday', null, -5])('must be a time, not %j', async (time) => {
    const { provider, refused } = await opened();
    provider.claims = { auth_time: time };
    expect(await refused(400, /cannot be trusted/)).not.toContain('again=1');
  });

  test('counts as long ago if the provider does not report it, unless a new sign-in was requested', async () => {
    const { provider, begin, ask, signIn, createsKey, tested } = await opened();
    tested.clock.now = Date.now();
    provider.claims = { auth_time: undefined };
    expect(await createsKey((await signIn()).response)).toBe(403);
    const { path, cookie } = await begin('/', true);
    expect(await createsKey(await ask(path, { cookie }))).toBe(201);
  });
});

test('a new signing key of the provider is fetched', async () => {
  const { provider, signIn } = await opened();
  expect((await signIn()).response.status).toBe(200);
  provider.rotateKey();
  expect((await signIn()).response.status).toBe(200);
});

describe('error texts of the provider', () => {
  const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64');
  const formBasic = Buffer.from(`${client.id}:${client.secret.replaceAll(' ', '+')}`);
  const spelled = [
    client.secret,
    client.secret.toUpperCase(),
    encodeURIComponent(client.secret),
    client.secret.replaceAll('e', '&#101;'),
    `Basic ${basic}`,
    `Basic ${formBasic.toString('base64')}`,
  ];
  const said = spelled.join(' | ');

  function expectNoSecret(text: string): void {
    for (const one of [...spelled, basic, formBasic.toString('base64')]) {
      expect(text).not.toContain(one);
      expect(text).not.toContain(one.replaceAll('&', '&amp;'));
    }
  }

  test.each([
    ['access_denied', 403, /did not sign you in \(access_denied: … \| … \| /],
    ['server_error', 503, /cannot sign you in now \(server_error: … \| /],
    ['temporarily_unavailable', 503, /cannot sign you in now/],
    [client.secret, 403, /did not sign you in \(…: … \| /],
  ])(
    'on the way back is shown without our secrets, and not at any length: %s',
    async (error, status, words) => {
      const { begin, ask, logged } = await opened();
      for (const description of [said, said.padEnd(9000, ' and more')]) {
        const { path, cookie } = await begin();
        const back = new URL(path, origin);
        back.searchParams.delete('code');
        back.searchParams.set('error', error);
        back.searchParams.set('error_description', description);
        const text = await refusalOf(
          await ask(back.pathname + back.search, { cookie }),
          status,
          words,
        );
        expectNoSecret(text + logged.join('\n'));
        expect(/<p>(.*?)<\/p>/s.exec(text)?.[1]?.length).toBeLessThan(400);
      }
    },
  );

  test('of a token is shown and logged without them', async () => {
    const { provider, refused, logged } = await opened();
    provider.faults.set('/token', (response) =>
      response
        .writeHead(401, json)
        .end(JSON.stringify({ error: 'invalid_client', error_description: said })),
    );
    expectNoSecret(await refused(503, /does not accept this service \(invalid_client: … \| /));
    expect(logged.join('\n')).toContain('invalid_client');
    expectNoSecret(logged.join('\n'));
  });
});
