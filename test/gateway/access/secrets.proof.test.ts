import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createdAccessKey } from '#contract/access.ts';
import { endpointList, endpointSecret } from '#contract/endpoint.ts';
import { freePort } from '#test/support/process.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { endAll, serving } from '../spawned.ts';
import { bearer, signInWith } from './accessGateway.ts';
import { providerEnvironment } from './providerGateway.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-secrets-'));
  await makeDataFolder(join(folder, 'data'));
});
afterEach(endAll);
afterAll(() => rm(folder, { recursive: true }));

const args = () => ['--port=0', '--sample-users=0', `--data-dir=${join(folder, 'data')}`];
const json = { 'content-type': 'application/json' };

/** Each form in which a secret could be found. */
const formsOf = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
];

async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

test('no key, session, token or secret is in any file, log line or answer', async () => {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const provider = { ...providerEnvironment(issuer), OIDC_CLIENT_SECRET: 'secret-of-the-client-1' };
  const running = serving(args(), { LOG_FORMAT: 'json', ...provider });
  const url = await running.ready.catch((error: unknown) => {
    throw error;
  });
  const holder = await readFile(join(folder, 'data', 'process.json'), 'utf8');
  const { token } = z.parse(z.looseObject({ token: z.string() }), JSON.parse(holder));
  const answers: string[] = [];
  const ask = async (path: string, init: RequestInit = {}) => {
    const text = await (await fetch(url + path, init)).text();
    answers.push(text);
    return text;
  };

  const created = await fetch(`${url}/x/keys`, {
    method: 'POST',
    headers: { ...json, ...bearer(token) },
    body: '{"name":"Ada","role":"admin"}',
  });
  const { key } = createdAccessKey.parse(await created.json());
  const signedIn = await fetch(`${url}/x/session`, signInWith(key, { origin: url }));
  expect(signedIn.status).toBe(201);
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const session = cookie.split('=')[1] ?? '';
  const page = { cookie, origin: url, ...json };
  const another = await fetch(`${url}/x/keys`, {
    method: 'POST',
    headers: page,
    body: '{"name":"Bob","role":"analyst"}',
  });
  const analyst = createdAccessKey.parse(await another.json());
  const itsSession = await fetch(`${url}/x/session`, signInWith(analyst.key, { origin: url }));
  const ofAnalyst = itsSession.headers.get('set-cookie')?.split(';')[0] ?? '';
  const hook = await fetch(`${url}/p/webhook`, {
    method: 'PUT',
    headers: page,
    body: '{"url":"https://hooks.example/a?token=token-in-the-query","type":"*"}',
  });
  const { secret } = z.parse(z.looseObject({ secret: z.string() }), await hook.json());
  const [endpoint] = endpointList.parse(
    await (await fetch(`${url}/x/webhooks/endpoints`, { headers: page })).json(),
  );
  const rotated = await fetch(`${url}/x/webhooks/endpoints/${endpoint?._id}/secret`, {
    method: 'POST',
    headers: page,
  });
  const { secret: second } = endpointSecret.parse(await rotated.json());

  // Places of secrets by mistake or by an attacker.
  for (const one of [key, session, token, secret]) {
    const text = encodeURIComponent(one);
    // An answer repeats the address of its request to the sender.
    const mistakes: [method: string, path: string][] = [
      ['GET', `/p/users?key=${text}`],
      ['GET', `/p/users/${text}`],
      ['POST', `/p/users/${text}`],
      ['PUT', `/x/thematics/${text}`],
      ['DELETE', `/x/keys/${text}`],
      ['DELETE', `/x/sessions/${text}`],
      ['GET', `/x/sign-in?to=/${text}`],
      ['GET', `/x/sign-in/callback?code=${text}&state=${text}`],
    ];
    for (const [method, path] of mistakes) {
      for (const headers of [page, { ...page, cookie: ofAnalyst }]) {
        await fetch(url + path, { method, headers, ...(method === 'GET' ? {} : { body: '{}' }) });
      }
    }
    await ask('/x/session', { ...signInWith(one.slice(0, -1)), headers: { ...json, origin: url } });
    await ask('/x/session', { method: 'POST', headers: page, body: `{"key":"${one}"` });
    await ask('/x/session', { method: 'POST', headers: page, body: `{"${one}":1}` });
    await ask('/p/users', { headers: { authorization: `Basic ${one}` } });
    await ask('/p/users', { headers: { cookie: `portfolio=${one}x` } });
    await ask('/nothing/at/all', { method: 'POST', headers: { 'x-api-key': one } });
  }
  const shown = ['/x/audit', '/x/health', '/x/metrics', '/x/session', '/x/sessions', '/x/keys'];
  for (const path of [...shown, '/p/webhook?limit=5']) await ask(path, { headers: page });
  expect(answers.join()).toContain('Ada');
  expect(await ask('/x/audit', { headers: page })).toContain('createSession');

  running.process.kill('SIGTERM');
  expect(await running.ended).toBe(0);
  const files = await filesIn(folder);
  expect(files.length).toBeGreaterThan(100);
  const contents = await Promise.all(
    files.map(async (file) => [file, await readFile(file, 'latin1')] as const),
  );
  const places = [...contents, ['output', running.output()], ['answers', answers.join()]] as const;
  const all = { key, session, token, secret, second, client: provider.OIDC_CLIENT_SECRET };
  const found = Object.entries(all).flatMap(([name, text]) =>
    places
      .filter(([, content]) => formsOf(text).some((form) => content.includes(form)))
      .map(([place]) => `${name} in ${place}`),
  );
  expect(found).toEqual([]);
  // What may be there is found: the search works.
  expect(contents.some(([, content]) => content.includes('token-in-the-query'))).toBe(true);
  expect(running.output()).not.toContain('token-in-the-query');
}, 120_000);

test('with an unreachable provider the process starts closed, and sign-in reports the fault', async () => {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const running = serving(args(), providerEnvironment(issuer));
  const url = await running.ready;
  expect((await fetch(`${url}/p/users`)).status).toBe(401);
  expect((await fetch(`${url}/x/sign-in`, { redirect: 'manual' })).status).toBe(503);
  await expect
    .poll(() => running.output())
    .toMatch(/Sign-in through the OpenID Connect provider 127\.0\.0\.1:\d+ failed.*ECONNREFUSED/s);
});

test('incomplete provider settings are rejected in one line', async () => {
  const running = serving(args(), { OIDC_ISSUER: 'https://login.example' });
  await expect(running.ready).rejects.toThrow(
    'needs OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ROLE_CLAIM, OIDC_ADMIN_VALUES, OIDC_ANALYST_VALUES.',
  );
  expect(await running.ended).not.toBe(0);
});
