import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { AmountChanges } from '#figures/amountChanges.ts';

const someChanges = fc.array(
  fc.record({ record: fc.nat(20), token: fc.nat(20), amount: fc.integer({ min: -9, max: 9 }) }),
  { maxLength: 500 },
);

test('sums by record and token, in order of the first change, for one user after another', () => {
  const changes = new AmountChanges();
  fc.assert(
    fc.property(someChanges, (users) => {
      const plain = new Map<string, number>();
      for (const { record, token, amount } of users) {
        changes.add(record, token, amount);
        plain.set(`${record} ${token}`, (plain.get(`${record} ${token}`) ?? 0) + amount);
      }
      const sums: (readonly [string, number])[] = [];
      changes.drain((record, token, amount) => sums.push([`${record} ${token}`, amount]));
      expect(sums).toEqual([...plain]);
    }),
  );
});
