import { connect } from 'node:net';
import * as fc from 'fast-check';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { endAll, serving } from './spawned.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-garbage-'));
});
afterEach(endAll);
afterAll(() => rm(folder, { recursive: true }));

/** Sends bytes over a new connection, closes it after a moment or after the answer, and returns the answer. */
function sendRaw(url: string, bytes: Uint8Array, patience: number): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding('latin1');
    socket.setTimeout(patience, () => socket.destroy());
    socket.on('data', (text: string) => {
      answer += text;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

const line = fc.constantFrom(
  'GET /p/users HTTP/1.1',
  'GET /p/users/ada HTTP/1.0',
  'PUT /p/users HTTP/1.1',
  'POST /p/users/ada HTTP/1.1',
  'DELETE /p/webhook HTTP/1.1',
  'GET http://127.0.0.1/p/users HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'CONNECT example.com:443 HTTP/1.1',
  'TRACE /p/users HTTP/1.1',
  'GET /p/users/%zz/../../.. HTTP/1.1',
  'GET //x/y HTTP/1.1',
  'GET /p/users?\u00ff HTTP/1.1',
  'GET /p/users HTTP/9.9',
  'GET  /p/users',
  'PRI * HTTP/2.0',
);
const head = fc.constantFrom(
  'Host: 127.0.0.1',
  'Host: evil.example',
  'Host:',
  'Content-Type: application/json',
  'Content-Length: 1000',
  'Content-Length: 2\r\nContent-Length: 3',
  'Content-Length: -1',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nContent-Length: 5',
  'Transfer-Encoding: gzip, chunked',
  'Expect: 100-continue',
  'Expect: nonsense',
  'Upgrade: websocket\r\nConnection: Upgrade',
  'Connection: close',
  'Cookie: \u0001',
  `X-Long: ${'x'.repeat(20_000)}`,
  ' folded: line',
);
const body = fc.constantFrom(
  '',
  '{"customId":"a',
  '{}',
  '5\r\n{"cus\r\n',
  'zz\r\n',
  '0\r\n\r\n',
  '\0'.repeat(50),
);

const garbage = fc.oneof(
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(line, fc.array(head, { maxLength: 4 }), body)
      .map(([start, heads, rest]) =>
        Buffer.from(`${[start, ...heads].join('\r\n')}\r\n\r\n${rest}`, 'latin1'),
      ),
  },
);

test('invalid or partial requests neither end the process nor fill the log', async () => {
  await makeDataFolder(join(folder, 'data'));
  const running = serving(['--port=0', '--sample-users=0', `--data-dir=${join(folder, 'data')}`]);
  const url = await running.ready;
  await fc.assert(
    fc.asyncProperty(fc.array(garbage, { minLength: 10, maxLength: 10 }), async (all) => {
      const answers = await Promise.all(all.map((bytes) => sendRaw(url, bytes, 100)));
      for (const answer of answers) expect(answer).not.toMatch(/^HTTP\/1\.1 5(?!01|05)/);
    }),
    { numRuns: 40 },
  );
  const alive = await fetch(`${url}/p/users?customId=nobody`);
  expect([alive.status, await alive.json()]).toEqual([200, []]);
  // That it is ready, and what that took; nothing since.
  expect(running.output().trim().split('\n')).toEqual([
    expect.stringMatching(/^Ready /),
    expect.stringMatching(/^Used /),
  ]);
});
