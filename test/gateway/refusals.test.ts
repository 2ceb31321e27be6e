import { once } from 'node:events';
import { Hono } from 'hono';
import { afterEach, expect, test } from 'vitest';
import { problemDetails } from '#contract/problem.ts';
import type { Limits } from '#gateway/http/limits.ts';
import { secure, securityHeaders } from '#gateway/http/security.ts';
import { listen, type Listening } from '#gateway/process/listen.ts';
import { readBytes } from '#platform/http/body.ts';
import { sendErrors } from '#platform/http/errors.ts';
import { get, limits, rawClient } from './rawClient.ts';

const logged: string[] = [];
let open: Listening | undefined;
afterEach(async () => {
  await open?.stop(0);
  open = undefined;
  // What a client does wrong is worth no line.
  if (logged.length > 0) throw new Error(logged.join('\n'));
});

/** Answers with how many bytes the body has, of 64 KiB at most. */
async function serving(named: Partial<Limits> = {}): Promise<Listening> {
  open = await listen('127.0.0.1', 0, (line) => logged.push(line), limits(named));
  const app = new Hono();
  sendErrors(app, (line) => logged.push(line));
  app.use(secure(false));
  app.all('*', async (c) => c.text(`${(await readBytes(c, 65_536)).byteLength} bytes`));
  open.serve(app.fetch);
  return open;
}

/** Reads one answer and holds it against what every problem must have. */
function problemIn(text: string): { status: number; code: string } {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const [name = '', ...value] = line.split(': ');
      return [name, value.join(': ')];
    }),
  );
  const { status, code, detail } = problemDetails.parse(JSON.parse(body));
  expect(first).toMatch(new RegExp(`^HTTP/1\\.1 ${status} \\w+`));
  expect(Object.fromEntries(headers)).toMatchObject({
    ...Object.fromEntries(new Headers(securityHeaders)),
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    date: expect.stringMatching(/GMT$/),
  });
  expect(detail).toMatch(/^[A-Z].*\.$/);
  return { status, code };
}

const put = 'PUT /p/users HTTP/1.1\r\nHost: localhost\r\n';

test.each([
  ['no request at all', 'hello\r\n\r\n', 400, 'malformed-request'],
  ['a newer protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'malformed-request'],
  ['a TLS handshake', '\u0016\u0003\u0001\u0002\u0000\u0001', 400, 'malformed-request'],
  ['a header that is none', 'GET / HTTP/1.1\r\nno header\r\n\r\n', 400, 'malformed-request'],
  ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400, 'malformed-request'],
  [
    'two lengths',
    `${put}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`,
    400,
    'malformed-request',
  ],
  [
    'a length and chunks',
    `${put}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
    'malformed-request',
  ],
  [
    'chunks that are none',
    `${put}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    400,
    'malformed-request',
  ],
  [
    'chunks with long extensions',
    `${put}Transfer-Encoding: chunked\r\n\r\n2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
    413,
    'too-large',
  ],
  [
    'an expectation',
    `${put}Expect: miracles\r\nConnection: close\r\n\r\n`,
    417,
    'expectation-failed',
  ],
  [
    'large headers',
    `GET / HTTP/1.1\r\nHost: localhost\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers-too-large',
  ],
  [
    'a long target',
    `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    431,
    'headers-too-large',
  ],
] as const)('%s is answered as a problem with all headers', async (_, bytes, status, code) => {
  const { url } = await serving();
  const client = await rawClient(url, bytes);
  const text = await client.closed;
  expect(problemIn(text)).toEqual({ status, code });
  expect(text).toMatch(/^connection: close\r$/im);
});

test.each([
  ['headers', 'GET / HTTP/1.1\r\nHost: loc'],
  ['any headers', ''],
  ['a body', `${put}Content-Length: 10\r\n\r\n{`],
])('%s that do not arrive in time get 408, as a problem', async (_, bytes) => {
  const { url } = await serving({ headersTimeoutMs: 80, bodyTimeoutMs: 80 });
  const client = await rawClient(url, bytes);
  expect(problemIn(await client.closed)).toEqual({ status: 408, code: 'request-timeout' });
});

test('invalid bytes after a valid request are answered after it', async () => {
  const { url } = await serving();
  const client = await rawClient(url, `${get('/a')}${get('/b')}garbage\r\n\r\n`);
  const text = await client.closed;
  expect(client.statuses()).toEqual([200, 200, 400]);
  expect(problemIn(text.slice(text.indexOf('HTTP/1.1 400')))).toEqual({
    status: 400,
    code: 'malformed-request',
  });
});

test('a client that continues to send after its rejection reads the answer, and is disconnected in the end', async () => {
  const { url } = await serving();
  const client = await rawClient(url, 'garbage\r\n\r\n');
  const sending = setInterval(() => client.socket.write('x'.repeat(65_536)), 5);
  await client.closed.catch(() => {});
  clearInterval(sending);
  expect(problemIn(client.received())).toEqual({ status: 400, code: 'malformed-request' });
});

/** Sends a body of so many MiB in chunks, whatever is answered meanwhile, and reads only when all of it is out. */
async function sendAll(url: string, mebibytes: number): Promise<string> {
  const { socket, closed } = await rawClient(url);
  socket.pause();
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  socket.write(`${put}Transfer-Encoding: chunked\r\n\r\n`);
  for (let sent = 0; sent < mebibytes * 16; sent += 1) {
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), closed]);
  }
  socket.end('0\r\n\r\n');
  socket.resume();
  return closed;
}

test('a client that sends a complete body over the limit reads that it was too large', async () => {
  const { url } = await serving();
  for (let i = 0; i < 10; i += 1) {
    const text = await sendAll(url, 8);
    expect(problemIn(text)).toEqual({ status: 413, code: 'too-large' });
    expect(text).toMatch(/^connection: close\r$/im);
  }
});

test('a client that never stops sending is disconnected', async () => {
  const { url } = await serving();
  await expect(sendAll(url, 4096)).rejects.toThrow(/ECONNRESET|EPIPE/);
});

test('a client that expects 100-continue gets it', async () => {
  const { url } = await serving();
  const client = await rawClient(url, `${put}Content-Length: 2\r\nExpect: 100-continue\r\n\r\n`);
  await client.answers(1);
  client.socket.write('{}');
  await client.answers(2);
  expect([client.statuses(), client.received().endsWith('2 bytes')]).toEqual([[100, 200], true]);
  client.socket.destroy();
});

test('an answer to a body that arrived keeps the connection', async () => {
  const { url } = await serving();
  const client = await rawClient(url, `${put}Content-Length: 2\r\n\r\n{}`);
  await client.answers(1);
  client.socket.write(`${put}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`);
  await client.answers(2);
  expect(client.received()).not.toMatch(/connection: close/i);
  client.socket.destroy();
});
