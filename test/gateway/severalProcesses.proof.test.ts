import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as send, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import * as z from 'zod/mini';
import { createdAccessKey, triesPerMinute, type CallerRole } from '#contract/access.ts';
import { execute } from '#test/support/engineSetup.ts';
import { databaseUrl } from '#test/support/postgres.ts';
import { startGateway, type RunningGateway, sharing } from '#test/support/process.ts';
import { openReceiver, type Receiver } from '#test/support/receiver.ts';

const postgres = inject('postgres');
const name = `portfolio_${randomUUID().replaceAll('-', '')}`;
const within = { timeout: 30_000, interval: 50 };

let running: RunningGateway[] = [];
let front: { readonly server: Server; readonly url: string };
let receiver: Receiver;

/** One address before several processes: each request goes to the next one, and on to another where nothing answers. */
async function openFront(behind: () => readonly RunningGateway[]): Promise<typeof front> {
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const body: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => body.push(piece));
    incoming.on('end', () => {
      turn += 1;
      const turns = behind().map((_, index) => behind()[(turn + index) % behind().length]);
      const pass = ([next, ...others]: typeof turns): void => {
        if (next === undefined) {
          outgoing.writeHead(502).end();
          return;
        }
        const { method, headers, url } = incoming;
        const onward = send(`${next.url}${url ?? ''}`, { method, headers }, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
          answer.on('error', () => outgoing.destroy());
        });
        onward.on('error', () => {
          if (outgoing.headersSent) outgoing.destroy();
          else pass(others);
        });
        onward.end(Buffer.concat(body));
      };
      pass(turns);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return { server, url: `http://127.0.0.1:${address.port}` };
}

beforeAll(async () => {
  if (postgres === null) return;
  await execute(postgres.url, `CREATE DATABASE ${name} TEMPLATE ${postgres.template}`);
  receiver = await openReceiver();
  const settings = sharing(databaseUrl(postgres.url, name));
  for (let started = 0; started < 3; started += 1) running.push(await startGateway(settings));
  front = await openFront(() => running);
}, 180_000);

afterAll(async () => {
  if (postgres === null) return;
  front.server.closeAllConnections();
  front.server.close();
  await Promise.all(running.map((one) => one.stop()));
  await receiver.close();
  await execute(postgres.url, `DROP DATABASE ${name} WITH (FORCE)`);
});

type Headers = Record<string, string>;

async function call(
  method: string,
  path: string,
  headers: Headers,
  body?: unknown,
  url = front.url,
) {
  return fetch(url + path, {
    method,
    headers: {
      ...headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

async function keyOf(role: CallerRole, headers: Headers = {}) {
  const body = { name: `an ${role}`, role };
  return createdAccessKey.parse(await (await call('POST', '/x/keys', headers, body)).json());
}

/** The status that each process answers by itself. */
async function statuses(path: string, headers: Headers): Promise<number[]> {
  return Promise.all(
    running.map(async ({ url }) => {
      const response = await call('GET', path, headers, undefined, url);
      await response.body?.cancel();
      return response.status;
    }),
  );
}

async function cookieOf(key: string): Promise<string> {
  const signedIn = await call('POST', '/x/session', { origin: front.url }, { key });
  expect(signedIn.status).toBe(201);
  return signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** Reads a stream to its end, from whichever process it comes. */
async function streamOf(url: string, headers: Headers) {
  const response = await call('GET', '/x/live', headers, undefined, url);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const ended = (async () => {
    for (;;) {
      const piece = await reader?.read().catch(() => ({ done: true, value: undefined }));
      if (piece === undefined || piece.done) return 'ended';
      text += piece.value ?? '';
    }
  })();
  return { text: () => text, ended };
}

const found = z.looseObject({ rows: z.array(z.looseObject({ customId: z.string() })) });

// One after the other: each begins with the keys and processes that the one before left.
describe.skipIf(postgres === null)('three processes on one PostgreSQL, behind one address', () => {
  let admin: Headers;

  test('the first key closes all processes at once, and each process knows every key', async () => {
    expect(await statuses('/p/users', {})).toEqual([200, 200, 200]);
    admin = bearer((await keyOf('admin')).key);
    expect(await statuses('/p/users', {})).toEqual([401, 401, 401]);
    expect(await statuses('/p/users', admin)).toEqual([200, 200, 200]);
    const analyst = await keyOf('analyst', admin);
    expect(await statuses('/p/users', bearer(analyst.key))).toEqual([200, 200, 200]);
    expect(await statuses('/x/keys', bearer(analyst.key))).toEqual([403, 403, 403]);
    await call('DELETE', `/x/keys/${analyst._id}`, admin);
    expect(await statuses('/p/users', bearer(analyst.key))).toEqual([401, 401, 401]);
  });

  test('all processes share a session, which ends in all of them, with its streams', async () => {
    const { key } = await keyOf('admin', admin);
    const cookie = await cookieOf(key);
    expect(await statuses('/p/users', { cookie })).toEqual([200, 200, 200]);
    const streams = await Promise.all(running.map(({ url }) => streamOf(url, { cookie })));
    await call('DELETE', '/x/session', { cookie, origin: front.url });
    expect(await statuses('/p/users', { cookie })).toEqual([401, 401, 401]);
    expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual([
      'ended',
      'ended',
      'ended',
    ]);
  });

  test('all processes count wrong keys together', async () => {
    const { key } = await keyOf('analyst', admin);
    const tries = [];
    const wrong = { authorization: `Bearer ${key}x` };
    for (let index = 0; index < triesPerMinute + 2; index += 1) {
      const { status } = await (index % 2 === 0
        ? call('POST', '/x/session', { origin: front.url }, { key: `${key}x` })
        : call('GET', '/p/users', wrong));
      tries.push(status);
    }
    // The keys that the tests before revoked and sent count too.
    expect(tries[0]).toBe(401);
    expect(tries.slice(triesPerMinute)).toEqual([429, 429]);
    expect(await statuses('/p/users', wrong)).toEqual([429, 429, 429]);
  });

  test('a change in one process appears in all, in all streams, and one process delivers it', async () => {
    const registered = { url: receiver.url, type: 'user.created' };
    expect((await call('PUT', '/p/webhook', admin, registered)).status).toBe(201);
    const streams = await Promise.all(running.map(({ url }) => streamOf(url, admin)));
    const ids = Array.from({ length: 30 }, (_, index) => `user ${index}`);
    for (const customId of ids) {
      expect((await call('PUT', '/p/users', admin, { customId })).status).toBe(201);
    }
    for (const { url } of running) {
      await expect
        .poll(async () => {
          const directory = await call('GET', '/x/directory?limit=500', admin, undefined, url);
          const { rows } = found.parse(await directory.json());
          return rows.map(({ customId }) => customId).toSorted();
        }, within)
        .toEqual(ids.toSorted());
    }
    for (const { text } of streams) {
      await expect
        .poll(() => text().split('event: user.created').length - 1, within)
        .toBe(ids.length);
    }
    await expect.poll(() => receiver.received.length, within).toBe(ids.length);
  });

  test('a process killed under load loses nothing: its streams reconnect, its deliveries are sent', async () => {
    const before = receiver.received.length;
    const [killed, ...others] = running;
    const stream = await streamOf(killed?.url ?? '', admin);
    const created: string[] = [];
    const failed: string[] = [];
    const load = (async () => {
      for (let index = 0; index < 60; index += 1) {
        const customId = `while one is killed ${index}`;
        if (index === 20) killed?.process.kill('SIGKILL');
        // A PUT of the same user twice is one user, so that it may be sent again.
        let { status } = await call('PUT', '/p/users', admin, { customId });
        if (status === 502) ({ status } = await call('PUT', '/p/users', admin, { customId }));
        if (status === 200 || status === 201) created.push(customId);
        else failed.push(`${customId}: ${status}`);
      }
    })();
    await load;
    running = others;
    expect(failed).toEqual([]);
    expect(await stream.ended).toBe('ended');
    expect(await statuses('/p/users', admin)).toEqual([200, 200]);
    const delivered = () => {
      const bodies = receiver.received
        .slice(before)
        .map(({ body }) => body)
        .join('\n');
      return created.filter((customId) => bodies.includes(`"${customId}"`)).length;
    };
    await expect.poll(delivered, { timeout: 90_000, interval: 200 }).toBe(created.length);
  }, 150_000);
});
