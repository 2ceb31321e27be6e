/** How many categories have a colour of their own. */
const categoryCount = 8;

/** Colours of categories, in order of use. */
export type Category = number;

/** The colour of each thing, by its place in a list; the same on every page that shows that list's things. From the ninth on they repeat. */
export function categoriesOf(things: readonly { readonly _id: string }[]): Map<string, Category> {
  return new Map(things.map(({ _id }, index) => [_id, (index % categoryCount) + 1]));
}

/** The CSS colour of a category's lines and keys; without one, a neutral ink. */
export function categoryColour(category: Category | undefined): string {
  return category === undefined ? 'var(--line-3)' : `var(--cat-${category})`;
}

/** The CSS colour of a category's tiles, under ink-1. */
export function categoryTint(category: Category | undefined): string {
  return category === undefined ? 'var(--surface-2)' : `var(--cat-${category}-tint)`;
}
