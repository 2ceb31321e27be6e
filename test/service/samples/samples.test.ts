import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { statements, users, wallets } from '#platform/database/schema/portfolio.ts';
import { catalogue } from '#service/prices/catalogue.ts';
import { prepare } from '#service/prepare.ts';
import { countSamples, makeSamples, removeSamples } from '#service/samples/make.ts';
import {
  changed,
  makeUser,
  readEvents,
  readDirectory,
  readUser,
  readWallets,
  stated,
} from '../../support/calls.ts';
import { onEachEngine } from '../../support/engines.ts';

const count = 240;

onEachEngine((service) => {
  const make = (wanted = count) => {
    const { database, market } = service();
    return database.transaction((tx) => makeSamples(tx, market, { count: wanted }));
  };
  /** Everything about the samples but the ids that are drawn anew. */
  const portrait = async () => {
    const { queries } = service().database;
    const [people, owned, said] = [
      await queries.select().from(users).orderBy(asc(users.seq)),
      await queries.select().from(wallets).orderBy(asc(wallets.seq)),
      await queries.select().from(statements).orderBy(asc(statements.at), asc(statements.seq)),
    ];
    const holders = new Map(people.map(({ seq, customId }) => [seq, customId]));
    const walletNames = new Map(
      owned.map(({ seq, userSeq, thematicId }) => [seq, `${holders.get(userSeq)} ${thematicId}`]),
    );
    return {
      people: people.map(({ customId, attributes, createdAt }) => [
        customId,
        attributes,
        createdAt,
      ]),
      said: said
        .map(({ walletSeq, at, positions }) =>
          JSON.stringify([walletNames.get(walletSeq), at, positions]),
        )
        .toSorted(),
    };
  };

  test('creates the requested number, each marked, without events', async () => {
    await make();
    const { database } = service();
    expect(await countSamples(database.queries)).toBe(count);
    const rows = await readDirectory(service());
    expect(rows).toHaveLength(count);
    expect(new Set(rows.map(({ customId }) => customId)).size).toBe(count);
    expect(rows.every(({ sample }) => sample === true)).toBe(true);
    expect((await readUser(service(), 'dust')).sample).toBe(true);
    expect(await readEvents(service())).toEqual([]);
  });

  test('they are the same for the same market', async () => {
    await make(100);
    const first = await portrait();
    await service().reset();
    await make(100);
    expect(await portrait()).toEqual(first);
  });

  test('they show what a page must bear: large, dust, empty, one token, hard ids', async () => {
    await make();
    const rows = await readDirectory(service());
    const of = (customId: string) => rows.find((row) => row.customId === customId);
    expect(of('Zoë/β?#100% ok')?.walletCount).toBe(3);
    expect(of('x/y')?.walletCount).toBe(1);
    expect(of('x%2Fy')?.walletCount).toBe(2);
    expect(of('empty')).toMatchObject({ total: 0, walletCount: 0, change: null });
    expect(of('meridian-treasury')?.walletCount).toBe(8);
    expect(of('no-attributes')?.name).toBeNull();
    const [single, ...more] = await readWallets(service(), 'single-token');
    expect([single?.tokens.length, more]).toEqual([1, []]);
    expect(of('dust')?.total).toBeGreaterThan(0);
    expect(of('dust')?.total).toBeLessThan(100);
    const totals = rows.map(({ total }) => total).toSorted((a, b) => a - b);
    expect(totals.at(-1)).toBeGreaterThan(1_000_000);
    expect(totals[count / 2]).toBeGreaterThan(1_000);
    expect(rows.filter(({ walletCount }) => walletCount === 0).length).toBeGreaterThan(2);
    expect(rows.filter(({ name }) => name === null).length).toBeGreaterThan(2);
  });

  test('what they hold is believable: it changed over time, and was bought when it had a price', async () => {
    await make();
    const { database, market } = service();
    const said = await database.queries.select().from(statements).orderBy(asc(statements.at));
    const byWallet = Map.groupBy(said, ({ walletSeq }) => walletSeq);
    const lengths = [...byWallet.values()].map((all) => all.length);
    expect(Math.max(...lengths)).toBeGreaterThan(2);
    expect(lengths.filter((length) => length > 1).length).toBeGreaterThan(lengths.length / 3);
    for (const { at, positions } of said) {
      expect(at).toBeLessThanOrEqual(market.asOf());
      const tokens = (positions ?? []).map(({ token }) => token);
      expect(tokens).toEqual([...new Set(tokens)].toSorted((a, b) => (a < b ? -1 : 1)));
      for (const { token, amount } of positions ?? []) {
        expect(amount).toBeGreaterThan(0);
        expect(market.firstAt(token)).toBeLessThanOrEqual(at);
      }
    }
    for (const all of byWallet.values()) {
      expect(new Set(all.map(({ at }) => at)).size).toBe(all.length);
      expect(all[0]?.positions).not.toEqual([]);
    }
    expect(said.some(({ positions }) => positions?.length === 0)).toBe(true);
  });

  test('a sample can be changed like any other user, and stays one', async () => {
    await make(12);
    expect(await changed(service(), 'dust', { name: 'Swept' })).toMatchObject({ sample: true });
    await stated(service(), 'empty', {
      thematics: 'data-feeds',
      tokens: [{ token: 'AUGRY', amount: 1 }],
    });
    expect(await readUser(service(), 'empty')).toMatchObject({ sample: true, walletCount: 1 });
  });

  test('a taken id stays with its user, and removal deletes only samples', async () => {
    await makeUser(service(), 'x/y');
    await changed(service(), 'x/y', { name: 'Real' });
    await make(12);
    const { database } = service();
    expect(await countSamples(database.queries)).toBe(11);
    expect(await readUser(service(), 'x/y')).toMatchObject({ name: 'Real', walletCount: 0 });
    expect(await database.transaction((tx) => removeSamples(tx))).toBe(11);
    expect(await database.queries.$count(users)).toBe(1);
    expect(await database.queries.$count(wallets)).toBe(0);
    expect(await database.queries.$count(statements)).toBe(0);
    expect(await database.transaction((tx) => removeSamples(tx))).toBe(0);
  });

  test('a new store is filled once, however many start at once', async () => {
    await service().database.queries.delete(users);
    const { database, market } = service();
    const order = { database, market, catalogue: catalogue.thematics, sampleUsers: 5, at: 0 };
    // It was prepared by the test’s own set-up.
    expect(await prepare(order)).toBe(false);
    expect(await countSamples(database.queries)).toBe(0);
    await database.queries.execute('DELETE FROM facts; ');
    await database.queries.execute('DELETE FROM thematics');
    const done: number[] = [];
    const filled = await Promise.all(
      [1, 2, 3].map(() => prepare({ ...order, progress: (users) => done.push(users) })),
    );
    expect(filled.filter(Boolean)).toHaveLength(1);
    expect(done).toEqual([5]);
    expect(await countSamples(database.queries)).toBe(5);
  });
});
