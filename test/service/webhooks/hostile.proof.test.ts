import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, afterAll, expect, test } from 'vitest';
import {
  attempt,
  type AttemptOptions,
  type AttemptResult,
} from '#service/webhooks/delivery/attempt.ts';
import { createConnectionPool } from '#service/webhooks/delivery/connections.ts';
import { newSecret, seal } from '#platform/http/secrets.ts';
import { localTargets } from '../../support/receiver.ts';

const key = new Uint8Array(32).fill(7);
const secret = newSecret();
const connections = createConnectionPool();
const servers: Server[] = [];
let certificates: string;

beforeAll(async () => {
  certificates = await mkdtemp(join(tmpdir(), 'webhooks-tls-'));
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '1',
      '-subj',
      '/CN=other.example',
      '-keyout',
      join(certificates, 'key.pem'),
      '-out',
      join(certificates, 'cert.pem'),
    ],
    { stdio: 'ignore' },
  );
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});
afterAll(async () => {
  await connections.close();
  await rm(certificates, { recursive: true });
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}

/** A receiver that does as it likes with the socket once the head of a request came. */
async function hostile(act: (socket: Socket) => void): Promise<number> {
  return listen(
    createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => act(socket));
    }),
  );
}

async function send(url: string, options: Partial<AttemptOptions> = {}): Promise<AttemptResult> {
  return attempt(
    {
      seq: 1,
      claim: 'c',
      claimedUntil: Number.MAX_SAFE_INTEGER,
      endpointSeq: 1,
      url,
      secrets: [seal(secret, key)],
      message: 'msg_1',
      body: '{"type":"user.created"}',
      attempts: 0,
      roundBegan: 0,
      number: 1,
    },
    {
      clock: Date.now,
      secretKey: key,
      targets: localTargets,
      lookup: () => Promise.resolve(['127.0.0.1']),
      connections,
      origins: async () => [],
      ...options,
    },
  );
}

const local = (port: number) => `http://127.0.0.1:${port}/hook`;
const head = (...lines: string[]) => `HTTP/1.1 ${lines.join('\r\n')}\r\n\r\n`;

test('an answer that never ends is cut at 16 kB, and counts by its status', async () => {
  const port = await hostile((socket) => {
    socket.write(head('200 OK', 'content-type: text/plain'));
    const more = () => {
      if (!socket.destroyed) socket.write(randomBytes(48_000).toString('base64'), more);
    };
    more();
  });
  const { outcome, fault, detail } = await send(local(port));
  expect([outcome.status, fault, detail.answer?.isCut]).toEqual([200, null, true]);
  expect(Buffer.byteLength(detail.answer?.body ?? '')).toBeLessThanOrEqual(16_384);
});

test('a compressed bomb is not unpacked', async () => {
  const bomb = gzipSync(new Uint8Array(64 * 2 ** 20));
  const port = await hostile((socket) => {
    socket.write(head('500 No', 'content-encoding: gzip', `content-length: ${bomb.length}`));
    socket.end(bomb);
  });
  const { outcome, detail } = await send(local(port));
  expect(outcome.status).toBe(500);
  expect(detail.answer?.headers['content-encoding']).toBe('gzip');
  expect(detail.answer?.body.length).toBeLessThanOrEqual(16_384);
});

test('100,000 headers are not read', async () => {
  const port = await hostile((socket) => {
    const lines = Array.from({ length: 100_000 }, (_, index) => `x-${index}: ${index}`);
    socket.end(head('200 OK', ...lines));
  });
  const { outcome, fault, detail } = await send(local(port));
  expect([outcome.status, fault]).toEqual([null, 'The headers of the answer are too large.']);
  expect(detail.answer).toBeNull();
});

test('a connection that is reset in the middle of an answer counts by its status, before it by none', async () => {
  const middle = await hostile((socket) => {
    socket.write(`${head('204 No', 'content-length: 100')}half`);
    setTimeout(() => socket.resetAndDestroy(), 20);
  });
  const whole = await hostile((socket) => {
    socket.write(`${head('200 OK', 'content-length: 100')}half`);
    setTimeout(() => socket.resetAndDestroy(), 50);
  });
  const before = await hostile((socket) => socket.resetAndDestroy());
  expect((await send(local(middle))).outcome.status).toBe(204);
  expect((await send(local(whole))).fault).toBeNull();
  expect(await send(local(before))).toMatchObject({
    outcome: { status: null, isTimeout: false },
    fault: expect.stringMatching(/^The connection was (reset|closed) before an answer arrived\.$/),
  });
});

test('a redirect is a failure and is not followed', async () => {
  let asked = 0;
  const port = await hostile((socket) => {
    asked += 1;
    socket.end(head('302 Found', 'location: /hook', 'content-length: 0', 'connection: close'));
  });
  const { outcome, fault } = await send(local(port));
  expect([outcome.status, fault, asked]).toEqual([
    302,
    'Answered 302; redirects are not followed.',
    1,
  ]);
});

test('what speaks no HTTP of this century has failed, in a sentence', async () => {
  const noHttp = 'The answer is not valid HTTP.';
  const closed = 'The connection was closed before an answer arrived.';
  const wrongLength = 'The length of the answer does not match its Content-Length.';
  const answers: readonly (readonly [answer: string | Buffer, fault: string])[] = [
    ['hello\n', noHttp],
    [Buffer.alloc(4096, 0x9d), noHttp],
    [head('000 None'), noHttp],
    [head('099 None'), noHttp],
    [head('2000 Much'), noHttp],
    [head('101 Switching'), noHttp],
    [head('101 Switching', 'connection: upgrade', 'upgrade: websocket'), closed],
    [head('103 Hints') + head('000 None'), noHttp],
    [head('200 OK', 'no header'), noHttp],
    [head('200 OK', 'content-length: -5'), noHttp],
    [head('200 OK', 'content-length: 3', 'content-length: 4'), wrongLength],
    [head('100 Continue'), closed],
    ['', closed],
  ];
  for (const [answer, expected] of answers) {
    const port = await hostile((socket) => socket.end(answer));
    const { outcome, fault } = await send(local(port));
    expect([answer, outcome.status, outcome.isTimeout, fault]).toEqual([
      answer,
      null,
      false,
      expected,
    ]);
  }
});

test('one that speaks no TLS at an https port has failed, in a sentence', async () => {
  const port = await hostile((socket) => socket.end(head('400 Bad Request')));
  const { outcome, fault } = await send(local(port).replace('http:', 'https:'));
  expect([outcome.status, fault]).toEqual([null, 'This port does not use TLS.']);
});

test('a refused connection and an unknown host are described in words', async () => {
  const port = await listen(createServer());
  servers.pop()?.close();
  expect((await send(local(port))).fault).toBe('Connection refused.');
  const unknown = await send('http://nowhere.example/hook', {
    lookup: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
  });
  expect(unknown.fault).toBe('Unknown host name.');
});

test('an untrusted certificate is rejected', async () => {
  const [cert, privateKey] = await Promise.all(
    ['cert.pem', 'key.pem'].map((name) => readFile(join(certificates, name))),
  );
  const port = await listen(createTlsServer({ cert, key: privateKey }, (socket) => socket.end()));
  const { outcome, fault } = await send(`https://127.0.0.1:${port}/hook`);
  expect([outcome.status, fault]).toEqual([null, 'The certificate is self-signed.']);
});

test('an address that is forbidden at the attempt is rejected with its rule, without a connection', async () => {
  let asked = 0;
  const port = await hostile(() => {
    asked += 1;
  });
  const { outcome, fault, detail } = await send(`http://hooks.example.com:${port}/`, {
    targets: { allowHttp: true, allowNetworks: [] },
    lookup: () => Promise.resolve(['1.1.1.1', '127.0.0.1']),
  });
  expect([outcome.status, asked, detail.rule, detail.address]).toEqual([
    null,
    0,
    'loopback',
    '127.0.0.1',
  ]);
  expect(fault).toBe(
    '127.0.0.1 is this machine, which the rule loopback forbids. WEBHOOKS_ALLOW_NETWORKS=127.0.0.0/8 allows it.',
  );
});

test('one that never says a word of TLS is out of time', { timeout: 20_000 }, async () => {
  const mute = await hostile(() => {});
  expect(await send(local(mute).replace('http:', 'https:'))).toMatchObject({
    outcome: { status: null, isTimeout: true },
    fault: 'No connection within 5 s.',
  });
});

test(
  'one that accepts and never answers, and one that drips, end after 15 seconds',
  { timeout: 40_000 },
  async () => {
    const silent = await hostile(() => {});
    const dripping = await hostile((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
      const timer = setInterval(() => {
        if (socket.destroyed) clearInterval(timer);
        else socket.write('a');
      }, 200);
    });
    const slowBody = await hostile((socket) => {
      socket.write(head('200 OK', 'content-length: 10000'));
      const timer = setInterval(() => {
        if (socket.destroyed) clearInterval(timer);
        else socket.write('a');
      }, 200);
    });
    const [first, second, third] = await Promise.all(
      [silent, dripping, slowBody].map((port) => send(local(port))),
    );
    for (const ended of [first, second]) {
      expect(ended).toMatchObject({
        outcome: { status: null, isTimeout: true },
        fault: 'No answer within 15 s.',
      });
      expect(ended?.detail.timing.total).toBeLessThan(25_000);
    }
    expect(third).toMatchObject({
      outcome: { status: 200 },
      fault: null,
      detail: { answer: { isCut: true } },
    });
  },
);
