import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { day, historyTypes, hour, minute } from '#contract/historyType.ts';
import { putThematic } from '#contract/operations/thematics.ts';
import { makeUser, readHistory, readDirectory, readUser, stated } from '../../../support/calls.ts';
import { onEachEngine } from '../../../support/engines.ts';
import { testNow, type TestService } from '../../../support/service.ts';
import { createTableMarket, type TokenTable } from '../../../support/tableMarket.ts';
import { historyByHand, stepByHand, type ByHand, type Said } from './byHand.ts';
import { pathTo } from '#test/support/pathTo.ts';

const asOf = Math.floor(testNow / 10_000) * 10_000;

/** Prices every `step` in (from, to], going up and down. */
function table(step: number, from: number, to: number, price: number): TokenTable {
  const prices: [number, number][] = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
    prices.push([at, price * (1 + 0.3 * Math.sin(at / (7 * step)))]);
  }
  return { step, prices };
}

const tables: Record<string, TokenTable> = {
  // Named so that their order is not that of their steps.
  ended: table(day, asOf - 60 * day, asOf - 3 * day, 0.001),
  hourly: table(hour, asOf - 9 * day, asOf, 12),
  late: table(hour, asOf - 5 * hour, asOf, 3),
  fine: table(5 * minute, asOf - 2 * day, asOf, 90),
  daily: table(day, asOf - 400 * day, asOf, 64_000),
};
/** What is held as the window opens, and no more at its first record, says how fine the history is. */
const heldForAMoment: Said[] = [
  { thematic: 'one', at: asOf - day - 1, tokens: [['fine', 1]] },
  { thematic: 'one', at: asOf - day + 1, tokens: [['hourly', 1]] },
];
/** So many that the directory leaves out those between two records, one of which alone held what has fine records. */
const heldBetweenRecords: Said[] = Array.from({ length: 40 }, (_, index) => ({
  thematic: 'one',
  at: asOf - 20 * hour + index * 20 * minute,
  tokens: [['hourly', index + 1]],
}));
const momentAt = Math.floor((asOf - 5 * hour) / hour) * hour + minute;
heldBetweenRecords.push(
  { thematic: 'one', at: asOf - 2 * day, tokens: [['hourly', 7]] },
  { thematic: 'one', at: momentAt, tokens: [['fine', 1]] },
  { thematic: 'one', at: momentAt + minute, tokens: [['hourly', 3]] },
);
const stepInWindow = (token: string, window: number): number => {
  const { step, prices } = tables[token] ?? { step: NaN, prices: [] };
  return prices.some(([at]) => at > asOf - window) ? step : Infinity;
};

/** Instants at which rounding goes wrong, and any others. */
const instant = fc.oneof(
  fc.constantFrom(
    asOf,
    asOf - 1,
    asOf - day,
    asOf - day - 1,
    asOf - day + 1,
    Math.floor(asOf / day) * day,
    Math.ceil((asOf - day) / hour) * hour,
    Math.ceil((asOf - day) / hour) * hour + 1,
    asOf - 30 * day,
    0,
  ),
  fc.integer({ min: asOf - day, max: asOf }),
  fc.integer({ min: asOf - 500 * day, max: asOf }),
);
const amount = fc.oneof(
  fc.constantFrom(0, 1, 1e-9, 1e15),
  fc.double({ min: 0, max: 1e6, noNaN: true }),
);
const positions = (tokens: readonly string[]) =>
  fc.uniqueArray(fc.tuple(fc.constantFrom(...tokens), amount), {
    maxLength: 4,
    selector: ([token]) => token,
  });
const statements = (thematics: readonly string[], tokens: readonly string[]) =>
  fc.array(
    fc.record<Said>({
      thematic: fc.constantFrom(...thematics),
      at: instant,
      tokens: fc.option(positions(tokens), { freq: 4 }),
    }),
    { minLength: 1, maxLength: 8 },
  );

/** States all of it of a new user and answers its customId. */
async function userOf(service: TestService, said: readonly Said[]): Promise<string> {
  const customId = `user ${crypto.randomUUID()}`;
  await makeUser(service, customId);
  for (const { thematic, at, tokens } of said) {
    await stated(service, customId, {
      thematics: thematic,
      at: new Date(at).toISOString(),
      tokens: tokens?.map(([token, amount]) => ({ token, amount })) ?? null,
    });
  }
  return customId;
}

/** A retraction of what was never stated makes no wallet: wallets are made by the first statement that is none. */
const taken = (said: readonly Said[]): Said[] =>
  said.filter(({ thematic, tokens }, index) => {
    const before = said.slice(0, index + 1).filter((one) => one.thematic === thematic);
    return tokens !== null || before.some((one) => one.tokens !== null);
  });

/** Totals may differ in the last bits where sums are made in another order; nothing else may. */
function expectSame(actual: readonly ByHand[], expected: readonly ByHand[]): void {
  expect(actual.map(({ date }) => date)).toEqual(expected.map(({ date }) => date));
  for (const [index, { total }] of actual.entries()) {
    const { total: other } = expected[index] ?? { total: NaN };
    expect(Math.abs(total - other)).toBeLessThanOrEqual(Math.abs(other) * 1e-12);
  }
}

/** The user's row of the directory, by its definition: the change since the first record of the day. */
async function expectRow(service: TestService, customId: string, dayStep: number): Promise<void> {
  const rows = await readDirectory(service);
  const row = rows.find((one) => one.customId === customId);
  const { total, walletCount } = await readUser(service, customId);
  expect(row).toMatchObject({ total, walletCount });
  const records = await readHistory(service, customId, 'day');
  const firstOfDay = new Date(Math.ceil((asOf - day) / dayStep) * dayStep).toISOString();
  const earlier = records[0]?.date === firstOfDay ? records[0].total : null;
  const change = earlier === null ? null : total - earlier;
  expect(row?.change).toBe(change);
}

onEachEngine((service, { name }) => {
  test('whatever is said of a user in the simulated market', async () => {
    const tokens = ['AUGRY', 'KANAL', 'TALO', 'OMNIQ', 'VENDR'];
    await fc.assert(
      fc.asyncProperty(
        statements(['open-lending', 'data-feeds', 'energy-grids'], tokens),
        async (all) => {
          const customId = await userOf(service(), all);
          const said = taken(all);
          for (const type of historyTypes) {
            expectSame(
              await readHistory(service(), customId, type),
              historyByHand(service().market, said, type),
            );
          }
          const { total } = await readUser(service(), customId);
          const last = (await readHistory(service(), customId, 'week')).at(-1);
          expect(last?.total ?? 0).toBe(total);
          await expectRow(service(), customId, 5 * minute);
        },
      ),
      { numRuns: name === 'PGlite' ? 5 : 10 },
    );
  });
});

onEachEngine(
  (service, { name }) => {
    test('whatever is said of a user in a market of coarse and fine prices', async () => {
      for (const id of ['one', 'two']) {
        const definition = { name: id, tokens: [{ token: 'daily', weight: 1 }] };
        const made = await service().call('PUT', pathTo(putThematic, id), definition);
        expect(made.status).toBe(201);
      }
      const windows = { day, week: 7 * day, month: 30 * day, year: 365 * day, all: Infinity };
      await fc.assert(
        fc.asyncProperty(statements(['two', 'one'], Object.keys(tables)), async (all) => {
          const customId = await userOf(service(), all);
          const said = taken(all);
          for (const type of historyTypes) {
            const expected = historyByHand(service().market, said, type, (token) =>
              stepInWindow(token, windows[type]),
            );
            expectSame(await readHistory(service(), customId, type), expected);
          }
          const dayStep = stepByHand(service().market, said, 'day', (token) =>
            stepInWindow(token, day),
          );
          await expectRow(service(), customId, dayStep);
        }),
        { numRuns: name === 'PGlite' ? 8 : 20, examples: [[heldForAMoment], [heldBetweenRecords]] },
      );
    });
  },
  { market: createTableMarket(tables, asOf) },
);
