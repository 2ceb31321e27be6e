/** How many categories have a colour of their own. */
const categoryCount = 8;

/** Colours of categories, in order of use. */
export type Category = number;

/** The colour of each thing, by its place in a list; the same on every page that shows that list's things. From the ninth on they repeat. */
export function categoriesOf(things: readonly { readonly _id: string }[]): Map<string, Category> {
  return new Map(things.map(({ _id }, index) => [_id, (index % categoryCount) + 1]));
}

/**
 * The colours of the thematics one user has wallets in: their own, but as far as eight go no two share one. Where two
 * would, the earlier in the list keeps its own.
 */
export function walletCategories(
  thematics: readonly { readonly _id: string }[],
  wallets: readonly { readonly thematics: string }[],
): Map<string, Category> {
  const shown = new Set(wallets.map((wallet) => wallet.thematics));
  const taken = new Set<Category>();
  const distinct = new Map<string, Category>();
  for (const [id, wanted] of categoriesOf(thematics)) {
    if (!shown.has(id)) continue;
    const free = Array.from(
      { length: categoryCount },
      (_, i) => ((wanted - 1 + i) % categoryCount) + 1,
    );
    const category = free.find((candidate) => !taken.has(candidate)) ?? wanted;
    taken.add(category);
    distinct.set(id, category);
  }
  return distinct;
}

/** The CSS colour of a category's lines and keys; without one, a neutral ink. */
export function categoryColour(category: Category | undefined): string {
  return category === undefined ? 'var(--line-3)' : `var(--cat-${category})`;
}

/** The CSS colour of a category's tiles, under ink-1. */
export function categoryTint(category: Category | undefined): string {
  return category === undefined ? 'var(--surface-2)' : `var(--cat-${category}-tint)`;
}
