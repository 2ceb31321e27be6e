import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { afterCommit } from '#platform/database/afterCommit.ts';
import type { Database, Queries } from '#platform/database/database.ts';
import { openEmbedded } from '#platform/database/embedded.ts';
import { facts } from '#platform/database/schema/store.ts';
import { embeddedTemplate } from '../../support/embeddedTemplate.ts';

let database: Database;
beforeAll(async () => {
  database = await openEmbedded({ from: await embeddedTemplate() });
  await database.queries.execute(
    sql`CREATE TABLE late (number bigint UNIQUE DEFERRABLE INITIALLY DEFERRED)`,
  );
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.queries.delete(facts);
  await database.queries.execute(sql`DELETE FROM late`);
});

/** The transaction that a change is part of. */
const transactionOf = async (tx: Queries): Promise<string> => {
  const [row] = await tx
    .select({ id: sql<string>`pg_current_xact_id()::text` })
    .from(sql`(SELECT 1) AS one`);
  return row?.id ?? '';
};

const add = (name: string) => async (tx: Queries) => {
  await tx.insert(facts).values({ name, value: '' });
  return transactionOf(tx);
};

const namesOf = async ({ queries }: Database) =>
  (await queries.select().from(facts).orderBy(facts.name)).map(({ name }) => name);

test('changes that wait together share a commit, at most 32 of them', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `fact ${index}`);
  const commits = await Promise.all(names.map((name) => database.transaction(add(name))));
  const sizes = [...Map.groupBy(commits, (commit) => commit).values()].map(({ length }) => length);
  expect(sizes.length).toBeLessThan(40);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(32);
  expect(await namesOf(database)).toEqual(names.toSorted());
});

test('a change that is alone shares its commit with none', async () => {
  const commits = await Promise.all([
    database.transaction(add('first')),
    database.transaction(add('large'), { isAlone: true }),
    database.transaction(add('last')),
  ]);
  expect(commits.filter((commit) => commit === commits[1])).toHaveLength(1);
});

test('a failed change takes back nothing of the others, and runs nothing after the commit', async () => {
  const ran: string[] = [];
  const fails = (name: string) => async (tx: Queries) => {
    afterCommit(tx, () => ran.push(name));
    await add(name)(tx);
    await tx.execute(sql`SELECT 1 / 0`);
  };
  const succeeds = (name: string) => async (tx: Queries) => {
    afterCommit(tx, () => ran.push(name));
    await add(name)(tx);
  };
  const done = await Promise.allSettled([
    database.transaction(fails('first')),
    database.transaction(succeeds('second')),
    database.transaction(fails('third')),
    database.transaction(succeeds('fourth')),
  ]);
  expect(done.map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(await namesOf(database)).toEqual(['fourth', 'second']);
  expect(ran).toEqual(['second', 'fourth']);
});

test('a change is answered after the commit, and others see it only then', async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const { promise: isBegun, resolve: begun } = Promise.withResolvers<void>();
  let isAnswered = false;
  const first = database.transaction(add('first')).then(() => {
    isAnswered = true;
  });
  const second = database.transaction(async (tx) => {
    begun();
    await mayEnd;
    await add('second')(tx);
  });
  await isBegun;
  const seen = namesOf(database);
  expect(isAnswered).toBe(false);
  end();
  await Promise.all([first, second]);
  expect(await seen).toEqual(['first', 'second']);
});

const number = (value: number) => (tx: Queries) =>
  tx.execute(sql`INSERT INTO late VALUES (${value})`);

test('if the commit fails, each change is made alone', async () => {
  const done = await Promise.allSettled([
    database.transaction(number(1)),
    database.transaction(number(2)),
    database.transaction(number(1)),
    database.transaction(add('kept')),
  ]);
  expect(done.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  const rows = await database.queries
    .select({ number: sql`number::int` })
    .from(sql`late`)
    .orderBy(sql`1`);
  expect(rows).toEqual([{ number: 1 }, { number: 2 }]);
  expect(await namesOf(database)).toEqual(['kept']);
});

const hides = (tx: Queries) => tx.execute(sql`SELECT 1 / 0`).catch(() => 'hidden');

test('a change that hides its failed query fails alone', async () => {
  await Promise.allSettled([
    database.transaction(hides),
    database.transaction(add('second')),
    database.transaction(hides),
    database.transaction(add('fourth')),
  ]);
  expect(await namesOf(database)).toEqual(['fourth', 'second']);
});
