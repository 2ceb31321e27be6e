import { once } from 'node:events';
import { Hono } from 'hono';
import { afterEach, expect, test } from 'vitest';
import { type Limits } from '#gateway/http/limits.ts';
import { listen, type Listening } from '#gateway/process/listen.ts';
import { limitsWithin } from '#gateway/process/openFiles.ts';
import { readConfig } from '#gateway/config/config.ts';
import { get, limits, rawClient, type RawClient } from './rawClient.ts';

let open: Listening | undefined;
const clients: RawClient[] = [];
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.destroy();
  await open?.stop(0);
  open = undefined;
});

async function client(first = ''): Promise<RawClient> {
  const one = await rawClient(open?.url ?? '', first);
  clients.push(one);
  return one;
}

/** Answers that wait until they are let go, and how many began and are under way. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const seen = { begun: 0, underWay: 0, most: 0 };
  return {
    seen,
    letGo: resolve,
    async pass() {
      seen.begun += 1;
      seen.underWay += 1;
      seen.most = Math.max(seen.most, seen.underWay);
      await promise;
      seen.underWay -= 1;
    },
  };
}

async function serving(named: Partial<Limits>, build: (app: Hono) => void): Promise<Listening> {
  open = await listen('127.0.0.1', 0, () => {}, limits(named));
  const app = new Hono();
  build(app);
  open.serve(app.fetch);
  return open;
}

function connectionsOf({ server }: Listening): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}

const refusal = {
  headers: [
    /^retry-after: 1\r$/im,
    /^content-type: application\/problem\+json\r$/im,
    /^content-security-policy: default-src 'none'/im,
    /^x-content-type-options: nosniff\r$/im,
  ],
  body: /"status":503,.*"code":"unavailable"/,
};

function expectRefusal(text: string): void {
  for (const header of refusal.headers) expect(text).toMatch(header);
  expect(text).toMatch(refusal.body);
}

test('pipelined requests within the limit are answered, one is rejected, and later ones never begin', async () => {
  const held = gate();
  await serving({ maxRequestsPerConnection: 4 }, (app) =>
    app.get('*', async (c) => {
      await held.pass();
      return c.text(`answer ${c.req.path}`);
    }),
  );
  const paths = Array.from({ length: 20 }, (_, i) => `/p/${i}`);
  const { closed, statuses } = await client(paths.map(get).join(''));
  await expect.poll(() => held.seen.begun).toBe(1);
  held.letGo();
  const text = await closed;
  expect(statuses()).toEqual([200, 200, 200, 200, 503]);
  expect(text.match(/answer \/p\/\d/g)).toEqual([0, 1, 2, 3].map((i) => `answer /p/${i}`));
  expectRefusal(text.slice(text.indexOf('HTTP/1.1 503')));
  expect(text).toMatch(/^connection: close\r$/im);
  expect(held.seen).toEqual({ begun: 4, underWay: 0, most: 1 });
});

test('of a flood of requests on one connection only one begins, and the connection is closed', async () => {
  const held = gate();
  const listening = await serving({ maxRequestsPerConnection: 16 }, (app) =>
    app.get('*', async (c) => {
      await held.pass();
      return c.text('answered');
    }),
  );
  const { socket } = await client();
  socket.pause();
  socket.write(get('/p/users').repeat(5000));
  await expect.poll(() => connectionsOf(listening)).toBe(0);
  expect(held.seen.begun).toBe(1);
});

test('requests on one connection are handled in order: a read after a write sees the change', async () => {
  let written = 'before';
  await serving({}, (app) => {
    app.put('*', async (c) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      written = 'after';
      return c.text('written');
    });
    app.get('*', (c) => c.text(`read ${written}`));
  });
  const { answers, received } = await client(
    `PUT /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}${get('/x')}`,
  );
  await answers(2);
  expect(received()).toMatch(/written[^]*read after$/);
});

test('requests over the total limit are rejected before any lookup; health and live are not counted', async () => {
  const held = gate();
  let looked = 0;
  await serving({ maxRequests: 2 }, (app) => {
    app.get('/p/*', async (c) => {
      looked += 1;
      await held.pass();
      return c.text('answered');
    });
    app.get('/x/health', (c) => c.text('well'));
    app.get(
      '/x/live',
      () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) })),
    );
  });
  const live = await client(get('/x/live?before=1'));
  await live.answers(1);
  const first = [await client(get('/p/a')), await client(get('/p/b'))];
  await expect.poll(() => held.seen.begun).toBe(2);
  const third = await client(get('/p/c?d=e'));
  await third.answers(1);
  expect(third.statuses()).toEqual([503]);
  expectRefusal(third.received());
  expect(third.received()).toContain('"instance":"/p/c"');
  const health = await client(get('/x/health'));
  await health.answers(1);
  expect([health.statuses(), looked]).toEqual([[200], 2]);
  held.letGo();
  for (const { answers } of first) await answers(1);
  // The refused one may try again, on the same connection.
  third.socket.write(get('/p/c'));
  await third.answers(2);
  expect(third.statuses()).toEqual([503, 200]);
});

test('a client that disconnects frees its slot', async () => {
  const held = gate();
  const listening = await serving({ maxRequests: 1 }, (app) =>
    app.get('*', async (c) => {
      await held.pass();
      return c.text('answered');
    }),
  );
  for (let i = 0; i < 3; i += 1) {
    const { socket } = await client(get('/p/users') + get('/p/users'));
    await expect.poll(() => held.seen.begun).toBe(i + 1);
    socket.destroy();
    await expect.poll(() => connectionsOf(listening)).toBe(0);
  }
});

test('a connection over the limit replaces the one idle for longest, or is closed if none is idle', async () => {
  const held = gate();
  const listening = await serving({ maxConnections: 3 }, (app) => {
    app.get('/', (c) => c.text('answered'));
    app.get('/held', async (c) => {
      await held.pass();
      return c.text('at last');
    });
  });
  const first = await client(get('/'));
  const second = await client(get('/'));
  await Promise.all([first.answers(1), second.answers(1)]);
  const silent = await client();
  first.socket.write(get('/'));
  await first.answers(2);
  // The second was idle since before the third came, and that since before the first was answered again.
  for (const idle of [second, silent]) {
    const busy = await client(get('/held'));
    await idle.closed;
    expect(busy.socket.closed).toBe(false);
    expect(first.socket.closed).toBe(false);
  }
  first.socket.write(get('/held'));
  await expect.poll(() => held.seen.underWay).toBe(3);
  const over = await client();
  await over.closed.catch(() => {});
  expect([over.received(), await connectionsOf(listening)]).toEqual(['', 3]);
  held.letGo();
  await first.answers(3);
  const after = await client(get('/'));
  await after.answers(1);
  expect(after.statuses()).toEqual([200]);
});

test.each(['text/event-stream', 'application/json'])(
  'a client that never reads its %s is disconnected, and what made it ends',
  async (type) => {
    let ended = 0;
    const listening = await serving({ clientTimeoutMs: 200 }, (app) =>
      app.get('*', (c) => {
        const body = new ReadableStream<Uint8Array>({
          pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
          cancel() {
            ended += 1;
          },
        });
        return c.body(body, 200, { 'Content-Type': type });
      }),
    );
    const { socket } = await client();
    socket.pause();
    socket.write(get('/p/users'));
    await expect.poll(() => ended).toBe(1);
    await expect.poll(() => connectionsOf(listening)).toBe(0);
  },
);

test('slow readers and long silent answers stay connected', async () => {
  const timeout = 200;
  const size = 40 * 1024 * 1024;
  const silent = gate();
  await serving({ clientTimeoutMs: timeout }, (app) => {
    // One write, whose progress only the system knows.
    app.get('/large', (c) => c.body(new Uint8Array(size)));
    app.get('/silent', async (c) => {
      await silent.pass();
      return c.text('at last');
    });
  });
  const quiet = await client(get('/silent'));
  const reader = await client();
  reader.socket.pause();
  reader.socket.write(get('/large'));
  const seen = { bytes: 0 };
  reader.socket.on('data', (part: string) => {
    seen.bytes += part.length;
  });
  const begunAt = performance.now();
  const burst = size / 10;
  for (let next = burst; seen.bytes < size; next += burst) {
    await new Promise((resolve) => setTimeout(resolve, timeout / 2));
    reader.socket.resume();
    while (seen.bytes < Math.min(next, size)) {
      expect(reader.socket.closed).toBe(false);
      await Promise.race([once(reader.socket, 'data'), reader.closed]);
    }
    reader.socket.pause();
  }
  // Much longer than a client may take nothing.
  expect(performance.now() - begunAt).toBeGreaterThan(3 * timeout);
  silent.letGo();
  await quiet.answers(1);
  expect(quiet.received()).toContain('at last');
});

test.each([
  [{}, 100_000, 1000, ''],
  [{}, Infinity, 1000, ''],
  [{}, 300, 150, ''],
  [{}, 1, 1, ''],
  [{ MAX_CONNECTIONS: '5000' }, 20_000, 5000, ''],
  [
    { MAX_CONNECTIONS: '5000' },
    1024,
    512,
    'MAX_CONNECTIONS is 5000, but this process may open only 1024 files (ulimit -n), and reserves half of them for the database and webhooks. It accepts 512 connections.',
  ],
])('with %j and %d files it accepts %d connections', (environment, files, expected, line) => {
  const lines: string[] = [];
  const config = readConfig([], environment).config;
  const { maxConnections } = limitsWithin(files, config, (text) => lines.push(text));
  expect(maxConnections).toBe(expected);
  expect(lines.join('\n')).toBe(line);
});
