import { createServer, get as httpGet, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { afterEach, describe, expect, test } from 'vitest';
import { compress } from '#gateway/http/compress.ts';
import { chooseEncoding } from '#gateway/http/encodings.ts';

const both = { 'accept-encoding': 'gzip, deflate, br' };
const long = JSON.stringify({ text: 'wallet '.repeat(1000) });

function appWith(handle: (c: Context) => Response | Promise<Response>): Hono {
  const app = new Hono();
  app.use(compress());
  app.all('*', handle);
  return app;
}

const json = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Response(body, { headers: { 'content-type': 'application/json', ...headers } });

describe('which encoding', () => {
  test.each([
    [undefined, null],
    ['', null],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['gzip, br', 'br'],
    ['BR', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['gzip ; q=0.5 ,br;q=0.5', 'br'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['br;q=0', null],
    ['*', 'br'],
    ['*;q=0', null],
    ['br;q=0, *', 'gzip'],
    ['identity', null],
    ['identity;q=1, br;q=0.5', null],
    ['identity;q=0.5, br;q=0.5', 'br'],
    ['identity;q=0', null],
    ['deflate, zstd', null],
    ['br;q=NaN', null],
    ['br;q=2', null],
    [',,;;q=', null],
  ])('%j gives %j', (header, expected) => {
    expect(chooseEncoding(header)).toBe(expected);
  });
});

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('a body over 1 kB goes as %s', async (encoding, decompress) => {
  const response = await appWith(() => json(long)).request('/', {
    headers: { 'accept-encoding': encoding },
  });
  const body = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get('content-encoding')).toBe(encoding);
  expect(response.headers.get('content-length')).toBe(String(body.byteLength));
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(decompress(body).toString()).toBe(long);
});

test('a body of 1,024 bytes goes as it is, one of 1,025 compressed', async () => {
  for (const [size, expected] of [
    [0, null],
    [1024, null],
    [1025, 'br'],
  ] as const) {
    const response = await appWith(() => json('x'.repeat(size))).request('/', { headers: both });
    expect(response.headers.get('content-encoding')).toBe(expected);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    const body = Buffer.from(await response.arrayBuffer());
    const text = expected === null ? body : brotliDecompressSync(body);
    expect(text.toString()).toBe('x'.repeat(size));
  }
});

test.each([
  ['who accepts none', {}, {}],
  ['a live stream', both, { 'content-type': 'text/event-stream' }],
  ['a picture', both, { 'content-type': 'image/png' }],
  ['what is encoded already', both, { 'content-encoding': 'gzip' }],
  ['what must not be transformed', both, { 'cache-control': 'no-store, no-transform' }],
])('%s is left alone', async (_case, asked, answered: Record<string, string>) => {
  const response = await appWith(() => json(long, answered)).request('/', { headers: asked });
  expect(response.headers.get('content-encoding')).toBe(answered['content-encoding'] ?? null);
  expect(await response.text()).toBe(long);
});

test('problems and every status keep what they are', async () => {
  const app = appWith(
    () =>
      new Response(long, {
        status: 422,
        headers: { 'content-type': 'application/problem+json', vary: 'Origin' },
      }),
  );
  const response = await app.request('/', { headers: both });
  expect([response.status, response.headers.get('vary')]).toEqual([422, 'Origin, Accept-Encoding']);
  expect(brotliDecompressSync(await response.arrayBuffer()).toString()).toBe(long);
  expect(
    (await appWith(() => new Response(null, { status: 204 })).request('/', { headers: both }))
      .status,
  ).toBe(204);
});

/** Answers as a service does that knows nothing of encodings. */
const tagged = (own: string) =>
  appWith((c) => {
    const matches = (name: string) => (c.req.header(name) ?? '').split(', ').includes(own);
    if (c.req.method === 'POST' && !matches('if-match')) return new Response(null, { status: 412 });
    if (matches('if-none-match'))
      return new Response(null, { status: 304, headers: { etag: own } });
    return json(long, { etag: own });
  });

describe('entity tags', () => {
  test.each(['"abc"', '"abc-br"', '"a-gzip-br"', '"x;y z"', '""'])(
    '%s has a form of its own in each encoding',
    async (own) => {
      const app = tagged(own);
      const seen = new Set<string>();
      for (const encoding of ['br', 'gzip', 'identity']) {
        const headers = { 'accept-encoding': encoding };
        const tag = (await app.request('/', { headers })).headers.get('etag') ?? '';
        seen.add(tag);
        const again = await app.request('/', { headers: { ...headers, 'if-none-match': tag } });
        expect([again.status, again.headers.get('etag')]).toEqual([304, tag]);
        const change = await app.request('/', {
          method: 'POST',
          headers: { ...headers, 'if-match': `"q", ${tag}` },
        });
        expect(change.status).toBe(200);
      }
      expect(seen.size).toBe(3);
      expect((await app.request('/', { headers: { 'if-none-match': '"other-br"' } })).status).toBe(
        200,
      );
      expect(
        (await app.request('/', { method: 'POST', headers: { 'if-match': '"other-br"' } })).status,
      ).toBe(412);
    },
  );

  test('a weak one stands for all encodings', async () => {
    const app = appWith(() => json(long, { etag: 'W/"abc"' }));
    expect((await app.request('/', { headers: both })).headers.get('etag')).toBe('W/"abc"');
  });

  test('a body is still there after its condition was read', async () => {
    const app = appWith(async (c) => json(await c.req.text()));
    const response = await app.request('/', {
      method: 'POST',
      body: 'kept',
      headers: { 'if-match': '"a-br"' },
    });
    expect(await response.text()).toBe('kept');
  });
});

describe('over a connection', () => {
  let server: Server | undefined;
  afterEach(
    () => new Promise((resolve) => (server ?? createServer()).close(resolve).closeAllConnections()),
  );

  async function listen(app: Hono): Promise<string> {
    const made = createServer(getRequestListener(app.fetch));
    server = made;
    await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a listening TCP server has this address
    return `http://127.0.0.1:${(made.address() as AddressInfo).port}`;
  }

  test.each([
    ['br', createBrotliDecompress],
    ['gzip', createGunzip],
  ])('what a stream has sent is there before it goes on (%s)', async (encoding, decompressor) => {
    const steps = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
    const url = await listen(
      appWith(() => {
        let step = 0;
        return json(
          new ReadableStream<Uint8Array>({
            async pull(controller) {
              await steps[step - 1]?.promise;
              if (step === steps.length) controller.close();
              else controller.enqueue(Buffer.from(`line ${(step += 1)} ${'.'.repeat(1100)}\n`));
            },
          }),
        );
      }),
    );
    const read = await new Promise<string>((resolve, reject) => {
      httpGet(url, { headers: { 'accept-encoding': encoding } }, (response) => {
        expect(response.headers['content-encoding']).toBe(encoding);
        let text = '';
        const output = response.pipe(decompressor());
        output.setEncoding('utf8');
        output.on('data', (chunk: string) => {
          text += chunk;
          // The next line is only made once this one has arrived.
          for (let line = 1; line <= steps.length; line += 1) {
            if (text.includes(`line ${line} `) && text.endsWith('\n')) steps[line - 1]?.resolve();
          }
        });
        output.on('end', () => resolve(text));
        output.on('error', reject);
      }).on('error', reject);
    });
    expect(read.match(/line \d/g)).toEqual(['line 1', 'line 2', 'line 3', 'line 4']);
  });

  test('a stream that fails is broken off, not ended', async () => {
    const url = await listen(
      appWith(() => {
        let step = 0;
        return json(
          new ReadableStream<Uint8Array>({
            pull(controller) {
              step += 1;
              if (step > 50) throw new Error('the database went away');
              controller.enqueue(Buffer.from(Math.random().toString(36).repeat(500)));
            },
          }),
        );
      }),
    );
    await expect(fetch(url, { headers: both }).then((response) => response.text())).rejects.toThrow(
      /terminated|aborted/,
    );
  });

  test('a reader that is slow slows the source, one that goes away stops it', async () => {
    let made = 0;
    const stopped = Promise.withResolvers<void>();
    const url = await listen(
      appWith(() =>
        json(
          new ReadableStream<Uint8Array>(
            {
              pull(controller) {
                made += 1;
                controller.enqueue(crypto.getRandomValues(new Uint8Array(64 * 1024)));
              },
              cancel: () => stopped.resolve(),
            },
            { highWaterMark: 0 },
          ),
        ),
      ),
    );
    const request = httpGet(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      response.once('readable', () => {});
    });
    request.on('error', () => {});
    let before = -1;
    while (before !== made) {
      before = made;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    // What sockets and buffers hold is a few megabytes; without a brake it would be gigabytes by now.
    expect(made).toBeGreaterThan(1);
    expect(made * 64).toBeLessThan(32 * 1024);
    request.destroy();
    await stopped.promise;
  });
});
