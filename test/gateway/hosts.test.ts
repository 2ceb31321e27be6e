import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { guardHosts } from '#gateway/http/hosts.ts';
import { securityHeaders } from '#gateway/http/security.ts';
import { sendErrors } from '#platform/http/errors.ts';
import { onlyListedProblems } from '#test/support/listedProblems.ts';
import { createTestService } from '#test/support/service.ts';
import { gatewayOver } from './testGateway.ts';

interface Asked {
  host?: string;
  origin?: string;
  method?: string;
  url?: string;
  /** Sec-Fetch-Site, -Mode and -Dest, by which a browser describes the origin of a request. */
  fetch?: readonly [site: string, mode?: string, destination?: string];
}

async function ask(
  publicUrl: string | null,
  { host, origin, method = 'GET', url = 'http://localhost:4173/p/users', fetch = [''] }: Asked,
) {
  const app = new Hono();
  sendErrors(app, () => {});
  app.use(guardHosts(async () => publicUrl, '10.0.0.5'));
  app.all('*', (c) => c.text('in'));
  const headers = {
    ...(host === undefined ? {} : { host }),
    ...(origin === undefined ? {} : { origin }),
    ...Object.fromEntries(
      fetch
        .map((value, i) => [`sec-fetch-${['site', 'mode', 'dest'][i]}`, value])
        .filter(([, value]) => value !== ''),
    ),
  };
  const response = await app.request(url, { method, headers });
  if (response.status === 200) return 'in';
  const { code } = method === 'HEAD' ? { code: 'without a body' } : await response.json();
  return `${response.status} ${String(code)}`;
}

const open = null;
const published = 'https://portfolio.example';

test.each([
  'localhost',
  'localhost:4173',
  'LocalHost:1',
  '127.0.0.1',
  '127.0.0.1:4173',
  '[::1]',
  '[::1]:80',
])('an open service answers at %s', async (host) => {
  expect(await ask(open, { host })).toBe('in');
});

test('an open service accepts only messages of its webhook at its public address', async () => {
  const tested = await createTestService({ sampleUsers: 0 });
  const gateway = gatewayOver(tested, tested.service, { publicUrl: published });
  onlyListedProblems(gateway);
  const send = async (path: string, host = 'portfolio.example') => {
    const init = { method: 'POST', headers: { host }, body: '{}' };
    const { code } = await (await gateway.request(`http://${host}${path}`, init)).json();
    return code;
  };
  // This one has none: it was let in, and the service says so.
  expect(await send('/x/upstream/hook/some-secret')).toBe('not-offered');
  expect(await send('/x/upstream/hook/some-secret', 'evil.example')).toBe('misdirected-request');
  expect(await send('/x/upstream/hook')).toBe('misdirected-request');
  expect(await send('/x/upstream/hook/../../../p/users')).toBe('misdirected-request');
  await tested.close();
});

test.each([
  'evil.example',
  'evil.example:4173',
  'localhost.evil.example',
  'localhost.',
  'evil@localhost',
  'localhost@evil.example',
  'localhost/evil.example',
  'localhost#evil.example',
  'localhost?x',
  'localhost\\evil',
  'localhost:99999',
  'localhost, evil.example',
  '127.0.0.2',
  '127.1',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '0.0.0.0',
  '::1',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::1]evil',
  '',
])('an open service does not answer at the host "%s"', async (host) => {
  expect(await ask(open, { host })).toBe('421 misdirected-request');
});

test('a host in the request target must be ours too', async () => {
  const url = 'http://evil.example/p/users';
  expect(await ask(open, { host: 'localhost', url })).toBe('421 misdirected-request');
  expect(await ask(open, { url })).toBe('421 misdirected-request');
  expect(await ask(open, { host: 'evil.example' })).toBe('421 misdirected-request');
});

const host = 'localhost:4173';

test.each(['PUT', 'POST', 'DELETE', 'PATCH'])(
  '%s from a page of another origin is refused',
  async (method) => {
    for (const origin of [
      'https://evil.example',
      'null',
      '',
      'http://localhost',
      'http://localhost:3000',
      'http://127.0.0.1:4173',
      'https://localhost:4173',
      'http://localhost:4173.evil.example',
      'http://localhost:4173/',
      'http://localhost:4173, https://evil.example',
    ]) {
      expect([origin, await ask(open, { host, origin, method })]).toEqual([
        origin,
        '403 forbidden',
      ]);
    }
    expect(await ask(open, { host, origin: 'http://localhost:4173', method })).toBe('in');
    expect(await ask(open, { host, method })).toBe('in');
  },
);

test('reads are not writes: the headers tell the browser who may read', async () => {
  expect(await ask(open, { host, origin: 'https://evil.example' })).toBe('in');
  expect(await ask(open, { host, origin: 'https://evil.example', method: 'HEAD' })).toBe('in');
  expect(securityHeaders['Cross-Origin-Resource-Policy']).toBe('same-origin');
});

const elsewhere = ['cross-site', 'same-site'];
const here = ['same-origin', 'none', '', 'unheard-of'];

test.each(['PUT', 'POST', 'DELETE', 'PATCH'])(
  '%s from a page of another site is refused without an Origin too',
  async (method) => {
    for (const site of elsewhere) {
      for (const mode of ['no-cors', 'cors', 'navigate']) {
        expect(await ask(open, { host, method, fetch: [site, mode] })).toBe('403 forbidden');
      }
    }
    for (const site of here) expect(await ask(open, { host, method, fetch: [site] })).toBe('in');
  },
);

test.each(['GET', 'HEAD'])(
  '%s by a page of another site makes the service do no work, unless it is a link that is followed',
  async (method) => {
    const refused = method === 'HEAD' ? '403 without a body' : '403 forbidden';
    const at = (path: string, ...fetch: [string, string?, string?]) =>
      ask(open, { host, method, url: `http://localhost:4173${path}`, fetch });
    for (const site of elsewhere) {
      for (const path of ['/p/users', '/x/directory?q=a', '/p', '/x/live']) {
        for (const mode of ['no-cors', 'cors', 'same-origin', 'websocket']) {
          expect(await at(path, site, mode)).toBe(refused);
        }
        for (const framed of ['iframe', 'object', 'embed']) {
          expect(await at(path, site, 'navigate', framed)).toBe(refused);
        }
      }
      expect(await at('/p/docs', site, 'navigate', 'document')).toBe('in');
      expect(await at('/p/docs', site, 'navigate')).toBe('in');
      // The page itself costs nothing.
      for (const path of ['/', '/users', '/assets/index.js', '/pictures', '/xy']) {
        expect(await at(path, site, 'no-cors')).toBe('in');
      }
    }
    for (const site of here) expect(await at('/p/users', site, 'cors')).toBe('in');
  },
);

test('a published service answers at its public address, and at names of this machine', async () => {
  const url = 'http://portfolio.example/p/users';
  for (const name of ['portfolio.example', 'portfolio.example:443', 'PORTFOLIO.example']) {
    expect(await ask(published, { url, host: name })).toBe('in');
  }
  for (const name of ['localhost:4173', '127.0.0.1:4173', '10.0.0.5', '10.0.0.5:4173']) {
    expect(await ask(published, { url: 'http://localhost:4173/p/users', host: name })).toBe('in');
  }
  for (const name of [
    '10.0.0.6',
    'portfolio.example:80',
    'x.portfolio.example',
    'u@portfolio.example',
  ]) {
    expect(await ask(published, { url, host: name })).toBe('421 misdirected-request');
  }
  const write = { url, host: 'portfolio.example', method: 'PUT' };
  expect(await ask(published, { ...write, origin: 'https://portfolio.example' })).toBe('in');
  for (const origin of ['http://portfolio.example', 'https://portfolio.example:444', 'null']) {
    expect(await ask(published, { ...write, origin })).toBe('403 forbidden');
  }
});

test('the policy allows only scripts and resources of this process', () => {
  const policy = securityHeaders['Content-Security-Policy'] ?? '';
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types portfolio");
  for (const directive of ['base-uri', 'form-action', 'frame-ancestors']) {
    // These three do not fall back on default-src.
    expect(policy).toContain(directive);
  }
});
