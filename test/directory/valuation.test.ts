import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { performanceOver, returnOf } from '#analytics/performance.ts';
import { day, hour, minute, windowOf } from '#contract/historyType.ts';
import type { DirectoryUser } from '#directory/directory.ts';
import { directoryPeriods, type DirectoryPeriod } from '#contract/directory.ts';
import { everybody, slow } from './querying.ts';
import { inOneGo } from '#directory/slices.ts';
import {
  asOf,
  directoryOf,
  heldAt,
  priceOf,
  recordsOf,
  somePeople,
  sourceAt,
  stepFor,
  tokens,
  totalAt,
} from './people.ts';

/** Change, flow and return, record by record over the user's history. */
function referenceOf(user: DirectoryUser, period: DirectoryPeriod, at = asOf) {
  const { heldFrom } = user.holdings;
  const times = recordsOf(user, period, at).filter((time) => time >= (heldFrom ?? Infinity));
  const first = times[0] ?? at;
  const isLate = first - (at - windowOf[period]) > stepFor(user, period, at);
  if (times.length < 2 || isLate) return { change: null, flow: null, return: null };
  const held = Object.keys(tokens).map((token) => ({
    amounts: Float64Array.from(times, (time) =>
      heldAt(user, time)
        .flat()
        .reduce((sum, one) => sum + (one.token === token ? one.amount : 0), 0),
    ),
    prices: Float64Array.from(times, (time) => priceOf(token, time)),
  }));
  const { index, flow } = performanceOver(times.length, held);
  return {
    change: totalAt(user, at) - totalAt(user, first),
    flow: flow.reduce((sum, one) => sum + one, 0),
    return: returnOf(index),
  };
}

const rowsOf = (users: readonly DirectoryUser[], period: DirectoryPeriod, at = asOf) => {
  const found = inOneGo(
    directoryOf(users, at).find({
      ...everybody,
      period,
      sort: { by: 'customId', isDescending: false },
    }),
  );
  return new Map(found.rows(0, users.length, true).map((row) => [row.customId, row]));
};

/** How far two are apart, next to a scale; 0 where both are null. */
function distance(is: number | null | undefined, wanted: number | null, scale: number): number {
  if (is === null || wanted === null) return is === wanted ? 0 : Number.NaN;
  return Math.abs((is ?? Number.NaN) - wanted) / (1 + scale);
}

test('change, flow and return are those of the history, record by record', slow, () => {
  fc.assert(
    fc.property(somePeople(4), fc.constantFrom(...directoryPeriods), (users, period) => {
      const rows = rowsOf(users, period);
      for (const user of users) {
        const row = rows.get(user.person.customId);
        const wanted = referenceOf(user, period);
        const scale = Math.abs(totalAt(user, asOf)) + Math.abs(wanted.flow ?? 0);
        expect(row?.total).toBe(totalAt(user, asOf));
        expect(row?.change).toBe(wanted.change);
        expect(distance(row?.flow, wanted.flow, scale * 1000)).toBeLessThanOrEqual(1e-9);
        const grown = Math.abs(wanted.return ?? 0);
        expect(distance(row?.return, wanted.return, grown)).toBeLessThanOrEqual(1e-9);
      }
    }),
    { numRuns: 25 },
  );
});

test('a sparkline is 52 totals of the history, the last of them the total', slow, () => {
  fc.assert(
    fc.property(somePeople(4), fc.constantFrom(...directoryPeriods), (users, period) => {
      const rows = rowsOf(users, period);
      for (const user of users) {
        const row = rows.get(user.person.customId);
        const { heldFrom } = user.holdings;
        const records = recordsOf(user, period).filter((at) => at >= (heldFrom ?? Infinity));
        const totals = Array.from(records, (at) => totalAt(user, at));
        const isDrawn = records.length >= 2;
        expect(row?.spark?.length).toBe(isDrawn ? 52 : undefined);
        expect(row?.spark?.every((total) => totals.includes(total ?? Number.NaN))).toBe(
          isDrawn ? true : undefined,
        );
        expect(row?.spark?.[0]).toBe(isDrawn ? totals[0] : undefined);
        expect(row?.spark?.at(-1)).toBe(isDrawn ? row?.total : undefined);
      }
    }),
    { numRuns: 20 },
  );
});

function user(customId: string, deposit: number): DirectoryUser {
  const statements = [
    { at: 0, positions: [{ token: 'btc', amount: 2 }] },
    ...(deposit === 0
      ? []
      : [{ at: asOf - 61 * minute, positions: [{ token: 'btc', amount: 2 + deposit }] }]),
  ];
  const person = { customId, name: null, attributes: {}, createdAt: 0, sample: false };
  return {
    key: deposit + 1,
    person,
    holdings: { heldFrom: 0, wallets: [{ thematic: 'defi', statements }] },
  };
}

test('a deposit alone is a flow and moves no return', () => {
  const rows = rowsOf([user('still', 0), user('deposits', 5)], 'day');
  const still = rows.get('still');
  const deposits = rows.get('deposits');
  expect(deposits?.return).toBeCloseTo(still?.return ?? Number.NaN, 12);
  expect(still?.flow).toBe(0);
  expect(deposits?.flow).toBeCloseTo(5 * priceOf('btc', asOf - 57 * minute), 9);
});

test.each([
  ['one step', 4 * hour, true],
  ['more than one step', 4 * hour + 1, false],
])('a user whose first record is %s after the start of the window', (_, after, hasFigures) => {
  // The window starts at a whole step, so that the first record can be exactly one step later.
  const at = Date.UTC(2025, 5, 18);
  const began = at - 30 * day + after;
  const { person, key } = user('young', 0);
  const statements = [{ at: began, positions: [{ token: 'btc', amount: 2 }] }];
  const young = {
    key,
    person,
    holdings: { heldFrom: began, wallets: [{ thematic: 'defi', statements }] },
  };
  const row = rowsOf([young], 'month', at).get('young');
  const first = 2 * priceOf('btc', at - 30 * day + 4 * hour);
  const last = 2 * priceOf('btc', at);
  expect(row?.change ?? null).toBe(hasFigures ? last - first : null);
  expect(row?.return ?? null).toBe(hasFigures ? last / first - 1 : null);
  expect(row?.flow ?? null).toBe(hasFigures ? 0 : null);
});

test('the next as of gives the same figures as a new directory', slow, () => {
  fc.assert(
    fc.property(
      somePeople(5),
      fc.constantFrom(...directoryPeriods),
      fc.integer({ min: 1, max: 3000 }),
      (users, period, minutes) => {
        const later = asOf + minutes * minute;
        const directory = directoryOf(users);
        inOneGo(directory.value(sourceAt(later), true));
        const query = {
          ...everybody,
          period,
          sort: { by: 'return', isDescending: true } as const,
        };
        const [is, wanted] = [directory, directoryOf(users, later)].map((one) => {
          const { rows, rowIndexes: _, ...all } = inOneGo(one.find(query));
          return { ...all, rows: rows(0, 9, true) };
        });
        expect(is).toEqual(wanted);
      },
    ),
    { numRuns: 15 },
  );
});
