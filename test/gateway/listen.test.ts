import { connect } from 'node:net';
import { Hono } from 'hono';
import { afterEach, expect, test } from 'vitest';
import { guardHosts } from '#gateway/http/hosts.ts';
import { listen, type Listening } from '#gateway/process/listen.ts';
import { sendErrors } from '#service/http/errors.ts';

const logged: string[] = [];
let open: Listening | undefined;
afterEach(async () => {
  await open?.stop(0);
  open = undefined;
});

async function opened(host = '127.0.0.1'): Promise<Listening> {
  open = await listen(host, 0, (line) => logged.push(line));
  const app = new Hono();
  sendErrors(app, (line) => logged.push(line));
  app.use(guardHosts({ open: true }));
  app.all('*', (c) => c.text(`in ${c.req.path}`));
  open.serve(app.fetch);
  return open;
}

/** Sends bytes as they are and gives the whole answer. */
function raw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = '';
    connect(Number(port), hostname)
      .setEncoding('utf8')
      .on('data', (part: string) => {
        answer += part;
      })
      .on('end', () => resolve(answer))
      .on('error', reject)
      .write(text);
  });
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
])('%j is answered %s, as a problem where it is one', async (request, status) => {
  const { url } = await opened();
  const answer = await raw(url, `${request}\r\nConnection: close\r\n\r\n`);
  expect(answer.slice(9, 12)).toBe(status);
  expect(/content-type: (\S+)/i.exec(answer)?.[1]).toBe(
    status === '200' ? 'text/plain;' : 'application/problem+json',
  );
  expect(logged).toEqual([]);
});

test('a second one on the same port is refused in words', async () => {
  const { url } = await opened();
  const port = Number(new URL(url).port);
  await expect(listen('127.0.0.1', port, () => {})).rejects.toThrow(
    /^Port \d+ of 127\.0\.0\.1 is taken/,
  );
  await expect(listen('192.0.2.1', 0, () => {})).rejects.toThrow(
    /^This machine has no address 192\.0\.2\.1/,
  );
});

test('connections that only wait do not hold up a stop', async () => {
  const listening = await opened();
  const response = await fetch(listening.url);
  expect([response.status, await response.text()]).toEqual([200, 'in /']);
  const begunAt = performance.now();
  await listening.stop(10_000);
  expect(performance.now() - begunAt).toBeLessThan(5000);
  open = undefined;
});

test('what does not end in time is broken off', async () => {
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
