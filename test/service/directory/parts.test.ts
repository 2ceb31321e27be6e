import { deserialize, serialize } from 'node:v8';
import { deflateSync, inflateSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { directoryParts } from '#platform/database/schema/store.ts';
import { statements } from '#platform/database/schema/portfolio.ts';
import { createService } from '#service/service.ts';
import { changed, makeUser, readDirectory, stated } from '#test/support/calls.ts';
import { onEachEngine } from '#test/support/engines.ts';
import { callThrough, type TestService } from '#test/support/service.ts';
import { bookCalls, createRandomUsers } from '../portfolio/book/bookCalls.ts';

const held = { thematics: ['open-lending', 'data-feeds'], tokens: ['TALO', 'KANAL', 'AUGRY'] };
/** As many as are stored at least. */
const count = 40;

/** Another process on the same database. */
function another(service: TestService): TestService {
  const started = createService(service.dependencies);
  return { ...service, call: callThrough(async (request) => started.fetch(request)) };
}

const rowsOf = (one: TestService) => readDirectory(one, { sort: 'customId' });

onEachEngine((service) => {
  const readParts = () => service().database.queries.select().from(directoryParts);

  async function storeUsers(): Promise<void> {
    await createRandomUsers(service(), 7, count, held);
    await changed(service(), 'user 3', {
      name: 'Zoë',
      kyc: { level: 3 },
      tags: ['a/b?c#d', '日本'],
    });
    // A new process stores what it read.
    await rowsOf(another(service()));
    await expect.poll(async () => (await readParts()).length).toBe(1);
  }

  /** A change of the tables that no revision tells of: only who reads the tables sees it. */
  const loseStatements = () => service().database.queries.delete(statements);

  test('a new process loads stored users, and answers as the one that read each of them', async () => {
    await storeUsers();
    const expected = await rowsOf(service());
    const book = await bookCalls(service).performance('all');
    const loaded = another(service());
    await loseStatements();
    expect(await rowsOf(loaded)).toEqual(expected);
    expect(await bookCalls(() => loaded).performance('year')).toMatchObject({
      asOf: book.asOf,
    });
    expect(expected.some(({ total }) => total !== null && total > 0)).toBe(true);
  });

  test('users that changed, came or left since are read from the tables', async () => {
    await storeUsers();
    await stated(service(), 'user 1', {
      thematics: 'data-feeds',
      tokens: [{ token: 'TALO', amount: 8 }],
    });
    await changed(service(), 'user 2', { country: 'NZ' });
    await makeUser(service(), 'new');
    await service().database.queries.execute(sql`DELETE FROM statements WHERE wallet_seq IN (
      SELECT wallets.seq FROM wallets JOIN users ON users.seq = user_seq WHERE custom_id = 'user 9')`);
    await service().database.queries.execute(sql`DELETE FROM wallets WHERE user_seq = (
      SELECT seq FROM users WHERE custom_id = 'user 9')`);
    await service().database.queries.execute(sql`DELETE FROM users WHERE custom_id = 'user 9'`);
    const rows = await rowsOf(another(service()));
    await service().database.queries.delete(directoryParts);
    expect(rows).toEqual(await rowsOf(another(service())));
    expect(rows.map(({ customId }) => customId)).toContain('new');
    expect(rows).toHaveLength(count);
  });

  test('parts of a later time are not used, because their holdings lack statements', async () => {
    await storeUsers();
    await service()
      .database.queries.update(directoryParts)
      .set({ readUntil: service().clock.now * 2 });
    await loseStatements();
    const rows = await rowsOf(another(service()));
    expect(rows.every(({ total }) => total === 0)).toBe(true);
  });

  test.each([
    ['damaged', Buffer.from('no part')],
    ['of another version', null],
  ])('a part that is %s is read from the tables instead', async (_, bytes) => {
    await storeUsers();
    const expected = await rowsOf(service());
    const users = bytes ?? (await otherVersion());
    await service().database.queries.update(directoryParts).set({ users });
    expect(await rowsOf(another(service()))).toEqual(expected);
    const lines = service().logged.splice(0);
    expect(lines.map((line) => line.split(';')[0])).toEqual(
      bytes === null ? [] : ['Part 0 of the directory is damaged'],
    );
  });

  async function otherVersion(): Promise<Uint8Array> {
    const [part] = await readParts();
    const content = deserialize(inflateSync(part?.users ?? new Uint8Array()));
    return deflateSync(serialize({ ...content, format: 0 }));
  }

  test('few users are not stored', async () => {
    await createRandomUsers(service(), 7, count - 1, held);
    await rowsOf(another(service()));
    expect(await readParts()).toEqual([]);
  });
});
