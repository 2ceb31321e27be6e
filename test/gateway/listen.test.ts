import { Hono } from 'hono';
import { afterEach, expect, test } from 'vitest';
import { guardHosts } from '#gateway/http/hosts.ts';
import { listen, type Listening } from '#gateway/process/listen.ts';
import { sendErrors } from '#platform/http/errors.ts';
import { get, limits, rawClient } from './rawClient.ts';

const logged: string[] = [];
let open: Listening | undefined;
afterEach(async () => {
  await open?.stop(0);
  open = undefined;
});

async function opened(host = '127.0.0.1'): Promise<Listening> {
  open = await listen(host, 0, (line) => logged.push(line), limits());
  const app = new Hono();
  sendErrors(app, (line) => logged.push(line));
  app.use(guardHosts(async () => null));
  app.all('*', (c) => c.text(`in ${c.req.path}`));
  open.serve(app.fetch);
  return open;
}

test.each([
  ['GET /p/users HTTP/1.1\r\nHost: localhost', '200'],
  ['GET http://localhost/p/users HTTP/1.1\r\nHost: localhost', '200'],
  ['GET http://evil.example/p/users HTTP/1.1\r\nHost: localhost', '421'],
  ['GET http://localhost/p/users HTTP/1.1\r\nHost: evil.example', '421'],
  ['GET /p/users HTTP/1.1\r\nHost: a b', '404'],
  ['GET /p/users HTTP/1.1\r\nHost: evil.example/localhost', '421'],
  ['GET /p/users HTTP/1.1\r\nHost:', '421'],
  ['GET /p/users HTTP/1.0', '421'],
  ['GET /p\\users HTTP/1.1\r\nHost: localhost', '404'],
  ['GET * HTTP/1.1\r\nHost: localhost', '404'],
  ['GET ftp://localhost/ HTTP/1.1\r\nHost: localhost', '404'],
])('%j is answered %s, errors as a problem', async (request, status) => {
  const { url } = await opened();
  const client = await rawClient(url, `${request}\r\nConnection: close\r\n\r\n`);
  const answer = await client.closed;
  expect(answer.slice(9, 12)).toBe(status);
  expect(/content-type: (\S+)/i.exec(answer)?.[1]).toBe(
    status === '200' ? 'text/plain;' : 'application/problem+json',
  );
  expect(logged).toEqual([]);
});

test('while starting it is live but not ready, and each answer has its own id', async () => {
  open = await listen('127.0.0.1', 0, (line) => logged.push(line), limits());
  const { url } = open;
  const answers = await Promise.all(
    ['live', 'ready'].map((one) => fetch(`${url}/x/health/${one}`)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 503]);
  const ids = answers.map(({ headers }) => headers.get('x-request-id'));
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^[\da-f-]{36}$/);
});

test('the request id of a trusted proxy is used, any other is not', async () => {
  const answered: string[] = [];
  const headers = { 'x-request-id': '0f3c5d7a9b1e2f40' };
  const onAnswered = ({ id }: { readonly id: string }) => answered.push(id);
  const idOf = async (trustedProxies: string[], given: Record<string, string>) => {
    open = await listen('127.0.0.1', 0, () => {}, limits(), { onAnswered, trustedProxies });
    const response = await fetch(`${open.url}/`, { headers: given });
    await open.stop(0);
    return response.headers.get('x-request-id');
  };
  const own = [
    await idOf([], headers),
    await idOf(['192.0.2.0/24'], headers),
    await idOf(['127.0.0.0/8'], { 'x-request-id': 'two words' }),
  ];
  for (const id of own) expect(id).toMatch(/^[\da-f-]{36}$/);
  const taken = await idOf(['127.0.0.0/8'], headers);
  expect(taken).toBe(headers['x-request-id']);
  expect(answered).toEqual([...own, taken]);
});

test('a second process on the same port gets a plain error', async () => {
  const { url } = await opened();
  const port = Number(new URL(url).port);
  await expect(listen('127.0.0.1', port, () => {}, limits())).rejects.toThrow(
    /^Port \d+ of 127\.0\.0\.1 is in use by another program/,
  );
  await expect(listen('192.0.2.1', 0, () => {}, limits())).rejects.toThrow(
    /^This machine does not have the address 192\.0\.2\.1/,
  );
});

test('idle connections do not delay a stop', async () => {
  const listening = await opened();
  const response = await fetch(listening.url);
  expect([response.status, await response.text()]).toEqual([200, 'in /']);
  const begunAt = performance.now();
  await listening.stop(10_000);
  expect(performance.now() - begunAt).toBeLessThan(5000);
  open = undefined;
});

test('during a stop, an idle connection may send one more request, then ends without a reset', async () => {
  const { url } = await opened();
  const [idle, late] = [await rawClient(url, get('/a')), await rawClient(url, get('/b'))];
  await Promise.all([idle.answers(1), late.answers(1)]);
  const stopping = open?.stop(10_000);
  late.socket.write(get('/c'));
  expect(await late.closed).toMatch(/connection: close\r\n[^]*in \/c$/i);
  expect(await idle.closed).not.toMatch(/connection: close/i);
  await stopping;
  open = undefined;
});

test('behind a proxy, a stop answers new connections until the proxy has found out', async () => {
  open = await listen('127.0.0.1', 0, () => {}, limits(), {
    onAnswered: () => {},
    trustedProxies: ['127.0.0.0/8'],
  });
  open.serve(() => new Response('served'));
  const stopping = open.stop(10_000);
  const client = await rawClient(open.url, get('/a'));
  expect(await client.closed).toMatch(/connection: close\r\n[^]*served$/i);
  await stopping;
  await expect(rawClient(open.url, get('/b'))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  open = undefined;
});

test('a request that waited for a busy process is answered, even if its connection was idle for too long', async () => {
  const { url, server } = await opened();
  server.keepAliveTimeout = 50;
  Reflect.set(server, 'keepAliveTimeoutBuffer', 0);
  const client = await rawClient(url, get('/a'));
  await client.answers(1);
  client.socket.write(get('/b'));
  const until = performance.now() + 200;
  while (performance.now() < until);
  await client.answers(2);
  expect(client.received()).toMatch(/in \/b$/);
  // Idle again, it is ended.
  await client.closed;
});

test('an answer that began before the stop announces the close, and is sent completely', async () => {
  const listening = await opened();
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const app = new Hono();
  app.all('*', async (c) => {
    begun.resolve();
    await held.promise;
    return c.text('in full');
  });
  listening.serve(app.fetch);
  // The second is not begun any more: its sender may send it again elsewhere.
  const client = await rawClient(listening.url, get('/a') + get('/b'));
  await begun.promise;
  const stopping = listening.stop(10_000);
  held.resolve();
  expect(await client.closed).toMatch(
    /^HTTP\/1\.1 200 OK[^]*connection: close\r\n[^]*\r\nin full$/i,
  );
  await stopping;
  open = undefined;
});

test('requests over the deadline are aborted', async () => {
  const listening = await opened();
  const app = new Hono();
  app.all('*', () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) })));
  listening.serve(app.fetch);
  const response = await fetch(listening.url);
  const text = response.text();
  text.catch(() => {});
  await listening.stop(100);
  await expect(text).rejects.toThrow('terminated');
  open = undefined;
});
