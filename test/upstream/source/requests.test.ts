import { expect, test } from 'vitest';
import { byPerson, openService, openSource, problemOfAttempt } from './opened.ts';

const timeouts = { connectMs: 5000, beginMs: 150, completeMs: 800 };

test('one path that hangs does not keep others from being read', async () => {
  const service = await openService();
  service.answer = ({ path }, response) => {
    if (path !== '/p/users') response.end('[1]');
  };
  const source = openSource(service.base, { timeouts });
  const slow = problemOfAttempt(source.read('/p/users', byPerson));
  await expect.poll(() => service.received.length).toBe(1);
  await source.read('/p/thematics', byPerson);
  expect((await slow).code).toBe('upstream-timeout');
  expect(await source.read('/p/thematics', byPerson)).toMatchObject({ stale: null });
  expect(source.fault).toBeNull();
});

test('one call that is too slow is no outage while nothing else is asked, two are', async () => {
  const service = await openService();
  const slow = new Set(['/p/users']);
  service.answer = ({ path }, response) => {
    if (!slow.has(path)) response.end('[1]');
  };
  const recheck = { outageMs: 60_000, faultMs: 60_000 };
  const source = openSource(service.base, { timeouts, recheck });
  for (let count = 0; count < 2; count += 1) {
    expect((await problemOfAttempt(source.read('/p/users', byPerson))).code).toBe(
      'upstream-timeout',
    );
  }
  expect((await source.read('/p/thematics', byPerson)).json).toEqual([1]);
  slow.add('/p/webhook');
  await Promise.all([...slow].map((path) => problemOfAttempt(source.read(path, byPerson))));
  const sent = service.received.length;
  const others = await problemOfAttempt(source.read('/p/users/u1', byPerson));
  expect(others.code).toBe('upstream-timeout');
  expect(service.received).toHaveLength(sent);
});
