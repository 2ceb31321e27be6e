import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { byPerson, openService, openSource, problemOfAttempt } from './opened.ts';

test.each([
  ['/p/users', '[', '{},', 16_000_000, 'more than 9,000,000 values'],
  ['/p/users/u1', '[', '{},', 16_000_000, 'more than 1,000,000 values'],
  ['/p/users', '', '[', 5_000_000, 'nested deeper than 64 levels'],
  ['/p/users', '["', 'a', 5_000_000, 'a value longer than 2 MiB'],
] as const)('an answer to %s of %s%s times %i is refused before it is parsed', async (...args) => {
  const [path, begin, again, count, why] = args;
  const service = await openService();
  const packed = gzipSync(begin + again.repeat(count), { level: 1 });
  service.answer = (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
  const error = await problemOfAttempt(openSource(service.base).read(path, byPerson));
  expect(error).toMatchObject({ status: 502, code: 'upstream-unreadable' });
  expect(error.message).toContain(why);
});

test('a long answer is read whole', async () => {
  const service = await openService();
  const users = Array.from({ length: 20_000 }, (_, n) => ({
    customId: `u${n}`,
    total: n,
    tags: ['a'],
  }));
  service.answer = (_, response) => response.end(JSON.stringify({ data: { users } }));
  const { json, length } = await openSource(service.base).read('/p/thematics', byPerson);
  expect(json).toEqual({ data: { users } });
  expect(length).toBe(JSON.stringify({ data: { users } }).length);
});
