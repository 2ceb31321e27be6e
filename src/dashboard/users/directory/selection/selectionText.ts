import type { Format } from '../../../preferences/format.ts';

/** In px. */
export const selectionBarHeight = 48;

interface SelectionCounts {
  readonly count: number;
  /** All matches of the list are among them. */
  readonly all: { readonly matches: number; readonly isFiltered: boolean } | null;
}

/** `3 users selected`, `All 1,234 users that match are selected` */
export function selectedText(format: Format, { count, all }: SelectionCounts): string {
  const users = `${format.count(count, 'user')} selected`;
  if (all === null) return users;
  const matches = `All ${format.count(all.matches, 'user')}${all.isFiltered ? ' that match' : ''} are selected`;
  return all.matches === count ? matches : `${matches}, ${format.number(count)} in total`;
}
