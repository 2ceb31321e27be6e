import { gzipSync, brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { problem } from '#platform/http/problem.ts';
import { byPerson, openService, openSource, problemOfAttempt } from './opened.ts';

const noUser = () => problem('user-not-found', 'There is no u1.');

test('an answer is read below the base address, whatever its content type and encoding', async () => {
  const service = await openService();
  const source = openSource(`${service.base}/a%2Fb/api`, { headers: { 'x-key': 'hunter22' } });
  const bodies = [
    [{ 'content-type': 'text/plain' }, Buffer.from('[1]')],
    [{ 'content-encoding': 'gzip' }, gzipSync('[2]')],
    [{ 'content-encoding': 'br' }, brotliCompressSync('[3]')],
    [{ 'content-type': 'application/json; charset=iso-8859-1' }, Buffer.from('["é"]', 'latin1')],
    [{ 'content-type': 'application/json; charset=nonsense' }, Buffer.from('["é"]')],
    [{}, Buffer.from('\uFEFF[5]')],
  ] as const;
  const answers = [];
  for (const [headers, body] of bodies) {
    service.answer = (_, response) => response.writeHead(200, headers).end(body);
    answers.push((await source.read('/p/users/a%2Fb?x=1', byPerson)).json);
  }
  expect(answers).toEqual([[1], [2], [3], ['é'], ['é'], [5]]);
  expect(service.received[0]).toMatchObject({
    method: 'GET',
    path: '/a%2Fb/api/p/users/a%2Fb?x=1',
    headers: { 'x-key': 'hunter22', accept: 'application/json' },
  });
});

test('what is young enough is not requested again, what is older comes with its entity tag', async () => {
  const service = await openService();
  let now = 1_000_000;
  const source = openSource(service.base, { clock: () => now });
  service.answer = ({ headers }, response) => {
    if (headers['if-none-match'] === '"1"') response.writeHead(304).end();
    else response.writeHead(200, { etag: '"1"', link: '<?page=2>; rel="next"' }).end('[1]');
  };
  const read = () => source.read('/p/users', { priority: 'person' });
  const first = await read();
  expect(first).toMatchObject({ readAt: 1_000_000, link: '<?page=2>; rel="next"', stale: null });
  now += 4999;
  expect(await read()).toEqual(first);
  expect(service.received).toHaveLength(1);
  now += 1;
  const again = await read();
  expect(again).toEqual({ ...first, readAt: 1_005_000 });
  expect(again.json).toBe(first.json);
  expect(service.received).toHaveLength(2);
  source.forget((path) => path === '/p/thematics');
  await read();
  expect(service.received).toHaveLength(2);
  source.forget();
  await read();
  expect(service.received).toHaveLength(3);
});

test('readers of one path share a request, and one that began before a change is not kept', async () => {
  const service = await openService();
  const source = openSource(service.base);
  const finishers: (() => void)[] = [];
  let version = 0;
  service.answer = (_, response) => {
    const body = `[${version}]`;
    finishers.push(() => response.end(body));
  };
  const readers = Array.from({ length: 20 }, () => source.read('/p/users', byPerson));
  await expect.poll(() => finishers.length).toBe(1);
  version = 1;
  source.forget();
  const late = source.read('/p/users', byPerson);
  await expect.poll(() => finishers.length).toBe(2);
  for (const finish of finishers) finish();
  expect((await Promise.all(readers)).map(({ json }) => json)).toEqual(readers.map(() => [0]));
  expect((await late).json).toEqual([1]);
  expect((await source.read('/p/users', { priority: 'person' })).json).toEqual([1]);
});

test('where the service fails, what was read before is given with the reason, and not what is gone', async () => {
  const service = await openService();
  const source = openSource(service.base);
  service.answer = (_, response) => response.end('[1]');
  const { readAt } = await source.read('/p/users/u1', byPerson);
  service.answer = (_, response) => response.writeHead(500).end('<h1>no</h1>');
  const old = await source.read('/p/users/u1', byPerson);
  expect(old).toMatchObject({
    json: [1],
    readAt,
    stale:
      'The connected service failed: it answered GET /p/users/{id} with 500 Internal Server Error.',
  });
  service.answer = (_, response) => response.end('[2]');
  expect(await source.read('/p/users/u1', byPerson)).toMatchObject({ json: [2], stale: null });
  service.answer = (_, response) => response.writeHead(404).end('{}');
  const gone = await problemOfAttempt(
    source.read('/p/users/u1', { ...byPerson, notFound: noUser }),
  );
  expect(gone.code).toBe('user-not-found');
  service.answer = (_, response) => response.writeHead(500).end();
  expect((await problemOfAttempt(source.read('/p/users/u1', byPerson))).status).toBe(502);
});

test.each([
  [401, '{}', 502, 'upstream-refused', 'check PORTFOLIO_SERVICE_HEADERS'],
  [403, '{}', 502, 'upstream-refused', 'check PORTFOLIO_SERVICE_HEADERS'],
  [404, '{}', 502, 'upstream-unreadable', 'nothing at GET /p/users (404 Not Found)'],
  [400, '{}', 422, 'upstream-rejected', 'PORTFOLIO_SERVICE_USERS_QUERY'],
  [418, '{}', 422, 'upstream-rejected', ''],
  [500, '{}', 502, 'upstream-unreadable', 'failed'],
  [503, '{}', 502, 'upstream-unreachable', '503'],
  [302, '{}', 502, 'upstream-unreadable', '302'],
  [304, '', 502, 'upstream-unreadable', '304'],
  [200, '<!doctype html>', 502, 'upstream-unreadable', 'a web page, not JSON'],
  [200, '[{"customId":', 502, 'upstream-unreadable', 'incomplete or invalid'],
  [200, '', 502, 'upstream-unreadable', 'with nothing'],
  [200, 'OK', 502, 'upstream-unreadable', 'not JSON'],
])('%i with %s is %i %s', async (status, body, own, code, words) => {
  const service = await openService();
  service.answer = (_, response) => response.writeHead(status).end(body);
  const error = await problemOfAttempt(openSource(service.base).read('/p/users', byPerson));
  expect(error).toMatchObject({ status: own, code });
  expect(error.message).toContain(words);
});

test('a change is sent once as JSON, and is done whatever body the success has', async () => {
  const service = await openService();
  const source = openSource(service.base);
  const bodies = ['', 'OK', '{"customId":"u1"}'];
  const answers = [];
  for (const body of bodies) {
    service.answer = (_, response) => response.writeHead(body === '' ? 204 : 201).end(body);
    answers.push((await source.write('PUT', '/p/users', { customId: 'é' })).json);
  }
  expect(answers).toEqual([null, null, { customId: 'u1' }]);
  expect(service.received).toHaveLength(3);
  expect(service.received[0]).toMatchObject({
    method: 'PUT',
    body: '{"customId":"é"}',
    headers: { 'content-type': 'application/json' },
  });
  service.answer = (_, response) => response.writeHead(409).end();
  const taken = await problemOfAttempt(source.write('PUT', '/p/users', {}));
  expect(taken).toMatchObject({ status: 422, extras: { members: { upstreamStatus: 409 } } });
});

test('the query that a service needs goes with the list of users alone', async () => {
  const service = await openService();
  const source = openSource(service.base, { usersQuery: ['caller', 'a b'] });
  await source.read('/p/users', byPerson);
  await source.read('/p/users?limit=1', byPerson);
  await source.read('/p/users/u1', byPerson);
  await source.read(`${service.base}/p/users?after=3`, byPerson);
  await source.write('PUT', '/p/users', {});
  expect(service.received.map(({ path }) => path)).toEqual([
    '/p/users?caller=a+b',
    '/p/users?limit=1&caller=a+b',
    '/p/users/u1',
    '/p/users?after=3',
    '/p/users',
  ]);
});

test('no other address is read than those of the service', async () => {
  const [service, other] = [await openService(), await openService()];
  const source = openSource(service.base);
  await expect(source.read(`${other.base}/p/users`, byPerson)).rejects.toThrow('Only');
  expect(other.received).toEqual([]);
});

test('what was read stays within its memory, and what was not used for longest goes first', async () => {
  const service = await openService();
  // Three answers of 4 times 1,000 characters.
  const source = openSource(service.base, { cacheBytes: 12_500 });
  service.answer = ({ path }, response) =>
    response.end(JSON.stringify('x'.repeat(path.endsWith('big') ? 4000 : 998)));
  const read = (id: string) => source.read(`/p/users/${id}`, { priority: 'person' });
  for (const id of ['1', '2', '3', '1', '4', '1', '3', '4', 'big', '1', '3', '4']) await read(id);
  expect(service.received.map(({ path }) => path.slice(9))).toEqual(['1', '2', '3', '4', 'big']);
  await read('2');
  expect(service.received).toHaveLength(6);
});

test('what people look at is not pushed out by what is read in the background', async () => {
  const service = await openService();
  // Three answers of 4 times 1,000 characters.
  const source = openSource(service.base, { cacheBytes: 12_500 });
  service.answer = (_, response) => response.end(JSON.stringify('x'.repeat(998)));
  const read = (id: string, priority: 'person' | 'background') =>
    source.read(`/p/users/${id}`, { priority });
  await read('1', 'person');
  await read('2', 'background');
  await read('2', 'person');
  for (const id of ['3', '4', '5']) await read(id, 'background');
  expect(service.received).toHaveLength(5);
  for (const id of ['1', '2', '5']) await read(id, 'background');
  expect(service.received).toHaveLength(5);
  await read('4', 'background');
  expect(service.received).toHaveLength(6);
});

test('the last hour is counted by call', async () => {
  const service = await openService();
  let now = 10_000_000;
  const source = openSource(service.base, { clock: () => now, elapsed: () => now });
  expect(source.lastGoodAt).toBeNull();
  for (let at = 0; at < 20; at += 1) await source.read(`/p/users/${at}`, byPerson);
  service.answer = (_, response) => response.writeHead(500).end();
  await problemOfAttempt(source.read('/p/thematics', byPerson));
  await problemOfAttempt(source.read('/p/nothing', byPerson));
  const { calls, ...now1 } = source.statistics();
  expect(now1).toMatchObject({ requestsPerMinute: 22, running: 0, waiting: 0, heldUntil: null });
  expect(calls).toEqual([
    {
      operation: 'getUser',
      requests: 20,
      failures: 0,
      p50Ms: 0,
      p95Ms: 0,
      bytes: 40,
      lastFault: null,
    },
    expect.objectContaining({
      operation: 'getThematics',
      requests: 1,
      failures: 1,
      lastFault: { at: now, detail: expect.stringContaining('500') },
    }),
    expect.objectContaining({ operation: 'other', failures: 1 }),
  ]);
  expect(source.lastGoodAt).toBe(10_000_000);
  now += 61_000;
  expect(source.statistics()).toMatchObject({ requestsPerMinute: 0, calls: { length: 3 } });
  now += 3_540_000;
  expect(source.statistics().calls).toEqual([]);
});

test('an error says what the service says, without what was set for it', async () => {
  const service = await openService();
  const key = 'hunter22/secret';
  const source = openSource(`${service.base}/s3cret`, {
    headers: { authorization: `Bearer ${key}` },
    usersQuery: ['caller', 'hunter23'],
  });
  const errors = [];
  for (const status of [400, 401, 404, 409, 500, 503]) {
    service.answer = ({ path, headers }, response) =>
      response
        .writeHead(status, `No ${key}`)
        .end(JSON.stringify({ message: `Not ${path}`, error: [headers.authorization] }));
    errors.push((await problemOfAttempt(source.read('/p/users', byPerson))).message);
    service.answer = ({ headers }, response) =>
      response.writeHead(status).end(`${'x'.repeat(490)}${headers.authorization}`);
    errors.push((await problemOfAttempt(source.write('PUT', '/p/users', {}))).message);
  }
  service.answer = ({ headers }, response) =>
    response.end(JSON.stringify([headers.authorization]).replaceAll('/', String.raw`\/`));
  expect((await source.read('/p/users', byPerson)).json).toEqual(['…']);
  expect(errors[0]).toBe(
    'Not /p/users?caller=… If it requires the caller’s id, set PORTFOLIO_SERVICE_USERS_QUERY.',
  );
  expect(errors[2]).toBe(
    'The connected service rejected our credentials (401 No …): check PORTFOLIO_SERVICE_HEADERS. It says: Not /p/users?caller=…',
  );
  const all = JSON.stringify([errors, source.statistics(), source.fault]);
  for (const secret of ['hunter', 's3cret', 'Bearer']) expect(all).not.toContain(secret);
});
