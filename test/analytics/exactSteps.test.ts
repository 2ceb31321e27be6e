import { expect, test } from 'vitest';
import { ExactSteps } from '#analytics/exactSteps.ts';
import { offBy, seeded } from './plainFigures.ts';

test('equals the sum of the terms at each record, whatever their sizes', () => {
  const random = seeded(3);
  const records = 40;
  const terms = Array.from({ length: 500 }, () => {
    const first = Math.floor(random() * records);
    return {
      // Whole numbers, so that the plain sum is exact.
      value: BigInt(Math.floor(random() * 2 ** 30)) ** BigInt(1 + Math.floor(random() * 2)),
      first,
      after: first + 1 + Math.floor(random() * (records - first)),
    };
  });
  const steps = new ExactSteps(records);
  for (const { value, first, after } of terms) steps.add(Number(value), first, after);
  for (const [record, sum] of steps.values().entries()) {
    const plain = terms
      .filter(({ first, after }) => first <= record && record < after)
      .reduce((all, { value }) => all + BigInt(Number(value)), 0n);
    expect(offBy(sum, Number(plain))).toBeLessThan(1e-15);
  }
});

test('small terms are left when large ones end, and 0 when all ended', () => {
  const steps = new ExactSteps(5);
  steps.add(0.1, 0, 4);
  steps.add(1e15 / 3, 1, 2);
  steps.add(1e12 / 7, 1, 3);
  steps.add(0.3, 1, 3);
  expect([...steps.values()]).toEqual([
    0.1,
    expect.closeTo(1e15 / 3 + 1e12 / 7, 0),
    expect.closeTo(1e12 / 7 + 0.4, 3),
    0.1,
    0,
  ]);
});

test('a term up to the last record needs no end', () => {
  const steps = new ExactSteps(3);
  steps.add(2, 1, 3);
  steps.add(5, 0, 3);
  expect([...steps.values()]).toEqual([5, 7, 7]);
});
