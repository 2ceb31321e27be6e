import { afterEach, expect, test } from 'vitest';
import { recentSignInMinutes, session } from '#contract/access.ts';
import { providerSettingsOf } from '#gateway/access/provider.ts';
import { ownPath } from '#gateway/access/providerOperations.ts';
import { readConfig } from '#gateway/config/config.ts';
import { sessions } from '#platform/database/schema/access.ts';
import { client, openProvider } from '#test/support/oidcProvider.ts';
import { accessOver, gatewayOver } from '../testGateway.ts';
import { createAccessGateway, origin } from './accessGateway.ts';
import {
  callback,
  openProviderGateway,
  people,
  providerEnvironment,
  refusalOf,
  sessionOf,
} from './providerGateway.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const opening: typeof openProviderGateway = async (...options) => {
  const opened = await openProviderGateway(...options);
  closing.push(opened.close);
  return opened;
};

test.each([
  ['ada', 'admin', 'Ada Lovelace', true],
  ['bob', 'analyst', 'Bob', true],
  ['bob', 'analyst', 'Bob', false],
  ['probe', 'monitor', 'Probe', true],
] as const)('%s signs in as %s', async (person, role, name, isInToken) => {
  const { provider, signIn, ask, logged, tested } = await opening({ isInToken });
  provider.person = person;
  const { response, text } = await signIn('/users?q=a&sort=-total');
  expect(response.status).toBe(200);
  expect(text).toContain('content="0;url=/users?q=a&amp;sort=-total"');
  const cookie = sessionOf(response);
  expect(response.headers.getSetCookie().join('\n')).toMatch(
    /^portfolio-sign-in=; Path=\/x\/sign-in; Max-Age=0; HttpOnly; SameSite=Lax\nportfolio=pfs_[\w-]{43}; Path=\/; .*HttpOnly; SameSite=Strict$/,
  );
  const shown = session.parse(await (await ask('/x/session', { cookie })).json());
  expect(shown).toMatchObject({ role, name, open: false });
  expect(shown.provider).toBe(new URL(provider.issuer).host);
  const [row] = await tested.database.queries.select().from(sessions);
  expect(row?.subject).toMatch(new RegExp(`^oidc:[0-9a-f]{8}:${person}$`));
  expect((await ask('/x/keys', { cookie })).status).toBe(role === 'admin' ? 200 : 403);
  expect((await ask('/x/metrics', { cookie })).status).toBe(role === 'analyst' ? 403 : 200);
  expect(logged).toEqual([]);
});

test('each sign-in sends its own challenge, state and nonce to the provider', async () => {
  const { begin } = await opening();
  const [one, two] = [await begin(), await begin()];
  expect(one.first.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^portfolio-sign-in=[\w-]+; Path=\/x\/sign-in; Max-Age=600; HttpOnly; SameSite=Lax$/,
    ),
  ]);
  const { searchParams } = one.asked;
  expect(Object.fromEntries(searchParams)).toMatchObject({
    client_id: client.id,
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: origin + callback,
    scope: 'openid profile groups',
  });
  for (const name of ['state', 'nonce', 'code_challenge']) {
    const value = searchParams.get(name) ?? '';
    expect(value.length).toBeGreaterThan(40);
    expect(value).not.toBe(two.asked.searchParams.get(name));
    // The cookie says none of it.
    expect(
      Buffer.from(one.cookie.split('=')[1] ?? '', 'base64url').toString('latin1'),
    ).not.toContain(value);
  }
});

test('an old sign-in at the provider does not count as recent, until the provider asks again', async () => {
  const { begin, signIn, ask, gateway, tested, provider } = await opening();
  tested.clock.now = Date.now();
  expect((await begin()).asked.searchParams.get('prompt')).toBe(null);
  const again = (await ask('/x/sign-in?again=1')).headers.get('location') ?? '';
  expect(new URL(again).searchParams.get('prompt')).toBe('login');
  const statusOf = async () => {
    const cookie = sessionOf((await signIn()).response);
    const headers = { cookie, origin, 'content-type': 'application/json' };
    const body = JSON.stringify({ name: 'Bo', role: 'admin' });
    return (await gateway.request(`${origin}/x/keys`, { method: 'POST', headers, body })).status;
  };
  provider.person = 'ada';
  expect(await statusOf()).toBe(201);
  // As if that had been earlier: the provider reports the time of authentication.
  tested.clock.now += recentSignInMinutes * 60_000 + 1000;
  expect(await statusOf()).toBe(403);
});

test('behind HTTPS both cookies are Secure, and the callback is at the public address', async () => {
  const publicUrl = 'https://portfolio.example';
  const { begin, ask } = await opening({}, { publicUrl });
  const { first, cookie, path, asked } = await begin();
  expect(asked.searchParams.get('redirect_uri')).toBe(publicUrl + callback);
  expect(first.headers.getSetCookie()[0]).toMatch(
    /^__Secure-portfolio-sign-in=.*; HttpOnly; SameSite=Lax; Secure$/,
  );
  const response = await ask(path, { cookie });
  expect(response.headers.getSetCookie()[1]).toMatch(
    /^__Host-portfolio=.*; HttpOnly; SameSite=Strict; Secure$/,
  );
});

test('a person without a role, or who cancels the sign-in, gets a plain message', async () => {
  const { provider, begin, ask, tested } = await opening();
  provider.person = 'eve';
  const one = await begin();
  await refusalOf(
    await ask(one.path, { cookie: one.cookie }),
    403,
    /^Eve &lt;script&gt; has no role here: the claim groups from 127\.0\.0\.1:\d+ contains no known role/,
  );
  provider.person = null;
  const two = await begin();
  await refusalOf(
    await ask(two.path, { cookie: two.cookie }),
    403,
    /did not sign you in \(access_denied: Nobody &lt;b&gt;signed/,
  );
  expect(await tested.database.queries.select().from(sessions)).toEqual([]);
});

test('an answer to a sign-in of another browser is rejected', async () => {
  const { begin, ask, tested } = await opening();
  const mine = await begin();
  const strangers = await begin();
  const notBegun = /was not started in this browser/;
  const doesNotBelong = /does not belong to this sign-in/;
  // A link of an attacker with their own code (login CSRF).
  await refusalOf(await ask(strangers.path), 400, notBegun);
  await refusalOf(await ask(strangers.path, { cookie: mine.cookie }), 400, doesNotBelong);
  await refusalOf(
    await ask(mine.path, { cookie: `${mine.cookie.slice(0, -4)}AAAA` }),
    400,
    notBegun,
  );
  const wrongState = mine.path.replace(/state=[^&]+/, 'state=guessed');
  await refusalOf(await ask(wrongState, { cookie: mine.cookie }), 400, doesNotBelong);
  await refusalOf(await ask(callback, { cookie: mine.cookie }), 400, doesNotBelong);
  tested.clock.now += 11 * 60_000;
  await refusalOf(await ask(mine.path, { cookie: mine.cookie }), 400, notBegun);
  expect(await tested.database.queries.select().from(sessions)).toEqual([]);
});

test('an answer can be used only once', async () => {
  const { signIn, ask, tested } = await opening();
  const { response, path, cookie } = await signIn();
  expect(response.status).toBe(200);
  await refusalOf(await ask(path, { cookie }), 400, /was already used/);
  expect(await tested.database.queries.select().from(sessions)).toHaveLength(1);
});

test.each<[string, (token: string) => string]>([
  [
    'with other claims',
    (token) => {
      const [head = '', body = '', signature = ''] = token.split('.');
      const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
      const changed = { ...claims, groups: ['portfolio-admins'] };
      return [head, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join(
        '.',
      );
    },
  ],
  [
    'without a signature',
    (token) => {
      const head = Buffer.from('{"alg":"none"}').toString('base64url');
      return `${head}.${token.split('.')[1]}.`;
    },
  ],
  ['with another signature', (token) => `${token.slice(0, -6)}AAAAAA`],
])('an identity token %s is rejected', async (_, change) => {
  const { provider, begin, ask, logged, tested } = await opening();
  provider.person = 'bob';
  provider.change = change;
  const { path, cookie } = await begin();
  await refusalOf(await ask(path, { cookie }), 400, /cannot be trusted/);
  expect(logged).toHaveLength(1);
  expect(await tested.database.queries.select().from(sessions)).toEqual([]);
});

test('while the provider is down the page says so and keys work; later sign-in works again', async () => {
  const { provider, ask, signIn, keyOf, cookieOf: signedInWith, logged } = await opening();
  const { issuer } = provider;
  await provider.close();
  await refusalOf(await ask('/x/sign-in'), 503, /^127\.0\.0\.1:\d+ cannot be reached now\./);
  expect(logged[0]).toMatch(/^Sign-in through the OpenID Connect provider 127\.0\.0\.1:\d+ failed/);
  expect(await signedInWith((await keyOf('admin')).key)).toMatch(/^portfolio=/);
  const again = await openProvider({ callbacks: [origin + callback], people, at: issuer });
  closing.push(() => again.close());
  expect((await signIn()).response.status).toBe(200);
});

test('sessions of a provider end with its settings', async () => {
  const { signIn, ask, tested } = await opening();
  const cookie = sessionOf((await signIn()).response);
  expect((await ask('/p/users', { cookie })).status).toBe(200);
  const without = gatewayOver(tested, tested.service, {
    access: accessOver(tested, { isLoopback: false }),
  });
  const { status } = await without.request(`${origin}/p/users`, { headers: { cookie } });
  expect(status).toBe(401);
});

test('without a provider its pages say so', async () => {
  const running = await createAccessGateway();
  closing.push(() => running.tested.close());
  for (const path of ['/x/sign-in', `${callback}?code=a&state=b`]) {
    const response = await running.ask(path);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    await refusalOf(response, 400, /^No provider is configured/);
  }
});

test.each([
  ['/users?q=a#b', '/users?q=a#b'],
  ['/', '/'],
  ['', '/'],
  ['users', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['\\\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/.//evil.example', '/'],
  ['/a/..//evil.example', '/'],
  ['/x/session', '/'],
  ['/p', '/'],
  ['/people', '/people'],
])('after %j the browser continues at %s', (to, expected) => {
  expect(ownPath(to)).toBe(expected);
  // A cookie has no room for more.
  expect(ownPath(to.padEnd(2000, 'a'))).toBe('/');
});

test('provider settings must be complete, and plain http is for this machine only', () => {
  const all = providerEnvironment('https://login.example');
  const config = (changes: Record<string, string>) => readConfig([], { ...all, ...changes }).config;
  expect(providerSettingsOf(readConfig([], {}).config)).toBeNull();
  expect(providerSettingsOf(config({}))).toMatchObject({
    oidcAdminValues: ['portfolio-admins', 'owners'],
  });
  expect(() => providerSettingsOf(config({ OIDC_CLIENT_SECRET: '', OIDC_ROLE_CLAIM: '' }))).toThrow(
    'Sign-in through OpenID Connect also needs OIDC_CLIENT_SECRET, OIDC_ROLE_CLAIM.',
  );
  const withoutMonitors = providerSettingsOf(config({ OIDC_MONITOR_VALUES: '' }));
  expect(withoutMonitors?.oidcMonitorValues).toBe(null);
  expect(() =>
    providerSettingsOf(readConfig([], { OIDC_MONITOR_VALUES: 'probes' }).config),
  ).toThrow(/also needs OIDC_ISSUER, /);
  expect(() => config({ OIDC_ISSUER: 'http://login.example' })).toThrow(/OIDC_ISSUER is/);
});
