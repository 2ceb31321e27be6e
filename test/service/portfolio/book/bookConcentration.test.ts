import { expect, test } from 'vitest';
import { offBy } from '#test/analytics/plainFigures.ts';
import { onEachEngine } from '#test/support/engines.ts';
import { bookCalls, createRandomUsers } from './bookCalls.ts';

const held = {
  thematics: ['open-lending', 'data-feeds'],
  tokens: ['TALO', 'KANAL', 'AUGRY', 'VOLTQ'],
};

onEachEngine((service) => {
  const calls = bookCalls(service);

  test('the concentration of a book is that of its users’ own totals, now and as of a date', async () => {
    const ids = await createRandomUsers(service(), 5, 14, held);
    const past = new Date(service().market.asOf() - 200 * 86_400_000).toISOString();
    for (const asOf of [undefined, past]) {
      const totals = await Promise.all(
        ids.map(async (id) => {
          const { total } = await calls.ofUser(id, 'year', asOf);
          return { id, total: total.at(-1) ?? 0 };
        }),
      );
      const sum = totals.reduce((all, { total }) => all + total, 0);
      const shares = totals
        .map(({ id, total }) => ({ id, share: total / sum }))
        .toSorted((a, b) => b.share - a.share);
      const { concentration } = await calls.contribution('year', 'user', { asOf });
      expect(concentration.largest?.id).toBe(shares[0]?.id);
      expect(offBy(concentration.largest?.share, shares[0]?.share ?? NaN)).toBeLessThan(1e-9);
      const topTen = shares.slice(0, 10).reduce((all, { share }) => all + share, 0);
      expect(offBy(concentration.topTen, topTen)).toBeLessThan(1e-9);
      const hhi = shares.reduce((all, { share }) => all + share ** 2, 0);
      expect(offBy(concentration.hhi, hhi)).toBeLessThan(1e-9);
    }
  });

  test('a book without holdings has no shares, and says why', async () => {
    const { concentration } = await calls.contribution('year', 'user', { ids: ['nobody'] });
    expect(concentration).toEqual({ noShares: 'nothing', largest: null, topTen: null, hhi: null });
  });
});
