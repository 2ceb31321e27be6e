import { describe, expect, test } from 'vitest';
import { getDirectory } from '#contract/operations/directory.ts';
import { pathOf, type PathInput } from '#contract/operation.ts';
import { formatTime } from '#contract/time.ts';
import {
  answerOf,
  changed,
  makeUser,
  problemOf,
  readHistory,
  readUser,
  stated,
} from '../../support/calls.ts';
import { onEmbedded } from '../../support/engines.ts';
import { noSums } from '#test/support/directoryWindow.ts';
import { directoryPage } from '#test/support/embedded.ts';

type Query = NonNullable<PathInput<typeof getDirectory>['query']>;

const buy = (thematics: string, token: string, amount = 2) => ({
  thematics,
  tokens: [{ token, amount }],
});

/** Queries that are not understood, and what is said of them. */
const refused = [
  ['limit=0', 'it is a whole number from 1 to 500'],
  ['limit=501', 'it is a whole number from 1 to 500'],
  ['offset=-1', 'it is a whole number from 0 to 999999999'],
  ['sort=nothing', 'it must be one of customId, name, total'],
  ['sort=attribute.', 'it must be one of customId, name, total'],
  ['period=all', 'it must be one of day, week, month, year'],
  ['total=5', 'it must be a range such as 1000..5e6'],
  ['total=..', 'it must be a range such as 1000..5e6'],
  ['total=9..1', 'it must be a range such as 1000..5e6'],
  ['return=a..b', 'it must be a range such as ..-0.05'],
  ['created=yesterday..', 'it must be a range such as 2026-01-01..2026-06-30'],
  ['created=2026-02-30..', 'it must be a range such as 2026-01-01..2026-06-30'],
  [`q=${'x'.repeat(201)}`, 'it has more than 200 characters'],
  ['q=a&q=b', 'occurs more than once'],
  [`${'thematic=x&'.repeat(101)}q=`, 'it occurs more than 100 times'],
  [Array.from({ length: 21 }, (_, n) => `attribute.n${n}=x`).join('&'), 'the maximum is 20'],
  ['format=xml', 'it must be one of json, csv'],
  ['format=csv&limit=5', 'format=csv, which contains all matches'],
  ['figures=hidden', 'requires format=csv'],
  ['format=csv&columns=nothing', 'it must be one of customId, name, total'],
  ['filter=x', 'Unknown query parameter "filter"'],
] as const;

onEmbedded((service) => {
  const read = (query: Query = {}) =>
    answerOf(service().call('GET', pathOf(getDirectory, { query })), directoryPage);
  const idsOf = async (query: Query = {}) =>
    (await read(query)).rows.map(({ customId }) => customId);

  const csv = async (query: Query) => {
    const path = pathOf(getDirectory, { query: { format: 'csv', ...query } });
    const response = await service().call('GET', path, undefined, { accept: 'text/csv' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/csv');
    return (await response.text()).split('\r\n');
  };

  test('no users are an empty directory', async () => {
    const asOf = formatTime(service().market.asOf());
    const dailyAsOf = '2026-06-17T00:00:00.000Z';
    const nothing = { asOf, dailyAsOf, facets: [], without: {}, unsupported: [], rows: [] };
    expect(await read()).toEqual({
      ...nothing,
      count: 0,
      of: 0,
      sums: noSums,
      offset: 0,
    });
  });

  test('a row is what the user, the wallets and the history say', async () => {
    for (const customId of ['zoë', 'ada', 'x/y', 'x%2Fy']) await makeUser(service(), customId);
    await changed(service(), 'ada', { name: 'Ada', tier: 'private', kyc: { level: 3 } });
    await stated(
      service(),
      'ada',
      { ...buy('open-lending', 'TALO'), at: '2024-01-01T00:00:00Z' },
      { ...buy('data-feeds', 'AUGRY'), at: '2025-01-01T00:00:00Z' },
      { ...buy('energy-grids', 'VOLTQ'), at: '2024-01-01T00:00:00Z' },
      { thematics: 'energy-grids', tokens: [] },
    );
    const { total, createdAt } = await readUser(service(), 'ada');
    const history = await readHistory(service(), 'ada', 'day');
    const before = history[0]?.total ?? Number.NaN;
    const { rows, sums } = await read();
    expect(rows[0]).toMatchObject({
      customId: 'ada',
      name: 'Ada',
      attributes: { tier: 'private', kyc: { level: 3 } },
      total,
      walletCount: 3,
      openWallets: 2,
      // What was closed is a wallet still, and held no more.
      thematics: ['open-lending', 'data-feeds'],
      change: total - before,
      createdAt,
    });
    expect(rows[0]?.spark).toHaveLength(52);
    expect(rows[0]?.spark?.[0]).toBe(before);
    expect(rows[0]?.flow).toBeLessThan(0);
    expect(rows.slice(1).map(({ customId }) => customId)).toEqual(['x%2Fy', 'x/y', 'zoë']);
    expect(rows[1]).toMatchObject({ total: 0, walletCount: 0, change: null, return: null });
    expect(sums).toMatchObject({ total, wallets: 3, openWallets: 2, unknown: 3 });
  });

  test('a deposit alone moves the total and the flow, no return and no rank', async () => {
    const holding = { ada: 'TALO', bob: 'AUGRY', eve: 'VOLTQ' };
    for (const [customId, token] of Object.entries(holding)) {
      await makeUser(service(), customId);
      await stated(service(), customId, {
        ...buy('data-feeds', token),
        at: '2024-01-01T00:00:00Z',
      });
    }
    const query = { sort: '-return', period: 'month' };
    const before = await read(query);
    const last = before.rows.at(-1)?.customId ?? '';
    const token = Object.entries(holding).find(([customId]) => customId === last)?.[1] ?? '';
    const deposit = { thematics: 'data-feeds', tokens: [{ token, amount: 5e6 }] };
    await stated(service(), last, { ...deposit, at: '2026-06-01T08:00:00Z' });

    const after = await read(query);
    expect(after.rows.map(({ customId }) => customId)).toEqual(
      before.rows.map(({ customId }) => customId),
    );
    for (const [place, row] of after.rows.entries()) {
      expect(row.return).toBeCloseTo(before.rows[place]?.return ?? NaN, 9);
    }
    const [old, now] = [before.rows.at(-1), after.rows.at(-1)];
    expect(now?.total).toBeGreaterThan(1e6 * (old?.total ?? NaN));
    expect(now?.flow).toBeGreaterThan(0.5 * (now?.total ?? NaN));
    const { up, level, down, unknown } = before.sums;
    expect(after.sums).toMatchObject({ up, level, down, unknown });
    expect(up + level + down + unknown).toBe(after.count);
  });

  test('what was answered before is there: users, attributes, holdings, corrections of the past, ticks', async () => {
    await makeUser(service(), 'ada');
    expect(await idsOf()).toEqual(['ada']);
    await makeUser(service(), 'bob');
    expect(await idsOf()).toEqual(['ada', 'bob']);
    await changed(service(), 'bob', { name: 'Bob', country: 'CH' });
    expect(await idsOf({ q: 'country:ch' })).toEqual(['bob']);
    await changed(service(), 'bob', { country: 'DE' });
    expect(await idsOf({ q: 'country:ch' })).toEqual([]);
    await stated(service(), 'bob', { ...buy('data-feeds', 'AUGRY'), at: '2026-06-01T00:00:00Z' });
    const [bob] = (await read()).rows;
    expect(bob).toMatchObject({ customId: 'bob', total: (await readUser(service(), 'bob')).total });
    const corrected = { ...buy('data-feeds', 'AUGRY', 1), at: '2026-06-17T06:00:00Z' };
    await stated(service(), 'bob', corrected, {
      ...corrected,
      ...buy('data-feeds', 'AUGRY'),
      at: '2026-06-17T07:00:00Z',
    });
    const after = (await read()).rows[0];
    expect(after?.total).toBe(bob?.total);
    expect(after?.spark).not.toEqual(bob?.spark);
    service().clock.now += 60_000;
    const ticked = await read();
    expect(ticked.asOf).toBe(formatTime(service().market.asOf()));
    expect(ticked.rows[0]?.total).toBe((await readUser(service(), 'bob')).total);
  });

  test('a user deleted from the database is gone', async () => {
    for (const customId of ['ada', 'bob']) await makeUser(service(), customId);
    expect(await idsOf()).toEqual(['ada', 'bob']);
    await service().database.queries.execute("DELETE FROM users WHERE custom_id = 'ada'");
    expect(await idsOf()).toEqual(['bob']);
  });

  test('searches, filters, sorts and pages', async () => {
    for (const [customId, attributes] of Object.entries({
      ada: { name: 'Ada Lovelace', country: 'CH', tags: ['priority', 'x'] },
      bob: { country: 'CH', kyc: { level: 2 } },
      cy: { country: 'DE', 'a b': '100 %' },
    })) {
      await makeUser(service(), customId);
      await changed(service(), customId, attributes);
    }
    await stated(service(), 'bob', { ...buy('data-feeds', 'AUGRY'), at: '2025-06-01T00:00:00Z' });
    await stated(service(), 'cy', { ...buy('open-lending', 'TALO'), at: '2026-06-17T10:00:00Z' });
    expect(await idsOf({ q: 'LOVE ch' })).toEqual(['ada']);
    expect(await idsOf({ q: 'kyc.level:2' })).toEqual(['bob']);
    expect(await idsOf({ thematic: ['data-feeds', 'open-lending'], sort: 'customId' })).toEqual([
      'bob',
      'cy',
    ]);
    expect(await idsOf({ token: ['TALO'] })).toEqual(['cy']);
    expect(await idsOf({ 'attribute.*': { country: ['CH'], tags: ['x', 'y'] } })).toEqual(['ada']);
    expect(await idsOf({ 'attribute.*': { 'a b': ['100 %'] } })).toEqual(['cy']);
    expect(await idsOf({ total: ['0..0'] })).toEqual(['ada']);
    expect(await idsOf({ largest: ['1..1'], sort: '-customId' })).toEqual(['cy', 'bob']);
    expect(await idsOf({ return: ['-1..10'], period: 'year' })).toEqual(['bob']);
    expect(await idsOf({ created: ['2026-06-17..2026-06-17'], sort: 'name' })).toEqual([
      'ada',
      'bob',
      'cy',
    ]);
    expect(await idsOf({ created: ['..2026-06-16'] })).toEqual([]);
    expect(await idsOf({ sort: '-attribute.country', limit: 2 })).toEqual(['cy', 'ada']);
    expect(await idsOf({ sort: 'customId', offset: 1, limit: 1 })).toEqual(['bob']);
    const beyond = await read({ offset: 7 });
    expect(beyond).toMatchObject({ count: 3, of: 3, offset: 7, rows: [] });
    const { facets, without } = await read({
      q: 'nobody at all',
      'attribute.*': { country: ['CH'] },
    });
    expect(without).toEqual({ q: 2, 'attribute.country': 0 });
    expect(facets).toEqual([]);
    expect((await read()).facets.find(({ name }) => name === 'country')).toEqual({
      name: 'country',
      users: 3,
      values: [
        { value: 'CH', users: 2 },
        { value: 'DE', users: 1 },
      ],
      other: 0,
    });
  });

  describe('as CSV', () => {
    test('has all that match, with their attributes; texts never run', async () => {
      await makeUser(service(), '=1+1');
      await changed(service(), '=1+1', {
        name: '@SUM',
        note: 'a,"b"',
        level: -3,
        kyc: { level: 1 },
      });
      await makeUser(service(), 'empty');
      const asOf = formatTime(service().market.asOf());
      const lines = await csv({ sort: 'customId' });
      expect(lines[0]).toBe(
        'customId,name,total,change,flow,return,largestToken,largestShare,hhi,volatility,maxDrawdown,costOfDrift,walletCount,openWallets,thematics,createdAt,asOf,dailyAsOf,kyc,level,note',
      );
      expect(lines[1]).toBe(
        `'=1+1,'@SUM,0,,,,,,,,,,0,0,,2026-06-17T14:23:40.000Z,${asOf},2026-06-17T00:00:00.000Z,"{""level"":1}",-3,"a,""b"""`,
      );
      expect(lines.slice(2)).toEqual([
        `empty,,0,,,,,,,,,,0,0,,2026-06-17T14:23:40.000Z,${asOf},2026-06-17T00:00:00.000Z,,,`,
        '',
      ]);
    });

    test('has the columns that are wanted, and none that privacy hides', async () => {
      await makeUser(service(), 'ada');
      await changed(service(), 'ada', { total_: 1 });
      expect(
        await csv({ columns: ['total', 'attribute.total_', 'customId'], unit: 'USD' }),
      ).toEqual(['total (USD),total_,customId', '0,1,ada', '']);
      const [hidden] = await csv({ figures: 'hidden' });
      expect(hidden).toBe(
        'customId,name,largestToken,walletCount,openWallets,thematics,createdAt,asOf,dailyAsOf,total_',
      );
      const [totals] = await csv({ figures: 'totals' });
      expect(totals).toContain('return,largestToken,largestShare');
    });

    test('of more users than one part has', async () => {
      for (let index = 0; index < 12; index += 1) await makeUser(service(), `u${index}`);
      await service().database.queries.execute(`
        INSERT INTO users (id, custom_id, attributes, sample, revision, created_at, updated_at)
        SELECT 'usr_' || n, 'many ' || n, '{}', false, 1, 0, 0 FROM generate_series(1, 1200) AS n`);
      expect(await csv({ q: 'many', columns: ['customId'] })).toHaveLength(1202);
    });
  });

  test('rejects invalid parameters, and names the expected form', async () => {
    for (const [query, message] of refused) {
      const answer = service().call('GET', `/x/directory?${query}`);
      expect((await problemOf(answer, 'invalid-query')).detail).toContain(message);
    }
  });

  test('no cache keeps it', async () => {
    const response = await service().call('GET', '/x/directory');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect((await service().call('HEAD', '/x/directory')).status).toBe(200);
  });
});
