import { expect, test } from 'vitest';
import { differencesOf } from '#directory/differences.ts';
import { createDirectory, type DirectoryUser } from '#directory/directory.ts';

const count = 100_000;

/** Every tenth user has a wallet that differs, by their number. */
const users = Array.from({ length: count }, (_, index): DirectoryUser => {
  const total = 1e6 + (index % 10 === 0 ? index + 1000 : 0);
  return {
    key: index + 1,
    person: { customId: `u${index}`, name: null, attributes: {}, createdAt: 0, sample: false },
    holdings: { heldFrom: null, wallets: [] },
    reported: {
      total,
      walletCount: 1,
      wallets: [{ thematic: 't', total, positions: [{ token: 'x', total: 1e6 }] }],
      hasMoreWallets: false,
      periods: {},
    },
  };
});

test('of 100,000 users, finds those who differ in many slices, largest first', () => {
  const directory = createDirectory('statements');
  directory.put(users);
  const work = differencesOf(directory.tables);
  let slices = 0;
  let step = work.next();
  while (step.done !== true) {
    slices += 1;
    step = work.next();
  }
  // Other requests run between slices of about a thousand users.
  expect(slices).toBeGreaterThan(count / 2000);
  expect(step.value.count).toBe(count / 10);
  expect(step.value.rows(0, 2)).toEqual([
    { customId: 'u99990', name: null, size: 100_990, thematics: ['t'] },
    { customId: 'u99980', name: null, size: 100_980, thematics: ['t'] },
  ]);
  expect(step.value.rows(count, count + 5)).toEqual([]);
});

test('computed totals differ from nothing', () => {
  const work = differencesOf(createDirectory().tables);
  let step = work.next();
  while (step.done !== true) step = work.next();
  expect(step.value.count).toBe(0);
});
