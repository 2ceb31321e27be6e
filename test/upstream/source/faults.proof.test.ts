import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { byPerson, openService, openSource, problemOfAttempt } from './opened.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upstream-tls-'));
});
afterAll(() => rm(folder, { recursive: true }));
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(server: Server, port = 0): Promise<string> {
  servers.push(server);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return `127.0.0.1:${address.port}`;
}

/** A server that does as it likes with the socket once the head of a request came. */
async function hostile(act: (socket: Socket, count: number) => void) {
  let count = 0;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', () => {
      count += 1;
      act(socket, count);
    });
  });
  return { url: `http://${await listen(server)}`, count: () => count };
}

const timeouts = { connectMs: 5000, beginMs: 300, completeMs: 800 };

test('an answer that does not begin, or does not end, is given up', async () => {
  const silent = await hostile(() => {});
  const begun = await problemOfAttempt(
    openSource(silent.url, { timeouts }).read('/p/users', byPerson),
  );
  expect(begun).toMatchObject({ status: 504, code: 'upstream-timeout' });
  expect(begun.message).toContain('no answer began within 300 ms');
  // What took too long is not tried again.
  expect(silent.count()).toBe(1);
  const slow = await hostile((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
    const drip = setInterval(() => socket.write('1\r\n \r\n'), 50);
    socket.once('close', () => clearInterval(drip));
  });
  const ended = await problemOfAttempt(
    openSource(slow.url, { timeouts }).read('/p/users', byPerson),
  );
  expect(ended).toMatchObject({ status: 504, code: 'upstream-timeout' });
  expect(ended.message).toContain('complete within 800 ms');
  expect(slow.count()).toBe(1);
});

test('who is not there at all is given up', async () => {
  // An address that packets to are dropped on (RFC 5737), or that this machine has no way to.
  const source = openSource('http://192.0.2.1', { timeouts: { ...timeouts, connectMs: 200 } });
  const error = await problemOfAttempt(source.read('/p/users', byPerson));
  expect(['upstream-timeout', 'upstream-unreachable']).toContain(error.code);
});

const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
test.each([
  ['before the answer', '', 'upstream-unreachable'],
  ['in the headers', 'HTTP/1.1 200 OK\r\ncontent-', 'upstream-unreachable'],
  [
    'in a body with a length',
    'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n[1]',
    'upstream-unreadable',
  ],
  ['in a body in chunks', `${chunked}3\r\n[1]\r\n`, 'upstream-unreadable'],
])('a connection that ends %s is tried once more, for a GET alone', async (_, words, code) => {
  const torn = await hostile((socket) => socket.end(words));
  const error = await problemOfAttempt(openSource(torn.url).read('/p/users', byPerson));
  expect(error).toMatchObject({ status: 502, code });
  expect(torn.count()).toBe(2);
  const change = openSource(torn.url).write('PUT', '/p/users', {});
  expect((await problemOfAttempt(change)).message).toContain('The change may have been made');
  expect(torn.count()).toBe(3);
  const passing = await hostile((socket, count) =>
    socket.end(count === 1 ? words : 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n[1]'),
  );
  const source = openSource(passing.url);
  expect(await source.read('/p/users', byPerson)).toMatchObject({ json: [1] });
  expect(source.statistics().calls).toMatchObject([{ requests: 2, failures: 1 }]);
});

test.each([
  ['what is no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n'],
  ['headers without end', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}`],
  [
    'a body that is not packed as it says',
    'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 3\r\n\r\n[1]',
  ],
])('%s is unreadable', async (_, words) => {
  const { url } = await hostile((socket) => socket.end(words));
  const error = await problemOfAttempt(openSource(url).read('/p/users', byPerson));
  expect(error).toMatchObject({ status: 502, code: 'upstream-unreadable' });
});

test('an answer is read as far as it may be long, unpacked', async () => {
  const service = await openService();
  const source = openSource(service.base, { answerLimits: { bytes: 1024 * 1024 } });
  const packed = gzipSync(Buffer.alloc(30 * 1024 * 1024, ' '));
  service.answer = (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
  const error = await problemOfAttempt(source.read('/p/users', byPerson));
  expect(error).toMatchObject({ status: 502, code: 'upstream-unreadable' });
  expect(error.message).toContain('larger than 1 MiB');
  expect(service.received).toHaveLength(1);
});

function openssl(args: string): void {
  execFileSync('openssl', args.split(' '), { cwd: folder, stdio: 'ignore' });
}

function readPem(name: string): Promise<string> {
  return readFile(join(folder, `${name}.pem`), 'utf8');
}

/** A certificate for an address, and the one that signed it. */
function certificate(name: string, address: string): void {
  openssl(
    `req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=${name}-ca -keyout ${name}-ca.key -out ${name}-ca.pem`,
  );
  openssl(
    `req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=${name} -CA ${name}-ca.pem -CAkey ${name}-ca.key -addext subjectAltName=IP:${address} -addext basicConstraints=critical,CA:FALSE -keyout ${name}-key.pem -out ${name}.pem`,
  );
}

async function openTls(name: string): Promise<string> {
  const server = createTlsServer(
    { key: await readPem(`${name}-key`), cert: await readPem(name) },
    (_, response) => response.end('[1]'),
  );
  return `https://${await listen(server)}`;
}

test('a certificate is believed where its authority is set, and for its own address', async () => {
  certificate('right', '127.0.0.1');
  certificate('other', '10.9.8.7');
  const [right, other] = [await openTls('right'), await openTls('other')];
  const unknown = await problemOfAttempt(openSource(right).read('/p/users', byPerson));
  expect(unknown).toMatchObject({ status: 502, code: 'upstream-unreachable' });
  expect(unknown.message).toContain('PORTFOLIO_SERVICE_CA');
  const source = openSource(right, { ca: await readPem('right-ca') });
  expect((await source.read('/p/users', byPerson)).json).toEqual([1]);
  const wrong = openSource(other, { ca: await readPem('other-ca') });
  expect((await problemOfAttempt(wrong.read('/p/users', byPerson))).message).toContain(
    'for another host',
  );
  const plain = openSource(right.replace('https', 'http'));
  expect((await problemOfAttempt(plain.read('/p/users', byPerson))).status).toBe(502);
});

test('at most three redirects of a GET are followed, on the same origin', async () => {
  const [service, other] = [await openService(), await openService()];
  const source = openSource(`${service.base}/api`, { headers: { 'x-key': 'hunter22' } });
  service.answer = ({ path }, response) => {
    const [, hops = '0'] = /(\d)$/.exec(path) ?? [];
    if (path.endsWith('away'))
      response.writeHead(302, { location: `${other.base}/hunter22` }).end();
    else if (hops === '0') response.end(JSON.stringify(path));
    else response.writeHead(307, { location: `./u${Number(hops) - 1}` }).end();
  };
  const three = await source.read('/p/users/u3', byPerson);
  expect(three).toMatchObject({
    json: '/api/p/users/u0',
    address: `${service.base}/api/p/users/u0`,
  });
  expect(source.statistics().requestsPerMinute).toBe(4);
  for (const path of ['/p/users/u4', '/p/users/away']) {
    const error = await problemOfAttempt(source.read(path, byPerson));
    expect(error).toMatchObject({ status: 502, code: 'upstream-unreadable' });
    expect(error.message).not.toContain('hunter22');
  }
  const sent = service.received.length;
  const change = await problemOfAttempt(source.write('POST', '/p/users/u1', {}));
  expect(change.code).toBe('upstream-unreadable');
  expect(service.received).toHaveLength(sent + 1);
  expect(other.received).toEqual([]);
});

test('while nothing answers one request is tried now and then, for all paths; then all is new', async () => {
  const service = await openService();
  const changes: (string | null)[] = [];
  const source = openSource(service.base, {
    recheck: { outageMs: 200, faultMs: 30_000 },
    onChange: (fault) => changes.push(fault),
  });
  service.answer = (_, response) => response.end('[1]');
  await source.read('/p/users', byPerson);
  expect(changes).toEqual([null]);
  service.answer = (_, response) => response.destroy();
  await source.read('/p/users', byPerson);
  const failedAt = service.received.length;
  // Once more after the fault.
  expect(failedAt).toBe(3);
  expect(changes).toEqual([null, source.fault?.detail]);
  const until = Date.now() + 900;
  while (Date.now() < until) {
    const old = await source.read('/p/users', byPerson);
    expect(old).toMatchObject({ json: [1], stale: source.fault?.detail });
    expect((await problemOfAttempt(source.read('/p/thematics', byPerson))).status).toBe(502);
    const change = await problemOfAttempt(source.write('PUT', '/p/users', {}));
    expect(change.code).toBe('upstream-unreachable');
    await new Promise((resolve) => void setTimeout(resolve, 10));
  }
  const tries = service.received.slice(failedAt);
  expect(tries.length).toBeGreaterThan(1);
  expect(tries.length).toBeLessThan(6);
  expect(new Set(tries.map(({ path }) => path))).toEqual(new Set(['/p/users', '/p/thematics']));
  service.answer = (_, response) => response.end('[2]');
  await expect.poll(() => source.fault).toBeNull();
  expect(changes).toEqual([null, expect.any(String), null]);
  expect(await source.read('/p/users', byPerson)).toMatchObject({ json: [2], stale: null });
});

test('a service that comes up after the process is noticed by itself', async () => {
  const probe = createServer();
  const host = await listen(probe);
  probe.close();
  await once(probe, 'close');
  const changes: (string | null)[] = [];
  const source = openSource(`http://${host}`, {
    recheck: { outageMs: 100, faultMs: 30_000 },
    onChange: (fault) => changes.push(fault),
  });
  const error = await problemOfAttempt(source.read('/p/thematics', byPerson));
  expect(error.message).toContain('Connection refused');
  const service = createServer((socket) => {
    socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n[1]'));
  });
  await listen(service, Number(new URL(`http://${host}`).port));
  await expect.poll(() => changes).toEqual([expect.stringContaining('cannot be reached'), null]);
});

test('an outage that a change met is over by itself too', async () => {
  const service = await openService();
  const source = openSource(service.base, { recheck: { outageMs: 200, faultMs: 30_000 } });
  service.answer = (_, response) => response.destroy();
  const first = await problemOfAttempt(source.write('PUT', '/p/users', {}));
  expect(first.message).toContain('The change may have been made');
  expect(source.fault?.detail).toContain('cannot be reached');
  const [second, other] = await Promise.all([
    problemOfAttempt(source.write('PUT', '/p/users', {})),
    problemOfAttempt(source.read('/p/users', byPerson)),
  ]);
  expect(second.message).toMatch(/^Nothing was sent\. /);
  expect([source.fault?.detail, other.message, second.message].join()).not.toContain(
    'may have been made',
  );
  service.answer = (_, response) => response.end('{}');
  await expect.poll(() => source.fault).toBeNull();
  expect((await source.write('PUT', '/p/users', {})).json).toEqual({});
});

test('what is under way and what waits ends when the source is closed', async () => {
  const silent = await hostile(() => {});
  const source = openSource(silent.url, { limits: { concurrent: 2, perSecond: 100 } });
  const readers = ['1', '2', '3', '4'].map((id) =>
    problemOfAttempt(source.read(`/p/users/${id}`, byPerson)),
  );
  await expect.poll(() => silent.count()).toBe(2);
  await source.close();
  const ends = await Promise.all([
    ...readers,
    problemOfAttempt(source.read('/p/users/5', byPerson)),
  ]);
  expect(ends.map(({ code }) => code)).toEqual(Array.from({ length: 5 }, () => 'unavailable'));
  expect(silent.count()).toBe(2);
  expect(source.fault).toBeNull();
});
