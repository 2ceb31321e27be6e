import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { exposureKinds, type ExposureBy } from '#contract/exposure.ts';
import { minute } from '#contract/historyType.ts';
import type { DirectoryUser } from '#directory/directory.ts';
import { everybody, slow } from './querying.ts';
import { inOneGo } from '#directory/slices.ts';
import { asOf, directoryOf, heldAt, priceOf, somePeople, sourceAt, totalAt } from './people.ts';

/** What each user holds of each thematic or token, added up plainly. */
function heldBy(users: readonly DirectoryUser[], by: ExposureBy) {
  const held = new Map<string, Map<string, number>>();
  for (const user of users) {
    for (const [wallet, positions] of heldAt(user, asOf).entries()) {
      for (const { token, amount } of positions) {
        const id = by === 'token' ? token : (user.holdings.wallets[wallet]?.thematic ?? '');
        const price = priceOf(token, asOf);
        const own = held.get(id) ?? new Map<string, number>();
        const { customId } = user.person;
        own.set(customId, (own.get(customId) ?? 0) + (Number.isNaN(price) ? 0 : amount * price));
        held.set(id, own);
      }
    }
  }
  return held;
}

const sum = (values: Iterable<number>) => [...values].reduce((all, one) => all + one, 0);

test('totals, shares, holders and concentration are those of plain sums', slow, () => {
  fc.assert(
    fc.property(somePeople(25), fc.constantFrom(...exposureKinds), (users, by) => {
      const exposure = inOneGo(directoryOf(users).expose(by, everybody));
      const wanted = heldBy(users, by);
      const all = sum(users.map((user) => totalAt(user, asOf)));
      expect(exposure).toMatchObject({ asOf, of: users.length, users: users.length, unknown: 0 });
      expect(exposure.total).toBeCloseTo(all, 6);
      // The directory has the same to the last digit.
      expect(exposure.total).toBe(inOneGo(directoryOf(users).find(everybody)).sums.total);
      expect(exposure.noShares).toBe(all > 0 ? null : 'nothing');
      expect(exposure.held.map(({ id }) => id).toSorted()).toEqual([...wanted.keys()].toSorted());
      for (const row of exposure.held) {
        const own = wanted.get(row.id) ?? new Map<string, number>();
        const total = sum(own.values());
        const sorted = [...own.values()].toSorted((a, b) => b - a);
        expect(row.holders).toBe(own.size);
        expect(row.total).toBeCloseTo(total, 6);
        expect(row.noShares).toBe(total > 0 ? null : 'nothing');
        const shares = sorted.map((value) => (total > 0 ? value / total : 0));
        const figures = [row.share, row.largest?.share ?? null, row.topTen, row.hhi];
        const plain = [
          total > 0 ? total / all : 0,
          shares[0] ?? 0,
          sum(shares.slice(0, 10)),
          sum(shares.map((share) => share ** 2)),
        ];
        for (const [index, figure] of figures.entries()) {
          expect(figure === null).toBe(!(total > 0));
          expect(figure ?? 0).toBeCloseTo(plain[index] ?? NaN, 9);
        }
        const most = own.get(row.largest?.customId ?? '') ?? 0;
        expect(most).toBeCloseTo(total > 0 ? (sorted[0] ?? NaN) : 0, 6);
      }
    }),
    { numRuns: 40 },
  );
});

test('how concentrated a user is: the index over tokens, in all wallets together', slow, () => {
  fc.assert(
    fc.property(somePeople(6), (users) => {
      const found = inOneGo(directoryOf(users).find(everybody));
      for (const row of found.rows(0, users.length, false)) {
        const own = users.filter(({ person }) => person.customId === row.customId);
        const values = [...heldBy(own, 'token').values()].map((users) => sum(users.values()));
        const whole = sum(values);
        const hhi = sum(values.map((value) => (value / whole) ** 2));
        expect(row.hhi === null).toBe(!(whole > 0));
        expect(row.hhi ?? 0).toBeCloseTo(whole > 0 ? hhi : 0, 9);
      }
    }),
    { numRuns: 30 },
  );
});

const user = (key: number, amount: number, thematic = 'defi'): DirectoryUser => ({
  key,
  person: { customId: `u${key}`, name: null, attributes: {}, createdAt: 0, sample: false },
  holdings: {
    heldFrom: 0,
    wallets: [{ thematic, statements: [{ at: 0, positions: [{ token: 'btc', amount }] }] }],
  },
});

test('added, changed and removed users are in the next answer, and so is the next as of', () => {
  const directory = directoryOf([user(1, 1), user(2, 3)]);
  const read = () => inOneGo(directory.expose('thematic', everybody)).held[0];
  expect(read()).toMatchObject({
    holders: 2,
    largest: { customId: 'u2', share: 0.75 },
    hhi: expect.closeTo(0.625, 12),
  });
  directory.put([user(2, 1), user(3, 2)]);
  expect(read()).toMatchObject({ holders: 3, largest: { customId: 'u3', share: 0.5 } });
  directory.delete([3]);
  expect(read()).toMatchObject({ holders: 2, hhi: expect.closeTo(0.5, 12) });
  const later = asOf + 10 * minute;
  inOneGo(directory.value(sourceAt(later), true));
  expect(inOneGo(directory.expose('thematic', everybody)).asOf).toBe(later);
  expect(read()?.total).toBeCloseTo(2 * priceOf('btc', later), 9);
});
