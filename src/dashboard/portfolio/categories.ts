import type { LineStyle } from '../chart/scene.ts';

/** How many categories have a colour of their own; it repeats from the next on, with a letter. */
export const colourCount = 12;

/** The place of a thematic among all, from 1: the same on every page. */
export type Category = number;

/** The category of each thing, by its place in the list of all. */
export function categoriesOf(
  things: readonly { readonly _id: string }[],
): ReadonlyMap<string, Category> {
  return new Map(things.map(({ _id }, index) => [_id, index + 1]));
}

/** What tells a category from an earlier one of the same colour: empty for the first twelve, then B, C … */
export function categoryLetter(category: Category | undefined): string {
  const round = category === undefined ? 0 : Math.floor((category - 1) / colourCount);
  return round === 0 ? '' : String.fromCodePoint(65 + (round % 26));
}

/** The CSS colour of a category's lines and keys; without one, a neutral ink. */
export function categoryColour(category: Category | undefined): string {
  return category === undefined ? 'var(--line-3)' : `var(--cat-${nth(category)})`;
}

/** The CSS colour of a category's tiles, under ink-1. */
export function categoryTint(category: Category | undefined): string {
  return category === undefined ? 'var(--surface-2)' : `var(--cat-${nth(category)}-tint)`;
}

const nth = (category: Category) => ((category - 1) % colourCount) + 1;

const dashes = [undefined, undefined, undefined, undefined, '6 3', '6 3', '2 3', '2 3'];

/** The line of a category, the nth of several equal ones (from 0): its own colour, and a dash by its place among them. */
export function categoryStyle(category: Category | undefined, index: number): LineStyle {
  return { colour: categoryColour(category), dash: dashes[index % dashes.length], width: 1.5 };
}
