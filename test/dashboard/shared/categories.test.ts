import { expect, test } from 'vitest';
import { categoriesOf, walletCategories } from '#dashboard/shared/categories.ts';

const thematics = Array.from({ length: 12 }, (_, i) => ({ _id: `t${i}` }));
const walletsIn = (...numbers: number[]) => numbers.map((i) => ({ thematics: `t${i}` }));

test('gives each thing the colour of its place, from the ninth on again', () => {
  const categories = categoriesOf(thematics);
  expect(categories.get('t0')).toBe(1);
  expect(categories.get('t7')).toBe(8);
  expect(categories.get('t8')).toBe(1);
});

test('lets no two of up to eight wallets share a colour, and changes as few as possible', () => {
  const categories = walletCategories(thematics, walletsIn(9, 1, 0, 8));
  expect(categories.get('t0')).toBe(1);
  expect(categories.get('t1')).toBe(2);
  expect(new Set(categories.values()).size).toBe(4);
  const full = walletCategories(thematics, walletsIn(4, 5, 6, 7, 8, 9, 10, 11));
  expect(new Set(full.values()).size).toBe(8);
});

test('repeats colours where there are more wallets than colours', () => {
  const all = walletCategories(thematics, walletsIn(...thematics.keys()));
  expect(all.size).toBe(12);
  expect(all.get('t9')).toBe(2);
});
