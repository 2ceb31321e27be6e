import type { Category } from '../../portfolio/categories.ts';
import type { Format } from '../../preferences/format.ts';
import type { Slice } from './allocation.ts';

/** What the pictures of an allocation need to know of the page around them. */
export interface AllocationPage {
  readonly categories: ReadonlyMap<string, Category>;
  readonly nameOf: (thematicId: string) => string;
  /** Where a slice leads: to its wallet, or to the positions where it is in several or stands for several. */
  readonly linkTo: (slice: Slice) => string;
}

/** The colour of a slice is that of its thematic; of what lies in several, or in none, there is none. */
export function categoryOf(
  { heldIn }: Slice,
  { categories }: AllocationPage,
): Category | undefined {
  const [only, ...others] = heldIn;
  return only === undefined || others.length > 0 ? undefined : categories.get(only);
}

/** “ETH 13.1 %, in Layer 1”: what is seen on its tile, and where it is held; of a thematic only its name. */
export function sliceWords(
  format: Format,
  slice: Slice,
  { nameOf }: Pick<AllocationPage, 'nameOf'>,
): string {
  const isThematic = slice.heldIn.length === 1 && slice.heldIn[0] === slice.id;
  const wallets =
    isThematic || slice.heldIn.length === 0 ? '' : `, in ${slice.heldIn.map(nameOf).join(', ')}`;
  return `${slice.name} ${format.share(slice.share)}${wallets}`;
}
