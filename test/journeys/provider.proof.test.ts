import { createServer } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeScript, violationsOf } from '#test/support/axe.ts';
import { client, openProvider } from '#test/support/oidcProvider.ts';
import { freePort, standingStill } from '#test/support/process.ts';
import { openSite } from '#test/support/site.ts';

const port = await freePort();
// Another site than 127.0.0.1, as a provider is: what is sent on the way back is what a browser sends to a stranger's link.
const provider = await openProvider({
  callbacks: [`http://127.0.0.1:${port}/x/sign-in/callback`],
  host: 'localhost',
  people: {
    ada: { name: 'Ada Lovelace', groups: ['admins'] },
    eve: { name: 'Eve', groups: [] },
  },
});
afterAll(() => provider.close());
const site = openSite({
  ...standingStill,
  PORT: String(port),
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: client.id,
  OIDC_CLIENT_SECRET: client.secret,
  OIDC_ROLE_CLAIM: 'groups',
  OIDC_ADMIN_VALUES: 'admins',
  OIDC_ANALYST_VALUES: 'readers',
});

/** A page of another site, as a stranger wrote it. */
let stranger: { readonly url: string; html: string; close: () => void };
beforeAll(async () => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(stranger.html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  stranger = {
    url: `http://localhost:${address.port}/`,
    html: '',
    close: () => void server.close(),
  };
});
afterAll(() => stranger.close());

const elsewhere = /another origin was asked: http:\/\/localhost:/;
const through = `Sign in with ${new URL(provider.issuer).host}`;

test('who signs in through the provider comes to where the link led, and stays signed in', async () => {
  provider.person = 'ada';
  const visit = await site.visit('/users?q=acme');
  visit.tolerate(elsewhere);
  const { page } = visit;
  await page.getByRole('link', { name: through }).click();
  await page.getByRole('heading', { name: 'Users' }).waitFor();
  expect(new URL(page.url()).search).toBe('?q=acme');
  const cookies = await page.context().cookies(site.url());
  expect(cookies.map(({ name, sameSite, httpOnly }) => [name, sameSite, httpOnly])).toEqual([
    ['portfolio', 'Strict', true],
  ]);
  // Nothing of the way is left to go back to, or to be read.
  await page.reload();
  await page.getByRole('heading', { name: 'Users' }).waitFor();
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toMatch(
    /code=|state=/,
  );
});

test('whom the provider gives no role here reads so, and can try again', async () => {
  provider.person = 'eve';
  const visit = await site.visit('/users', { script: axeScript });
  visit.tolerate(elsewhere);
  visit.tolerate(/answer 403: .*\/x\/sign-in\/callback/);
  visit.tolerate(/console error: .*status of 403/);
  const { page } = visit;
  await page.getByRole('link', { name: through }).click();
  await page.getByRole('heading', { name: 'Not signed in' }).waitFor();
  await page.getByText('Eve has no role here').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('over a page whose session ended the provider opens in another tab, and the page goes on with all that was typed', async () => {
  provider.person = 'ada';
  const visit = await site.visit('/users?create=');
  visit.tolerate(elsewhere);
  const { page } = visit;
  await page.getByRole('link', { name: through }).click();
  const form = page.getByRole('dialog', { name: 'New user' });
  await form.getByRole('textbox', { name: 'Id' }).fill('typed-before');
  visit.tolerate(/answer 401: /);
  visit.tolerate(/console error: .* 401 /);
  // As another tab of hers would: out everywhere.
  await page.evaluate(() => fetch('/x/sessions', { method: 'DELETE' }));
  const ended = page.getByRole('dialog', { name: 'Your session has ended' });
  await ended.waitFor();
  const link = ended.getByRole('link', { name: through });
  const follow = async () => {
    const [tab] = await Promise.all([page.waitForEvent('popup'), link.click()]);
    return tab;
  };

  // Whoever leaves the provider without signing in changes nothing. It knows her still: that is forgotten first.
  await page.context().clearCookies({ domain: 'localhost' });
  provider.person = null;
  const left = await follow();
  await left.getByRole('heading', { name: 'Not signed in' }).waitFor();
  expect(await left.evaluate(() => window.opener)).toBe(null);
  await left.close();
  expect(await ended.isVisible()).toBe(true);

  provider.person = 'ada';
  const tab = await follow();
  await tab.getByRole('dialog', { name: 'New user' }).waitFor();
  await ended.waitFor({ state: 'detached' });
  await tab.close();
  const id = form.getByRole('textbox', { name: 'Id' });
  expect(await id.inputValue()).toBe('typed-before');
  expect(
    await page.evaluate(() =>
      document.querySelector('[role=dialog]')?.contains(document.activeElement),
    ),
  ).toBe(true);
  await form.getByRole('button', { name: 'Create user' }).click();
  await page.getByRole('heading', { level: 1, name: 'typed-before' }).waitFor();
});

/** What a page can try at another origin, with the cookies that the browser adds; how each ended. */
async function attack(target: string): Promise<string[]> {
  const body = JSON.stringify({ customId: 'written by a stranger' });
  const json = { 'content-type': 'application/json' };
  const tries: [string, RequestInit][] = [
    ['/p/users', { method: 'PUT', headers: json, body }],
    ['/p/users', { method: 'PUT', body, mode: 'no-cors' }],
    ['/x/keys', { method: 'POST', headers: json, body: '{"name":"mine","role":"admin"}' }],
    ['/x/keys', { method: 'POST', mode: 'no-cors', body: '{"name":"mine","role":"admin"}' }],
    ['/x/sessions', { method: 'DELETE' }],
    ['/p/users', {}],
    ['/x/session', {}],
  ];
  return Promise.all(
    tries.map(async ([path, init]) => {
      try {
        const response = await fetch(target + path, { credentials: 'include', ...init });
        return `${response.type} ${response.status}`;
      } catch {
        return 'refused';
      }
    }),
  );
}

test.each(['localhost', '127.0.0.1'])(
  'a page of another origin at %s neither reads nor writes with the session of who looks at it',
  async (host) => {
    provider.person = 'ada';
    const visit = await site.visit('/users');
    visit.tolerate(elsewhere);
    const { page } = visit;
    await page.getByRole('link', { name: through }).click();
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    // Another port of the same host is the same site to the browser: it sends the cookie along.
    const url = stranger.url.replace('localhost', host);
    stranger.html = `<form action="${site.url()}/x/keys" method="post" enctype="text/plain">
      <input name='{"name":"mine","role":"admin","x":"' value='"}'><button>Go</button></form>
      <iframe src="${site.url()}/users"></iframe>`;
    const other = await page.context().newPage();
    await other.goto(url);
    expect(new Set(await other.evaluate(attack, site.url()))).toEqual(new Set(['refused']));
    const answered = other.waitForResponse((response) => response.url().endsWith('/x/keys'));
    await other.getByRole('button', { name: 'Go' }).click();
    expect((await answered).status()).toBe(403);
    await other.close();
    // He is signed in still, and nothing was written.
    const read = (path: string) =>
      page.evaluate(async (at) => (await fetch(at)).json(), path) as Promise<unknown>;
    expect(await read('/x/session')).toMatchObject({ role: 'admin', name: 'Ada Lovelace' });
    expect(await read('/x/keys')).toEqual([]);
    expect(await read('/p/users?customId=written%20by%20a%20stranger')).toEqual([]);
  },
);
