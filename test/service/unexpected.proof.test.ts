import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { UnavailableError } from '#platform/database/database.ts';
import { sendErrors } from '#platform/http/errors.ts';
import { problemOf } from '../support/calls.ts';
import { engines } from '../support/engines.ts';
import { createTestService } from '../support/service.ts';

/** The answer to a call whose work throws, and what was logged of it. */
async function answerTo(error: unknown) {
  const logged: unknown[][] = [];
  const app = new Hono();
  sendErrors(app, (...line) => logged.push(line));
  app.get('/x/:id', () => {
    throw error;
  });
  return { response: await app.request('/x/a%0Ab'), logged };
}

const withCode = (code: string) => Object.assign(new Error('Secret SQL'), { code });

test.each([
  withCode('ECONNREFUSED'),
  withCode('ECONNRESET'),
  withCode('57P01'),
  withCode('57P03'),
  withCode('08006'),
  withCode('25006'),
  withCode('40P01'),
  withCode('53100'),
  withCode('53300'),
  withCode('55P03'),
  withCode('57014'),
  withCode('58030'),
  withCode('58P02'),
  Object.assign(new Error('could not extend file "base/5/1249": File too large'), {
    code: 'XX000',
  }),
  Object.assign(new Error('could not open file "base/5/1249": Read-only file system'), {
    code: '42501',
  }),
  new Error('Failed query: SELECT secret', { cause: withCode('08003') }),
  new Error('Connection terminated unexpectedly'),
  new Error('Client has encountered a connection error and is not queryable'),
])('a database that went away is told as passing: %s', async (error) => {
  const { response, logged } = await answerTo(error);
  expect(response.headers.get('retry-after')).toBe('5');
  expect(JSON.stringify(await problemOf(response, 'unavailable'))).not.toMatch(/secret/i);
  expect(logged).toEqual([['GET /x/a%0Ab failed', error]]);
});

test.each([
  new Error('Secret SQL'),
  withCode('23505'),
  withCode('42601'),
  withCode('08P01'),
  withCode('XX000'),
  new TypeError('Cannot read properties of undefined'),
  new Error('Failed query: SELECT secret', { cause: withCode('22021') }),
])('a fault of ours is logged and told without its text: %s', async (error) => {
  const { response, logged } = await answerTo(error);
  const problem = await problemOf(response, 'internal');
  expect(JSON.stringify(problem)).not.toMatch(/secret|properties/i);
  expect(problem.instance).toBe('/x/a%0Ab');
  expect(logged).toEqual([['GET /x/a%0Ab failed', error]]);
});

test('what the database says to anybody is said, and not logged again', async () => {
  const said = new UnavailableError('The disk is full.');
  for (const error of [said, new Error('Failed query: SELECT secret', { cause: said })]) {
    const { response, logged } = await answerTo(error);
    expect(response.headers.get('retry-after')).toBe('10');
    expect(await problemOf(response, 'unavailable')).toMatchObject({ detail: 'The disk is full.' });
    expect(logged).toEqual([]);
  }
});

const postgres = engines().find(({ name }) => name === 'PostgreSQL');

describe.skipIf(postgres === undefined)('on PostgreSQL', () => {
  test('replaces broken connections, and callers see nothing worse than "later"', async () => {
    const database = await postgres?.open();
    if (database === undefined) throw new Error('There is no PostgreSQL');
    const service = await createTestService({ database });
    const ask = async (n: number) => {
      const put = await service.call('PUT', '/p/users', { customId: `user ${n}` });
      return put.status;
    };
    const asked: Promise<number>[] = [];
    for (let n = 0; n < 60; n += 1) {
      asked.push(ask(n));
      if (n % 20 !== 10) continue;
      await database.queries
        .execute(
          sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
              WHERE datname = current_database() AND pid <> pg_backend_pid()`,
        )
        .catch(() => {});
    }
    const statuses = await Promise.all(asked);
    expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([]);
    // Cut while idle: the next caller does not notice.
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (let n = 1000; n < 1050; n += 1) expect(await ask(n)).toBe(201);
    await service.close();
  });

  test('changes that are stuck take no reads along, and end in words', async () => {
    const database = await postgres?.open();
    if (database === undefined) throw new Error('There is no PostgreSQL');
    const service = await createTestService({ database });
    await service.call('PUT', '/p/users', { customId: 'kept' });
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
    const holder = database.background.transaction(async (tx) => {
      await tx.execute(sql`LOCK TABLE users IN SHARE MODE`);
      locked();
      await isOver;
    });
    await isLocked;
    const stuck = Array.from({ length: 20 }, (_, n) =>
      service.call('PUT', '/p/users', { customId: `stuck ${n}` }),
    );
    for (let n = 0; n < 20; n += 1) {
      expect((await service.call('GET', '/p/users/kept')).status).toBe(200);
      expect((await service.call('GET', '/p/thematics')).status).toBe(200);
    }
    // As many as there are connections for changes have waited too long for the lock; the others come after it.
    const first = await Promise.race(stuck);
    expect((await problemOf(first, 'unavailable')).status).toBe(503);
    end();
    await holder;
    for (const response of await Promise.all(stuck)) expect([201, 503]).toContain(response.status);
    expect((await service.call('PUT', '/p/users', { customId: 'after' })).status).toBe(201);
    await service.close();
  });
});
