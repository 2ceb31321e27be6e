import { mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readStaticFiles } from '#gateway/static/staticFiles.ts';
import { addNotices } from '#gateway/static/notices.ts';
import { precompress } from '#gateway/static/precompress.ts';
import { writePreloads } from '#gateway/static/preloads.ts';
import { staticRoutes } from '#gateway/static/serve.ts';
import { buildState, stampBuild } from '#gateway/static/stamp.ts';
import { sendErrors } from '#platform/http/errors.ts';

const script = `console.log(${JSON.stringify('portfolio '.repeat(500))});`;
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** What the build says of its chunks. */
const manifest = {
  'index.html': { file: 'assets/app.js', imports: ['_react.js'], css: ['assets/app.css'] },
  '_react.js': { file: 'assets/react.js' },
  'users.tsx': { file: 'assets/users.js', imports: ['_react.js', '_table.js'] },
  'user.tsx': { file: 'assets/user.js', imports: ['index.html'] },
  '_table.js': { file: 'assets/table.js', imports: ['users.tsx'], css: ['assets/table.css'] },
};

let folder: string;
let isSignedIn = true;
const notOffered = new Set<string>();
let app: Hono;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-static-'));
  const dist = join(folder, 'dist');
  await mkdir(join(dist, 'assets'), { recursive: true });
  await mkdir(join(dist, '.vite'));
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await writeFile(join(dist, 'index.html'), '<!doctype html><title>Portfolio</title>');
  await writeFile(join(dist, 'assets', 'app-1a2b.js'), script);
  await writeFile(join(dist, 'assets', 'small-1a2b.css'), 'a{}');
  await writeFile(join(dist, 'assets', 'font-1a2b.woff2'), Buffer.alloc(5000, 1));
  await writeFile(join(dist, 'assets', 'only.br'), 'not compressed');
  await writeFile(join(dist, 'mark.svg'), '<svg/>');
  await writeFile(join(dist, 'ü b.txt'), 'name');
  await writeFile(join(dist, '.vite', 'manifest.json'), JSON.stringify(manifest));
  await writePreloads(dist, {
    '/users': { module: 'users.tsx', requests: ['/x/directory?limit=100', '/p/thematics'] },
    '/users/:customId': { module: 'user.tsx', requests: ['/p/users/:customId/history/:period'] },
  });
  await symlink(join(folder, 'secret.txt'), join(dist, 'link.txt'));
  await precompress(dist);
  app = new Hono();
  sendErrors(app, () => {});
  app.use(compress());
  app.route(
    '/',
    staticRoutes(await readStaticFiles(dist), async () => isSignedIn, notOffered),
  );
  await rm(dist, { recursive: true });
});
afterAll(() => rm(folder, { recursive: true }));

function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return app.request(`http://localhost${path}`, { headers, method });
}

async function outcome(path: string, headers: Record<string, string> = html, method = 'GET') {
  const response = await get(path, headers, method);
  const text = await response.text();
  if (text.startsWith('<!doctype')) return 'page';
  return response.ok ? 'file' : `${response.status} ${response.headers.get('content-type')}`;
}

const missing = '404 application/problem+json';

test.each([
  '/',
  '/index.html',
  '/users',
  '/users/a%2Fb%3Fc%23d%20e%252F',
  '/users/%E6%97%A5%E6%9C%AC/wallets/layer-1?period=day',
  '/users/a.b',
  '/users/..%2F..%2Fetc',
  '/users/%FF',
  '/settings/webhooks',
  '/xylophone',
  '/page',
  '/P/users',
])('%s in a browser is the page', async (path) => {
  expect(await outcome(path)).toBe('page');
});

const linkOf = async (path: string) => (await get(path, html)).headers.get('link');

const preloads = (...paths: string[]) =>
  paths.map((path) => `<${path}>; rel=preload; as=fetch; crossorigin`);
const requests = (...paths: string[]) => preloads('/x/session', '/x/capabilities', ...paths);

test('a page preloads its own files and its first requests', async () => {
  const files = ['users.js', 'table.js'].map(
    (file) => `</assets/${file}>; rel=modulepreload; as=script; crossorigin`,
  );
  files.push('</assets/table.css>; rel=preload; as=style; crossorigin');
  expect(await linkOf('/users')).toBe(
    [...files, ...requests('/x/directory?limit=100', '/p/thematics')].join(', '),
  );
  expect(await linkOf('/users?q=a')).toBe([...files, ...requests('/p/thematics')].join(', '));
  const user = '</assets/user.js>; rel=modulepreload; as=script; crossorigin';
  expect(await linkOf("/users/a%2Fb'c?period=day")).toBe(
    [user, ...requests(`/p/users/${encodeURIComponent("a/b'c")}/history/day`)].join(', '),
  );
  expect(await linkOf('/users/a?asOf=2026-01-20T00:00:00Z')).toBe([user, ...requests()].join(', '));
  expect(await linkOf('/users/%FF')).toBe(user);
  expect(await linkOf('/users/a/b')).toBeNull();
  isSignedIn = false;
  expect(await linkOf('/users')).toBe([...files, ...preloads('/x/session')].join(', '));
  isSignedIn = true;
  notOffered.add('GET /p/users/{id}/history/{type}').add('PUT /p/thematics');
  expect(await linkOf('/users/a')).toBe([user, ...requests()].join(', '));
  expect(await linkOf('/users?q=a')).toBe([...files, ...requests('/p/thematics')].join(', '));
  notOffered.clear();
  expect(await linkOf('/mark.svg')).toBeNull();
});

test.each([
  '/p',
  '/p/',
  '/p/users',
  '/p/nothing',
  '/p%2Fusers',
  '/%70/users',
  '//p/users',
  '/%2Fp/users',
  '/p%5Cusers',
  '/x',
  '/x/',
  '/x/live',
  '/%78%2fhealth',
  '/users/../p/users',
  '/p/%FF',
  '/assets/',
  '/assets/gone-9z.js',
  '/assets/../assets/gone.js',
  '/assets%2Fgone.js',
])('%s is never the page', async (path) => {
  expect(await outcome(path)).toBe(missing);
  expect(await outcome(path, {})).toBe(missing);
});

test.each([
  '/secret.txt',
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/..%5csecret.txt',
  '/link.txt',
  '/.vite/manifest.json',
  '/.built',
  '/assets/app-1a2b.js.br',
  '/assets/app-1a2b.js.gz',
  '/%00',
  '/assets',
])('%s is not served as a file', async (path) => {
  expect(await outcome(path, { accept: 'image/*' })).toBe(missing);
});

test.each([
  [{ accept: 'text/html' }, 'page'],
  [{ accept: 'application/xhtml+xml' }, 'page'],
  [{ accept: '*/*' }, 'page'],
  [{}, 'page'],
  [{ accept: 'text/html;q=0' }, missing],
  [{ accept: 'application/json' }, missing],
  [{ accept: 'image/avif,image/webp' }, missing],
])('an address with %j', async (headers, expected) => {
  expect(await outcome('/users/ada', headers)).toBe(expected);
});

test('a client that accepts anything gets no page instead of a missing file', async () => {
  for (const accept of ['*/*', 'image/png,*/*;q=0.8']) {
    expect(await outcome('/favicon.ico', { accept })).toBe(missing);
    expect(await outcome('/old/bundle.js', { accept })).toBe(missing);
  }
});

test('only GET and HEAD are allowed', async () => {
  expect(await outcome('/users', html, 'POST')).toBe('405 application/problem+json');
  expect((await get('/', html, 'PUT')).headers.get('allow')).toBe('GET, HEAD');
  expect(await outcome('/p/x', html, 'POST')).toBe(missing);
});

test('files with a hash in their name are immutable, all others are revalidated', async () => {
  expect((await get('/assets/app-1a2b.js')).headers.get('cache-control')).toBe(
    'public, max-age=31536000, immutable',
  );
  for (const path of ['/', '/users', '/index.html', '/mark.svg', '/%C3%BC%20b.txt']) {
    expect((await get(path, html)).headers.get('cache-control')).toBe('no-cache');
  }
  expect((await get('/assets/gone.js')).headers.get('cache-control')).toBe('no-store');
});

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('files compressed at build as %s are served compressed', async (encoding, decompress) => {
  const response = await get('/assets/app-1a2b.js', { 'accept-encoding': encoding });
  expect(response.headers.get('content-encoding')).toBe(encoding);
  expect(response.headers.get('vary')).toBe('Accept-Encoding');
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  const body = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get('content-length')).toBe(String(body.byteLength));
  expect(decompress(body).toString()).toBe(script);
});

test('files that were not compressed at build are served unchanged', async () => {
  for (const path of [
    '/assets/small-1a2b.css',
    '/assets/font-1a2b.woff2',
    '/assets/only.br',
    '/',
  ]) {
    const response = await get(path, { 'accept-encoding': 'br, gzip' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-encoding')).toBeNull();
  }
});

describe('entity tags', () => {
  test('are weak, equal for every encoding, and answer 304', async () => {
    const tags = new Set<string>();
    for (const encoding of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': encoding };
      const tag = (await get('/assets/app-1a2b.js', headers)).headers.get('etag') ?? '';
      tags.add(tag);
      const again = await get('/assets/app-1a2b.js', { ...headers, 'if-none-match': tag });
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, '']);
      expect(again.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    expect([...tags]).toEqual([expect.stringMatching(/^W\/".+"$/)]);
    const other = { 'accept-encoding': 'br', 'if-none-match': '"x", W/"y"' };
    expect((await get('/assets/app-1a2b.js', other)).status).toBe(200);
  });
});

test('HEAD has the headers of GET', async () => {
  const headers = { 'accept-encoding': 'br' };
  const [head, full] = await Promise.all([
    get('/assets/app-1a2b.js', headers, 'HEAD'),
    get('/assets/app-1a2b.js', headers),
  ]);
  expect([...head.headers]).toEqual([...full.headers]);
  expect(await head.text()).toBe('');
});

test('packages that only workers use are in the license notices, once', async () => {
  const packages = join(folder, 'node_modules');
  const written = '# Licenses\n\n## both - 1.0.0 (MIT)\n\nText of both\n';
  await writeFile(join(folder, 'licenses.txt'), written);
  for (const [name, text] of [
    ['both', 'Text of both'],
    ['@scope/alone', 'Text of alone'],
  ] as const) {
    await mkdir(join(packages, name, 'dist'), { recursive: true });
    await writeFile(
      join(packages, name, 'package.json'),
      JSON.stringify({ name, version: '1.0.0', license: 'MIT' }),
    );
    await writeFile(join(packages, name, 'LICENSE'), `${text}\n`);
  }
  await addNotices(join(folder, 'licenses.txt'), [
    join(folder, 'src', 'worker.ts'),
    join(packages, 'both', 'index.js'),
    join(packages, '@scope/alone', 'dist', 'a.js'),
    join(packages, '@scope/alone', 'dist', 'b.js'),
  ]);
  expect(await readFile(join(folder, 'licenses.txt'), 'utf8')).toBe(
    `${written}\n## @scope/alone - 1.0.0 (MIT)\n\nText of alone\n`,
  );
});

test('a build is fresh until one of its sources changes', async () => {
  const root = join(folder, 'root');
  const dist = join(root, 'dist');
  await mkdir(join(root, 'src', 'dashboard', 'app'), { recursive: true });
  await mkdir(dist);
  const source = join(root, 'src', 'dashboard', 'app', 'main.tsx');
  await writeFile(source, '');
  expect(await buildState(root, dist)).toBe('missing');
  await stampBuild(dist, Date.now() + 1000);
  expect(await buildState(root, dist)).toBe('fresh');
  const later = new Date(Date.now() + 5000);
  await utimes(source, later, later);
  expect(await buildState(root, dist)).toBe('older');
  await stampBuild(dist, Date.now() + 10_000);
  expect(await buildState(root, dist)).toBe('fresh');
  await writeFile(join(dist, '.built'), '');
  expect(await buildState(root, dist)).toBe('missing');
});
