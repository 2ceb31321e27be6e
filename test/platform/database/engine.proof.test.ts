import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { UnavailableError, type Database } from '#platform/database/database.ts';
import { openEmbedded } from '#platform/database/embedded.ts';
import { facts } from '#platform/database/schema/store.ts';
import { embeddedTemplate } from '../../support/embeddedTemplate.ts';
import { smallDisk } from '../../support/smallDisk.ts';

const namesOf = async ({ queries }: Database) =>
  (await queries.select().from(facts).orderBy(facts.name)).map(({ name }) => name);

const write = (database: Database, name: string, value = '') =>
  database.transaction((tx) => tx.insert(facts).values({ name, value }));

test('whatever the database works at, this thread goes on', async () => {
  const database = await openEmbedded({ from: await embeddedTemplate() });
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 5);
  await database.queries.execute(sql`SELECT count(*) FROM generate_series(1, 1000000)`);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
  await database.close();
});

test('a query during a change does not see it, and is not part of it', async () => {
  const database = await openEmbedded({ from: await embeddedTemplate() });
  const { promise: isBegun, resolve: begun } = Promise.withResolvers<void>();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const change = database.transaction(async (tx) => {
    await tx.insert(facts).values({ name: 'half', value: '' });
    begun();
    await mayEnd;
    throw new Error('taken back');
  });
  await isBegun;
  const others = [
    namesOf(database),
    database.queries.insert(facts).values({ name: 'kept', value: '' }),
  ];
  end();
  await expect(change).rejects.toThrow('taken back');
  expect((await Promise.all(others))[0]).toEqual([]);
  expect(await namesOf(database)).toEqual(['kept']);
  await database.close();
});

test('JSON comes as values, whatever it holds', async () => {
  const database = await openEmbedded({ from: await embeddedTemplate() });
  const [row] = await database.queries
    .select({
      object: sql`'{"a":[1,null,"日本"]}'::json`,
      text: sql`'"text"'::jsonb`,
      none: sql`NULL::json`,
    })
    .from(sql`(SELECT 1) AS one`);
  expect(row).toEqual({ object: { a: [1, null, '日本'] }, text: 'text', none: null });
  const raw = await database.queries.execute(sql`SELECT '[1]' AS text, '[1]'::json AS list`);
  expect(raw).toMatchObject({ rows: [{ text: '[1]', list: [1] }] });
  await database.close();
});

test('a disk that is full under its work stops the database alone, and room brings it back with all that was committed', async ({
  skip,
}) => {
  const disk = await smallDisk(120);
  if (disk === null) {
    skip();
    return;
  }
  const log: string[] = [];
  let fault: string | null = null;
  const database = await openEmbedded({
    dataDir: join(disk.folder, 'database'),
    from: await embeddedTemplate(),
    storageFault: () => fault,
    log: (line) => log.push(line),
  });
  try {
    const kept = Array.from({ length: 20 }, (_, n) => `row ${String(n).padStart(2, '0')}`);
    for (const name of kept) await write(database, name);
    // No room for the next file of its log: PostgreSQL answers PANIC, or nothing any more.
    await disk.leave(6e6);
    const failure = (async () => {
      for (;;) {
        await database.queries.execute(sql`SELECT pg_switch_wal()`);
        await write(database, 'never');
        await database.queries.delete(facts).where(eq(facts.name, 'never'));
      }
    })().catch((error: unknown) => error);
    // Who watches the disk sees it a moment later.
    await Promise.race([failure, wait(3000)]);
    fault = 'The disk is full.';
    expect(await failure).toBeInstanceOf(Error);
    await expect(write(database, 'refused')).rejects.toThrow(
      new UnavailableError('The disk is full.'),
    );
    expect(log).toHaveLength(1);
    expect(log[0]).toMatch(/^The database failed and is being reopened: /);

    await disk.empty();
    fault = null;
    const after = async () => {
      for (;;) {
        const isWritten = await write(database, 'row of after').then(
          () => true,
          () => false,
        );
        if (isWritten) return;
        await wait(100);
      }
    };
    await after();
    expect(await namesOf(database)).toEqual([...kept, 'row of after']);
    expect(log.at(-1)).toBe('The database accepts changes again');
  } finally {
    await database.close();
    await disk.remove();
  }
});

test('a fault of a file is over when its cause is, without a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-engine-'));
  const log: string[] = [];
  const database = await openEmbedded({
    dataDir: folder,
    from: await embeddedTemplate(),
    log: (line) => log.push(line),
  });
  try {
    await write(database, 'before');
    const [path] = await database.queries
      .select({ of: sql<string>`pg_relation_filepath('facts')` })
      .from(sql`(SELECT 1) AS one`);
    // The map of free space is made once a table grows by a page: here it cannot be.
    const obstacle = join(folder, `${String(path?.of)}_fsm`);
    await rm(obstacle, { force: true });
    await mkdir(obstacle);
    const kept = ['before'];
    const grow = async (name: string) => {
      await write(database, name, randomBytes(1000).toString('hex'));
      kept.push(name);
    };
    const failure = await (async () => {
      for (let n = 0; n < 200; n += 1) await grow(`grow ${n}`);
    })().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    await rm(obstacle, { recursive: true });
    for (let isWritten = false; !isWritten; await wait(100)) {
      isWritten = await grow('after').then(
        () => true,
        () => false,
      );
    }
    expect(await namesOf(database)).toEqual(kept.toSorted());
    expect(log[0]).toMatch(/^The database failed and is being reopened: could not open file/);
    expect(log.at(-1)).toBe('The database accepts changes again');
  } finally {
    await database.close();
    await rm(folder, { recursive: true });
  }
});
