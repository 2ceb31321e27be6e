import { expect, test } from 'vitest';
import { exposurePage, type ExposureBy } from '#contract/exposure.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { getExposure } from '#contract/operations/exposure.ts';
import { directoryPage } from '#contract/directory.ts';
import { pathOf, type PathInput } from '#contract/operation.ts';
import {
  answerOf,
  changed,
  makeUser,
  problemOf,
  readUser,
  readWallets,
  stated,
} from '../../support/calls.ts';
import { onEachEngine } from '../../support/engines.ts';
import type { TestService } from '../../support/service.ts';

type Query = NonNullable<PathInput<typeof getExposure>['query']>;

const people = {
  ada: { 'open-lending': { TALO: 4, KANAL: 1 }, 'data-feeds': { AUGRY: 3, TALO: 2 } },
  'x/y': { 'open-lending': { TALO: 9 } },
  日本: { 'data-feeds': { AUGRY: 8 }, 'energy-grids': { VOLTQ: 5 } },
} as const;

async function fill(service: TestService): Promise<void> {
  for (const [customId, wallets] of Object.entries(people)) {
    await makeUser(service, customId);
    const statements = Object.entries(wallets).map(([thematics, tokens]) => ({
      thematics,
      tokens: Object.entries(tokens).map(([token, amount]) => ({ token, amount })),
    }));
    await stated(service, customId, ...statements);
  }
  await makeUser(service, 'sold');
  const at = '2026-06-17T10:00:00Z';
  const open = { thematics: 'open-lending', tokens: [{ token: 'TALO', amount: 7 }], at };
  await stated(service, 'sold', open, { thematics: 'open-lending', tokens: [] });
  await changed(service, 'ada', { name: 'Ada', country: 'CH' });
}

/** What each user holds of each thematic or token, as its wallets say. */
async function plainly(service: TestService, by: ExposureBy, ids: readonly string[]) {
  const held = new Map<string, [customId: string, total: number][]>();
  for (const customId of ids) {
    const own = new Map<string, number>();
    for (const { thematics, total, tokens } of await readWallets(service, customId)) {
      const parts =
        by === 'thematic'
          ? [{ id: thematics, total }]
          : tokens.map((one) => ({ id: one.token._id, total: one.total }));
      for (const part of parts) {
        if (tokens.length > 0) own.set(part.id, (own.get(part.id) ?? 0) + part.total);
      }
    }
    for (const [id, total] of own) held.set(id, [...(held.get(id) ?? []), [customId, total]]);
  }
  return held;
}

const sumOf = (totals: readonly number[]) => totals.reduce((sum, one) => sum + one, 0);

onEachEngine((service) => {
  const get = (query: Query = {}) => service().call('GET', pathOf(getExposure, { query }));
  const read = (query: Query = {}) => answerOf(get(query), exposurePage);

  const csv = async (query: Query) =>
    (await (await get({ by: 'token', format: 'csv', ...query })).text()).split('\r\n');

  test('without users there are no holdings and no shares', async () => {
    expect(await read()).toMatchObject({
      by: 'thematic',
      count: 0,
      users: 0,
      of: 0,
      total: 0,
      unknown: 0,
      noShares: 'nothing',
      offset: 0,
      rows: [],
    });
  });

  test.each(['thematic', 'token'] as const)(
    'by %s: totals, shares and concentration are those of the wallets',
    async (by) => {
      await fill(service());
      const ids = [...Object.keys(people), 'sold'];
      const held = await plainly(service(), by, ids);
      const users = await Promise.all(ids.map((id) => readUser(service(), id)));
      const whole = sumOf(users.map(({ total }) => total));
      const exposure = await read({ by });
      expect(exposure).toMatchObject({
        by,
        count: held.size,
        users: 4,
        of: 4,
        unknown: 0,
        noShares: null,
      });
      expect(exposure.total).toBeCloseTo(whole, 6);
      expect(exposure.rows.map(({ id }) => id).toSorted()).toEqual([...held.keys()].toSorted());
      expect(sumOf(exposure.rows.map(({ share }) => share ?? NaN))).toBeCloseTo(1, 9);
      const totals = exposure.rows.map(({ total }) => total ?? NaN);
      expect(totals).toEqual(totals.toSorted((a, b) => b - a));
      for (const row of exposure.rows) {
        const own = (held.get(row.id) ?? []).toSorted(([, a], [, b]) => b - a);
        const total = sumOf(own.map(([, one]) => one));
        expect(row.total).toBeCloseTo(total, 6);
        expect(row.share).toBeCloseTo(total / whole, 9);
        expect(row.holders).toBe(own.length);
        expect(row.largest).toMatchObject({
          customId: own[0]?.[0],
          share: expect.closeTo((own[0]?.[1] ?? NaN) / total, 9),
        });
        expect(row.topTen).toBeCloseTo(1, 9);
        expect(row.hhi).toBeCloseTo(sumOf(own.map(([, one]) => (one / total) ** 2)), 9);
        // The list that a row leads to says the same.
        const path = pathOf(getDirectory, { query: { [by]: [row.id], sort: '-held' } });
        const list = await answerOf(service().call('GET', path), directoryPage);
        expect([list.count, list.sums.held]).toEqual([row.holders, row.total]);
        expect(list.rows[0]?.customId).toBe(row.largest?.customId);
      }
    },
  );

  test('things have their names, and the largest holder has his', async () => {
    await fill(service());
    const [kanal] = (await read({ by: 'token', sort: 'id' })).rows.filter(
      ({ id }) => id === 'KANAL',
    );
    expect(kanal).toMatchObject({
      name: service().market.token('KANAL')?.name,
      holders: 1,
      hhi: 1,
      largest: { customId: 'ada', name: 'Ada', share: 1 },
    });
    const names = (await read()).rows.map(({ name }) => name);
    expect(names).toContain('Data Feeds & Bridges');
  });

  test('filters choose the users, and everything that they hold counts', async () => {
    await fill(service());
    const only = await read({ 'attribute.*': { country: ['CH'] } });
    expect(only).toMatchObject({ count: 2, users: 1, of: 4 });
    expect(only.total).toBe((await readUser(service(), 'ada')).total);
    expect((await read({ q: 'ada' })).rows).toEqual(only.rows);
    const holders = await read({ token: ['AUGRY'] });
    expect(holders.users).toBe(2);
    expect(holders.rows.map(({ id }) => id).toSorted()).toEqual([
      'data-feeds',
      'energy-grids',
      'open-lending',
    ]);
    expect(await read({ q: 'nobody is called that' })).toMatchObject({
      count: 0,
      users: 0,
      of: 4,
      noShares: 'nothing',
    });
  });

  test('windows of an order are the whole of it', async () => {
    await fill(service());
    const all = (await read({ by: 'token', sort: 'holders' })).rows;
    expect(all.map(({ holders }) => holders)).toEqual([1, 1, 2, 2]);
    expect(all.map(({ id }) => id)).toEqual(['KANAL', 'VOLTQ', 'AUGRY', 'TALO']);
    const parts = await Promise.all(
      [0, 3, 6].map((offset) => read({ by: 'token', sort: 'holders', offset, limit: 3 })),
    );
    expect(parts.flatMap(({ rows }) => rows)).toEqual(all);
    expect(parts.map(({ count }) => count)).toEqual([4, 4, 4]);
  });

  test('as CSV: all rows, unformatted, without hidden figures', async () => {
    await fill(service());
    const { rows, asOf } = await read({ by: 'token' });
    const [head, first, ...others] = await csv({ unit: 'USD' });
    expect(head).toBe(
      'id,name,total (USD),share,holders,unknown,largestHolder,largestShare,topTenShare,hhi,noShares,asOf',
    );
    const [row] = rows;
    expect(first).toBe(
      [
        row?.id,
        row?.name,
        row?.total,
        row?.share,
        row?.holders,
        0,
        row?.largest?.customId,
        row?.largest?.share,
        row?.topTen,
        row?.hhi,
        '',
        asOf,
      ].join(','),
    );
    expect(others).toHaveLength(rows.length);
    expect((await csv({ figures: 'totals' }))[0]).toBe(
      'id,name,share,holders,unknown,largestHolder,largestShare,topTenShare,hhi,noShares,asOf',
    );
    expect((await csv({ figures: 'hidden' }))[0]).toBe(
      'id,name,holders,unknown,largestHolder,noShares,asOf',
    );
  });

  test.each([
    ['by=user', 'it must be one of thematic, token'],
    ['sort=share', 'it must be one of id, name, total, holders, largest, topTen, hhi'],
    ['limit=501', 'it is a whole number from 1 to 500'],
    ['format=csv&offset=5', 'format=csv, which contains all matches'],
    ['unit=USD', 'requires format=csv'],
    ['columns=id', 'nknown query parameter "columns"'],
  ])('?%s is not understood', async (query, detail) => {
    const { detail: said } = await problemOf(
      service().call('GET', `${getExposure.path}?${query}`),
      'invalid-query',
    );
    expect(said).toContain(detail);
  });

  test('the directory says how concentrated each user is, and sorts by it', async () => {
    await fill(service());
    const path = pathOf(getDirectory, { query: { sort: '-hhi' } });
    const { rows } = await answerOf(service().call('GET', path), directoryPage);
    expect(rows.map(({ customId }) => customId)).toEqual([
      'x/y',
      ...rows.slice(1, 3).map(({ customId }) => customId),
      'sold',
    ]);
    for (const { customId, total, hhi } of rows) {
      const tokens = await plainly(service(), 'token', [customId]);
      const shares = [...tokens.values()].map(([[, own] = ['', 0]]) => own / (total ?? NaN));
      const squares = sumOf(shares.map((share) => share ** 2));
      expect(hhi ?? 0).toBeCloseTo(squares, 9);
      expect(hhi === null).toBe(total === 0);
    }
  });
});
