import { createServer, get as httpGet, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGzip, gunzipSync } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestService, type TestService } from '#test/support/service.ts';
import { gatewayOver } from './testGateway.ts';

const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' };
const long = JSON.stringify({ text: 'wallet '.repeat(1000) });

let tested: TestService;
beforeAll(async () => {
  tested = await createTestService();
});
beforeEach(() => tested.reset());
afterAll(() => tested.close());

/** The gateway in front of a service that answers everything with this. */
function gatewayTo(handle: (c: Context) => Response | Promise<Response>): Hono {
  const service = new Hono();
  service.all('*', handle);
  return gatewayOver(tested, service);
}

const json = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Response(body, { headers: { 'content-type': 'application/json', ...headers } });

const at = (path: string) => `http://127.0.0.1:5160${path}`;

test('a body over 1 kB is compressed, also of a problem, with its status and headers', async () => {
  const gateway = gatewayTo(
    () =>
      new Response(long, {
        status: 422,
        headers: { 'content-type': 'application/problem+json', vary: 'Origin' },
      }),
  );
  const response = await gateway.request(at('/p/users'), { headers: browser });
  expect([response.status, response.headers.get('vary')]).toEqual([422, 'Origin, Accept-Encoding']);
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(response.headers.get('content-length')).toBeNull();
  expect(gunzipSync(await response.arrayBuffer()).toString()).toBe(long);
});

test('small answers and small problems are not compressed', async () => {
  const gateway = gatewayOver(tested, tested.service);
  for (const [path, status] of [
    ['/p/users/nobody', 404],
    ['/x/nothing', 404],
    ['/x/session', 200],
  ] as const) {
    const response = await gateway.request(at(path), { headers: browser });
    expect([path, response.status, response.headers.get('content-encoding')]).toEqual([
      path,
      status,
      null,
    ]);
  }
});

test.each([
  ['who accepts none', {}, {}],
  ['a live stream', browser, { 'content-type': 'text/event-stream' }],
  ['progress in lines', browser, { 'content-type': 'application/x-ndjson' }],
  ['a picture', browser, { 'content-type': 'image/png' }],
  ['what is encoded already', browser, { 'content-encoding': 'br' }],
  ['what must not be transformed', browser, { 'cache-control': 'no-store, no-transform' }],
])('%s is not compressed', async (_case, given, answered: Record<string, string>) => {
  const gateway = gatewayTo(() => json(long, answered));
  const response = await gateway.request(at('/p/users'), { headers: given });
  expect(response.headers.get('content-encoding')).toBe(answered['content-encoding'] ?? null);
  expect(await response.text()).toBe(long);
});

describe('over a connection', () => {
  const servers: Server[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      await new Promise((resolve) => server.close(resolve).closeAllConnections());
    }
  });

  async function listen(server: Server): Promise<string> {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a listening TCP server has this address
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const serve = (app: Hono) => listen(createServer(getRequestListener(app.fetch)));

  /** A proxy that compresses as nginx does: the body is gzip, a strong entity tag becomes a weak one, conditions go on as they came. */
  function nginxBefore(url: string): Promise<string> {
    return listen(
      createServer((incoming, outgoing) => {
        const { 'accept-encoding': _accepted, ...headers } = incoming.headers;
        const { method, url: path } = incoming;
        const forwarded = httpRequest(url + path, { method, headers }, (answer) => {
          const { 'content-length': _length, etag, ...rest } = answer.headers;
          outgoing.writeHead(answer.statusCode ?? 0, {
            ...rest,
            ...(etag === undefined ? {} : { etag: etag.replace(/^(?!W\/)/, 'W/') }),
            'content-encoding': 'gzip',
          });
          answer.pipe(createGzip()).pipe(outgoing);
        });
        incoming.pipe(forwarded);
      }),
    );
  }

  test.each([
    ['ours', async (url: string) => url],
    ["nginx's", nginxBefore],
  ])(
    'a user of more than 1 kB is changed with the tag that compression (%s) left',
    async (_, through) => {
      const url = await through(await serve(gatewayOver(tested, tested.service)));
      await tested.call('PUT', '/p/users', { customId: 'ann' });
      await tested.call('POST', '/p/users/ann', {
        json: JSON.stringify({ note: 'x'.repeat(5000) }),
      });
      const change = (tag: string, note: string) =>
        fetch(`${url}/p/users/ann`, {
          method: 'POST',
          headers: { ...browser, 'content-type': 'application/json', 'if-match': tag },
          body: JSON.stringify({ json: JSON.stringify({ note }) }),
        });
      const read = await fetch(`${url}/p/users/ann`, { headers: browser });
      expect(read.headers.get('content-encoding')).toBe('gzip');
      const tag = read.headers.get('etag') ?? '';
      expect(tag).toMatch(/^W\/"/);
      expect((await change(tag, 'y'.repeat(5000))).status).toBe(200);
      const stale = await change(tag, 'z');
      expect(stale.status).toBe(412);
      // What mod_deflate makes of a tag.
      const current = (stale.headers.get('etag') ?? '').replace(/^W\//, '');
      expect((await change(current.replace(/"$/, '-gzip"'), 'w')).status).toBe(200);
      expect((await change('"other-gzip"', 'v')).status).toBe(412);
    },
  );

  test('a known answer is 304 by its weak tag', async () => {
    const url = await serve(gatewayOver(tested, tested.service));
    const read = await fetch(`${url}/p/thematics`, { headers: browser });
    const tag = read.headers.get('etag') ?? '';
    expect([read.headers.get('content-encoding'), tag.slice(0, 3)]).toEqual(['gzip', 'W/"']);
    const again = await fetch(`${url}/p/thematics`, {
      headers: { ...browser, 'if-none-match': tag },
    });
    expect(again.status).toBe(304);
  });

  test('a failed stream is aborted, not ended', async () => {
    const url = await serve(
      gatewayTo(() => {
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
    const read = fetch(`${url}/p/users`, { headers: browser }).then((response) => response.text());
    await expect(read).rejects.toThrow(/terminated|aborted/);
  });

  test('a slow reader slows the source, and a disconnect stops it', async () => {
    let made = 0;
    const stopped = Promise.withResolvers<void>();
    const url = await serve(
      gatewayTo(() =>
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
    const request = httpGet(`${url}/p/users`, { headers: browser }, (response) => {
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
