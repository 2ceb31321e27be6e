import { expect, test } from 'vitest';
import {
  categoriesOf,
  categoryColour,
  categoryLetter,
  categoryTint,
} from '#dashboard/portfolio/categories.ts';

const thematics = Array.from({ length: 30 }, (_, i) => ({ _id: `t${i}` }));
const categories = categoriesOf(thematics);
const lookOf = (id: string) => {
  const category = categories.get(id);
  return categoryColour(category) + categoryLetter(category);
};

test('each thematic has the color of its index, and thirty look different', () => {
  expect(lookOf('t0')).toBe('var(--cat-1)');
  expect(lookOf('t11')).toBe('var(--cat-12)');
  expect(lookOf('t12')).toBe('var(--cat-1)B');
  expect(new Set(thematics.map(({ _id }) => lookOf(_id))).size).toBe(30);
});

test('no category is neutral', () => {
  expect(categoryColour(undefined)).toBe('var(--line-3)');
  expect(categoryTint(undefined)).toBe('var(--surface-2)');
  expect(categoryLetter(undefined)).toBe('');
});
