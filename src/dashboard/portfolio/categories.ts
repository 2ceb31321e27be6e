import type { LineStyle } from '../chart/scene.ts';

/** Number of category colors. Further categories repeat them, with a letter. */
export const colourCount = 12;

/** Position of a thematic among all, from 1. Equal on every page. */
export type Category = number;

export function categoriesOf(
  things: readonly { readonly _id: string }[],
): ReadonlyMap<string, Category> {
  return new Map(things.map(({ _id }, index) => [_id, index + 1]));
}

export function categoryLetter(category: Category | undefined): string {
  const round = category === undefined ? 0 : Math.floor((category - 1) / colourCount);
  return round === 0 ? '' : String.fromCodePoint(65 + (round % 26));
}

export function categoryColour(category: Category | undefined): string {
  return category === undefined ? 'var(--line-3)' : `var(--cat-${nth(category)})`;
}

/** Color of a category's tiles, for text in ink-1. */
export function categoryTint(category: Category | undefined): string {
  return category === undefined ? 'var(--surface-2)' : `var(--cat-${nth(category)}-tint)`;
}

const nth = (category: Category) => ((category - 1) % colourCount) + 1;

const dashes = [undefined, undefined, undefined, undefined, '6 3', '6 3', '2 3', '2 3'];

/** Line of the category's color. Its dash depends on `index` among equal categories, from 0. */
export function categoryStyle(category: Category | undefined, index: number): LineStyle {
  return { colour: categoryColour(category), dash: dashes[index % dashes.length], width: 1.5 };
}
