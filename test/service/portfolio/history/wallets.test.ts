import { describe, expect, test } from 'vitest';
import { getDirectory } from '#contract/operations/directory.ts';
import { day, historyTypes, stepOf, windowOf } from '#contract/historyType.ts';
import { getThematics } from '#contract/operations/thematics.ts';
import {
  makeUser,
  problemOf,
  readHistory,
  readUser,
  readWallets,
  stated,
} from '../../../support/calls.ts';
import { onEmbedded } from '../../../support/engines.ts';
import { historyByHand, type Said } from './byHand.ts';

const feeds = 'data-feeds';
const lending = 'open-lending';
const at = (text: string) => Date.parse(text);

/** Said of one user, in this order: bought, added to, corrected, taken back, closed, opened again. */
const said: readonly Said[] = [
  {
    thematic: feeds,
    at: at('2021-06-01T12:34:56.789Z'),
    tokens: [
      ['AUGRY', 10],
      ['KANAL', 1],
    ],
  },
  {
    thematic: lending,
    at: at('2022-02-02T00:00:00Z'),
    tokens: [
      ['TALO', 100],
      ['AUGRY', 2],
    ],
  },
  { thematic: feeds, at: at('2024-05-05T05:05:00Z'), tokens: [['AUGRY', 3]] },
  { thematic: lending, at: at('2026-06-17T09:00:00Z'), tokens: [] },
  {
    thematic: feeds,
    at: at('2024-05-05T05:05:00Z'),
    tokens: [
      ['AUGRY', 4],
      ['SOLVA', 7.5],
    ],
  },
  { thematic: lending, at: at('2025-01-01T00:00:00Z'), tokens: [['TALO', 1]] },
  { thematic: lending, at: at('2025-01-01T00:00:00Z'), tokens: null },
  { thematic: lending, at: at('2026-06-17T14:02:30Z'), tokens: [['USANC', 0.125]] },
  { thematic: 'energy-grids', at: at('2026-06-10T00:00:00Z'), tokens: [['VOLTQ', 0]] },
];

const asStatement = ({ thematic, at, tokens }: Said) => ({
  thematics: thematic,
  at: new Date(at).toISOString(),
  tokens: tokens?.map(([token, amount]) => ({ token, amount })) ?? null,
});

onEmbedded((service) => {
  const fill = async (all: readonly Said[] = said) => {
    await makeUser(service(), 'ada');
    for (const one of all) await stated(service(), 'ada', asStatement(one));
  };

  test.each(historyTypes)('%s is what it comes to by hand, record by record', async (type) => {
    await fill();
    expect(await readHistory(service(), 'ada', type)).toEqual(
      historyByHand(service().market, said, type),
    );
    for (const thematic of [feeds, lending, 'energy-grids']) {
      const own = said.filter((one) => one.thematic === thematic);
      expect(await readHistory(service(), 'ada', type, thematic)).toEqual(
        historyByHand(service().market, own, type),
      );
    }
  });

  test('the last record is the total, to the last bit', async () => {
    await fill();
    const { total } = await readUser(service(), 'ada');
    const wallets = await readWallets(service(), 'ada');
    for (const type of historyTypes) {
      expect((await readHistory(service(), 'ada', type)).at(-1)?.total).toBe(total);
      for (const wallet of wallets.filter(({ thematics }) => thematics !== 'energy-grids')) {
        const records = await readHistory(service(), 'ada', type, wallet.thematics);
        expect(records.at(-1)?.total).toBe(wallet.total);
      }
    }
    const sum = wallets.reduce((whole, wallet) => whole + wallet.total, 0);
    expect(total).toBe(sum);
  });

  describe('at any time of the clock', () => {
    test.each([
      ['at a tick', '2026-06-17T14:23:40Z'],
      ['between two ticks', '2026-06-17T14:23:46.999Z'],
      ['at five minutes', '2026-06-17T14:25:00Z'],
      ['at an hour', '2026-06-17T15:00:00Z'],
      ['at four hours', '2026-06-17T16:00:00Z'],
      ['at midnight', '2026-06-18T00:00:00Z'],
      ['just before midnight', '2026-06-17T23:59:59.999Z'],
      ['on the last day of February', '2024-02-29T12:00:00Z'],
    ])('%s the histories have 289, 169, 181 and 366 records', async (_, now) => {
      service().clock.now = at(now);
      await makeUser(service(), 'ada');
      const old: Said = {
        thematic: feeds,
        at: at('2021-06-01T12:34:56.789Z'),
        tokens: [['AUGRY', 1]],
      };
      await stated(service(), 'ada', asStatement(old));
      const asOf = Math.floor(service().clock.now / 10_000) * 10_000;
      for (const [type, count] of [
        ['day', 289],
        ['week', 169],
        ['month', 181],
        ['year', 366],
      ] as const) {
        const times = (await readHistory(service(), 'ada', type)).map(({ date }) => at(date));
        expect(times).toHaveLength(count);
        expect(times.at(-1)).toBe(asOf);
        expect(times[0]).toBeGreaterThanOrEqual(asOf - (windowOf[type] ?? 0));
        for (const time of times.slice(0, -1)) expect(time % stepOf[type]).toBe(0);
        expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
      }
      const all = (await readHistory(service(), 'ada', 'all')).map(({ date }) => date);
      expect(all[0]).toBe('2021-06-01T12:34:56.789Z');
      expect(all[1]).toBe('2021-06-02T00:00:00.000Z');
      expect(all).toHaveLength(1 + Math.ceil(asOf / day) - at('2021-06-02T00:00:00Z') / day + 1);
    });
  });

  test('without a type it is the answer of all', async () => {
    await fill();
    expect(await readHistory(service(), 'ada')).toEqual(await readHistory(service(), 'ada', 'all'));
    expect(await readHistory(service(), 'ada', undefined, feeds)).toEqual(
      await readHistory(service(), 'ada', 'all', feeds),
    );
  });

  test('a holding of this moment alone is one record', async () => {
    await makeUser(service(), 'ada');
    const now: Said = { thematic: feeds, at: service().market.asOf(), tokens: [['AUGRY', 1]] };
    await stated(service(), 'ada', asStatement(now));
    for (const type of historyTypes) {
      const records = await readHistory(service(), 'ada', type);
      expect(records).toEqual(historyByHand(service().market, [now], type));
      expect(records).toHaveLength(1);
    }
  });

  test('until the next tick every answer stays the same; then the as of moves on', async () => {
    await fill();
    const read = async () => [
      await readUser(service(), 'ada'),
      await readWallets(service(), 'ada'),
      await readHistory(service(), 'ada', 'day'),
      await (await service().call('GET', getThematics.path)).json(),
      await (await service().call('GET', getDirectory.path)).json(),
    ];
    const before = await read();
    service().clock.now += 9_999;
    expect(await read()).toEqual(before);
    service().clock.now += 1;
    const after = await read();
    for (const [index, answer] of after.entries()) expect(answer).not.toEqual(before[index]);
    expect((await readHistory(service(), 'ada', 'day')).at(-1)?.date).toBe(
      '2026-06-17T14:23:50.000Z',
    );
  });

  test('a holding from before the market began counts for nothing until it does', async () => {
    const early: Said = {
      thematic: feeds,
      at: 0,
      tokens: [
        ['AUGRY', 2],
        ['OMNIQ', 1],
      ],
    };
    await fill([early]);
    const records = await readHistory(service(), 'ada', 'all');
    expect(records).toEqual(historyByHand(service().market, [early], 'all'));
    expect(records[0]).toEqual({ date: '1970-01-01T00:00:00.000Z', total: 0 });
    const begun = records.findIndex(({ total }) => total > 0);
    expect(records[begun]?.date).toBe('2021-01-01T00:00:00.000Z');
  });

  test('what was closed goes on at 0', async () => {
    await fill([
      { thematic: feeds, at: at('2026-06-01T00:00:00Z'), tokens: [['AUGRY', 2]] },
      { thematic: feeds, at: at('2026-06-05T00:00:00Z'), tokens: [] },
    ]);
    const all = await readHistory(service(), 'ada', 'all', feeds);
    expect(all.map(({ total }) => total > 0)).toEqual(all.map((_, index) => index < 4));
    expect(all).toHaveLength(18);
    const today = await readHistory(service(), 'ada', 'day', feeds);
    expect(today).toHaveLength(289);
    expect(new Set(today.map(({ total }) => total))).toEqual(new Set([0]));
  });

  test('no holdings, no records: no wallet, an empty one, a withdrawn one, one with zero amounts', async () => {
    await makeUser(service(), 'ada');
    for (const type of [undefined, ...historyTypes]) {
      expect(await readHistory(service(), 'ada', type)).toEqual([]);
      expect(await readHistory(service(), 'ada', type, feeds)).toEqual([]);
    }
    const instant = '2025-01-01T00:00:00Z';
    await stated(service(), 'ada', { thematics: feeds, tokens: [], at: instant });
    await stated(service(), 'ada', {
      thematics: lending,
      tokens: [{ token: 'TALO', amount: 0 }],
      at: instant,
    });
    const bought = {
      thematics: 'energy-grids',
      tokens: [{ token: 'VOLTQ', amount: 1 }],
      at: instant,
    };
    await stated(service(), 'ada', bought);
    await stated(service(), 'ada', { ...bought, tokens: null });
    for (const type of historyTypes) expect(await readHistory(service(), 'ada', type)).toEqual([]);
  });

  test('an unknown user, an unknown thematic and an unknown type are three things', async () => {
    await fill();
    const { call } = service();
    const ends = ['', '/day'];
    for (const end of ends) {
      await problemOf(call('GET', `/p/users/eve/wallets/history${end}`), 'user-not-found');
      await problemOf(
        call('GET', `/p/users/eve/wallets/thematics/${feeds}/history${end}`),
        'user-not-found',
      );
      await problemOf(
        call('GET', `/p/users/ada/wallets/thematics/eve/history${end}`),
        'thematic-not-found',
      );
    }
    for (const type of ['decade', 'Day', 'day%20', '5', '__proto__', '%00']) {
      for (const path of [
        `/p/users/ada/wallets/history/${type}`,
        `/p/users/ada/wallets/thematics/${feeds}/history/${type}`,
        `/p/thematics/${feeds}/history/${type}`,
      ]) {
        const problem = await problemOf(call('GET', path), 'invalid-history-type');
        expect(problem).toMatchObject({ allowed: ['day', 'week', 'month', 'year', 'all'] });
      }
    }
  });
});
