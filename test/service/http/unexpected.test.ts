import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { sendErrors } from '#service/http/errors.ts';
import { problemOf } from '../../support/calls.ts';
import { engines } from '../../support/engines.ts';
import { createTestService } from '../../support/service.ts';

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
  withCode('40P01'),
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
  new TypeError('Cannot read properties of undefined'),
  new Error('Failed query: SELECT secret', { cause: withCode('22021') }),
])('a fault of ours is logged and told without its text: %s', async (error) => {
  const { response, logged } = await answerTo(error);
  const problem = await problemOf(response, 'internal');
  expect(JSON.stringify(problem)).not.toMatch(/secret|properties/i);
  expect(problem.instance).toBe('/x/a%0Ab');
  expect(logged).toEqual([['GET /x/a%0Ab failed', error]]);
});

const postgres = engines().find(({ name }) => name === 'PostgreSQL');

describe.skipIf(postgres === undefined)('on PostgreSQL', () => {
  test('connections that are cut are made anew, and nobody is told anything worse than "later"', async () => {
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
});
