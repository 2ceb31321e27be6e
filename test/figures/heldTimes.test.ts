import { expect, test } from 'vitest';
import { HeldTimes } from '#figures/heldTimes.ts';
import { seeded } from '#test/analytics/plainFigures.ts';

test('names the tokens that are held at any time between two instants', () => {
  const random = seeded(5);
  // Short times of one token, so that they are joined; and long ones of others.
  const added = Array.from({ length: 2000 }, (_, index) => {
    const token = index % 4;
    const from = Math.floor(random() * 100_000);
    return { token, from, to: from + 1 + Math.floor(random() * (token === 0 ? 5 : 50_000)) };
  });
  added.push({ token: 5, from: 7, to: Infinity });
  const times = new HeldTimes();
  for (const { token, from, to } of added) times.add(token, from, to);
  for (let query = 0; query < 500; query++) {
    const from = Math.floor(random() * 120_000) - 10_000;
    const to = from + Math.floor(random() * 10);
    const plain = added.filter((one) => one.from <= to && one.to > from);
    expect(times.between(from, to)).toEqual(
      [...new Set(plain.map(({ token }) => token))].toSorted((a, b) => a - b),
    );
  }
});
