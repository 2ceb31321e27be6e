import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations/operations.ts';
import { openEmbedded } from '#platform/database/embedded.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { type Received, type Receiver, openReceiver } from '#test/support/receiver.ts';
import { commandHere, endAll, serving } from './spawned.ts';

// What is set for the other service is searched for in everything that leaves the process, however that service repeats it.

const secrets = {
  quotes: String.raw`q"u'o\te/s<&>+=%20`,
  base64: 'ZmFyIGF3YXk/Pj4+IGFuZA==',
  short: 'k9z!Q',
  cookie: 'sid-0123-4567',
  password: 'pass:word?&x',
};
const basic = Buffer.from(`ada:${secrets.password}`).toString('base64');
const headers = {
  Authorization: `Bearer ${secrets.quotes}`,
  'X-Api-Key': secrets.base64,
  'X-Pass': secrets.short,
  Cookie: `theme=dark; session=${secrets.cookie}`,
  'Proxy-Authorization': `Basic ${basic}`,
};

/** Words as a page has them. */
const escaped = (words: string) =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const asEscape = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Encodings in which a text may be repeated. */
const spellings: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  percent: encodeURIComponent,
  form: (text) => new URLSearchParams([['', text]]).toString().slice(1),
  json: (text) => JSON.stringify(text).slice(1, -1),
  base64: (text) => Buffer.from(text).toString('base64').replace(/=+$/, ''),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  hex: (text) => Buffer.from(text).toString('hex'),
  'upper case': (text) => text.toUpperCase(),
  'lower case': (text) => text.toLowerCase(),
  html: (text) => escaped(text).replaceAll("'", '&#39;'),
  entities: (text) => text.replaceAll(/./g, (sign) => `&#${sign.charCodeAt(0)};`),
  'escaped letters': (text) => text.replaceAll(/./g, asEscape),
};

/** All texts that must not occur anywhere, by kind. */
const forbidden = Object.entries({ ...secrets, basic }).flatMap(([name, secret]) =>
  Object.entries(spellings).map(
    ([spelling, spell]) => [`${name} (${spelling})`, spell(secret)] as const,
  ),
);

/** A sentence with every header as it came, in each spelling. */
function repeated({ headers: given }: Received): string {
  const values = Object.keys(headers).map((name) => String(given[name.toLowerCase()]));
  const parts = values.flatMap((value) => [value, value.slice(value.indexOf(' ') + 1)]);
  return [...parts, secrets.cookie, secrets.password]
    .flatMap((value) => Object.values(spellings).map((spell) => spell(value)))
    .join(' ');
}

// All headers of an answer have room for 16 kB.
const headerOf = (words: string) => words.slice(0, 2500);
const inAddress = (words: string) => encodeURIComponent(headerOf(words));

const html = { 'content-type': 'text/html' };
const json = { 'content-type': 'application/json' };

/** What the other service makes of a request, with the words that hold everything it was sent. */
const ways: Readonly<
  Record<string, (words: string, message: Received, response: ServerResponse) => unknown>
> = {
  'an error as JSON': (words, _, to) =>
    to.writeHead(500, json).end(JSON.stringify({ message: words, error: { message: words } })),
  'an error as JSON in JSON': (words, _, to) =>
    to.writeHead(400, json).end(JSON.stringify({ detail: JSON.stringify({ message: words }) })),
  'an error as a page': (words, _, to) =>
    to.writeHead(500, html).end(`<title>${escaped(words)}</title><pre>${words}</pre>`),
  'an error as text': (words, _, to) => to.writeHead(422, { 'x-echo': headerOf(words) }).end(words),
  'a refusal': (words, _, to) =>
    to
      .writeHead(401, `no ${headerOf(words)}`, { 'www-authenticate': headerOf(`Basic ${words}`) })
      .end(),
  'a redirect elsewhere': (words, _, to) =>
    to.writeHead(302, { location: `http://127.0.0.1:1/${inAddress(words)}` }).end(),
  'a redirect in circles': (words, _, to) =>
    to.writeHead(302, { location: `/p/users?key=${inAddress(words)}` }).end(),
  'a page': (words, _, to) => to.writeHead(200, html).end(`<p>${escaped(words)} ${words}</p>`),
  'torn JSON': (words, _, to) =>
    to.writeHead(200, json).end(JSON.stringify({ data: [words] }).slice(0, -3)),
  data: (words, { path, method }, to) => {
    const short = headerOf(words);
    const next = `<${path}?cursor=${inAddress(words)}>; rel="next"`;
    const isFirst = !path.includes('?');
    to.setHeader('etag', `"${short.replaceAll('"', '')}"`);
    to.setHeader('set-cookie', `echo=${inAddress(words)}`);
    if (isFirst && method === 'GET') to.setHeader('link', next);
    to.writeHead(200, json).end(JSON.stringify(contentOf(path, words)));
  },
  'JSON with every character escaped': (words, { path }, to) =>
    to
      .writeHead(200, json)
      .end(
        JSON.stringify(contentOf(path, words)).replaceAll(
          /[a-z\d]/gi,
          (sign, at: number, text: string) =>
            /\\(?:u[\da-f]{0,3})?$/i.test(text.slice(Math.max(0, at - 5), at))
              ? sign
              : asEscape(sign),
        ),
      ),
  'that it is busy': (words, _, to) => to.writeHead(429, { 'retry-after': '60' }).end(words),
};

/** What is at a path of the interface, with these words wherever a text may be. */
function contentOf(path: string, words: string): unknown {
  const record = { date: '2026-01-02T03:04:05Z', total: 5, note: words };
  if (path.includes('/history')) return [{ date: words, total: words }, record];
  const token = { _id: 't', name: words, symbol: words, price: words };
  if (path.includes('/wallets')) {
    return [{ _id: words, user: 'ada', thematics: words, total: 5, tokens: [{ token, total: 5 }] }];
  }
  const user = {
    _id: 'u',
    customId: 'ada',
    name: words,
    [words]: words,
    deep: { [words]: [words] },
  };
  if (/\/users\/./.test(path)) return user;
  if (path.includes('/users')) return [user, { _id: words, customId: words, total: words }];
  if (path.includes('/webhook')) {
    return [
      {
        _id: 'w',
        url: `https://h.example/?${encodeURIComponent(words)}`,
        type: words,
        secret: words,
      },
    ];
  }
  const thematic = { _id: 'one', name: words, description: words, total: words, [words]: words };
  return /\/thematics\/./.test(path) ? thematic : [thematic, { _id: words, name: words }];
}

const bodies: Readonly<Record<string, unknown>> = {
  createUser: { customId: 'ada' },
  updateUser: { json: '{"name":"Ada"}' },
  createWebhook: { url: 'https://h.example/', type: '*' },
  deleteWebhook: { url: 'https://h.example/', type: '*' },
};

const raw = ['users', 'users/ada', 'users/ada/wallets', 'thematics', 'webhook'].map(
  (path) => `/x/upstream/raw?path=${encodeURIComponent(`/p/${path}`)}`,
);

const relations = pgTable('pg_class', { name: text('relname').notNull() });

let folder: string;
const services: Receiver[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connected-secrets-'));
  await makeDataFolder(join(folder, 'data'));
});
afterEach(async () => {
  await endAll();
  await Promise.all(services.splice(0).map((service) => service.close()));
});
afterAll(() => rm(folder, { recursive: true }));

/** All that a place holds, and what the strings of its JSON are. */
function textsOf(text: string): readonly string[] {
  const strings: string[] = [text];
  try {
    JSON.parse(text, (name, value: unknown) => {
      strings.push(name);
      if (typeof value === 'string') strings.push(value);
      return value;
    });
  } catch {
    // It is no JSON.
  }
  return strings;
}

function findIn(place: string, text: string): string[] {
  const whole = textsOf(text).join('\n');
  return forbidden
    .filter(([, form]) => whole.includes(form))
    .map(([name]) => `${name} in ${place}`);
}

/** The answer of a call, its header and all. */
async function answerOf(url: string, method: string, path: string, body?: unknown) {
  const stop = new AbortController();
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    signal: stop.signal,
    ...(method === 'GET' ? {} : { headers: json, body: JSON.stringify(body ?? {}) }),
  });
  const head = JSON.stringify([response.statusText, ...response.headers]);
  const reading = decodeURIComponent(response.headers.get('reading') ?? '');
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (!isStream) return [head, reading, await response.text()];
  const chunk = await response.body?.getReader().read();
  stop.abort();
  return [head, reading, new TextDecoder().decode(chunk?.value)];
}

test('secrets sent to the other service are in no answer, log line, file, table or report', async () => {
  const service = await openReceiver();
  services.push(service);
  const { origin } = new URL(service.url);
  const settings = {
    PORTFOLIO_SERVICE_URL: origin,
    PORTFOLIO_SERVICE_HEADERS: JSON.stringify(headers),
    PORTFOLIO_SERVICE_REQUESTS_PER_SECOND: '1000',
    PORTFOLIO_SERVICE_CONCURRENT_REQUESTS: '50',
  };
  const gateway = serving(['--port=0', `--data-dir=${join(folder, 'data')}`], settings);
  const found: string[] = [];
  let marks = 0;
  const look = (place: string, texts: readonly string[]) => {
    for (const one of texts) {
      found.push(...findIn(place, one));
      marks += one.split('…').length - 1;
    }
  };
  for (const [way, respond] of Object.entries(ways)) {
    service.answer = (message, response) => respond(repeated(message), message, response);
    const url = await gateway.ready;
    if (way === 'data') {
      await answerOf(url, 'POST', operations.resumeReading.path);
      await vi.waitFor(async () => {
        const { ok } = await fetch(url + operations.getDirectory.path);
        if (!ok) throw new Error('Nothing was read yet');
      }, 10_000);
    }
    for (const [name, { method, path }] of Object.entries<Operation>(operations)) {
      if (name === 'cancelReading') continue;
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, param: string) =>
        param === 'historyType'
          ? 'day'
          : path.includes('/users/') && param === 'id'
            ? 'ada'
            : 'one',
      );
      look(`${name}, ${way}`, await answerOf(url, method, filled, bodies[name]));
    }
    for (const path of [...raw, '/p/openapi.json', '/docs', '/', '/users']) {
      look(`${path}, ${way}`, await answerOf(url, 'GET', path));
    }
    const report = join(folder, 'report.json');
    const check = ['check-service', origin, '--all', '--writes', `--json=${report}`];
    const { output } = await commandHere(check, settings);
    look(`check-service, ${way}`, [output]);
  }

  gateway.process.kill('SIGTERM');
  await gateway.ended;
  look('output', [gateway.output()]);

  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile())) {
    const path = join(file.parentPath, file.name);
    look(path, [await readFile(path, 'latin1')]);
  }
  // Large values of a table are compressed in its files.
  const database = await openEmbedded({ dataDir: join(folder, 'data', 'database') });
  const { queries } = database;
  const tables = await queries
    .select()
    .from(relations)
    .where(sql`relkind = 'r' AND relnamespace = 'public'::regnamespace`);
  expect(tables.map(({ name }) => name)).toContain('upstream_users');
  for (const { name } of tables) {
    const rows = await queries.select({ row: sql`t::text` }).from(sql.raw(`"${name}" t`));
    look(`table ${name}`, [JSON.stringify(rows)]);
  }
  await database.close();

  expect(found).toEqual([]);
  // It was there to be found: sent with each request, repeated, and taken out.
  for (const { headers: sent } of service.received) {
    for (const [name, value] of Object.entries(headers))
      expect(sent[name.toLowerCase()]).toBe(value);
  }
  expect(marks).toBeGreaterThan(1000);
}, 240_000);
