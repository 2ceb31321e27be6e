import { knownSumOf, sumOf, weightOf } from '#analytics/weights.ts';
import type { Wallet } from '#contract/wallet.ts';
import type { Category } from './categories.ts';
import type { Thematics } from './useThematics.ts';
import type { Format } from '../preferences/format.ts';
import { mergePositions } from './mergePositions.ts';

/** Part of a user's holdings. `share` is 0..1. */
export interface Slice {
  readonly id: string;
  readonly name: string;
  readonly total: number;
  readonly share: number;
  /** Thematics of its wallets, the largest part first. Empty if it combines many others. */
  readonly heldIn: readonly string[];
}

export interface SliceGroup extends Slice {
  readonly slices: readonly Slice[];
}

/** By thematic, then by token, the largest first. Omits parts that are worth nothing or whose value is not known. */
export function allocationByThematic(
  wallets: readonly Wallet[],
  nameOf: (thematicId: string) => string,
): SliceGroup[] {
  const whole = wholeOf(wallets);
  const groups = wallets.map(({ thematics, total, tokens }) => ({
    ...slice(
      { id: thematics, name: nameOf(thematics), total: total ?? 0, heldIn: [thematics] },
      whole,
    ),
    slices: descending(
      tokens.map((position) => {
        const { _id: id, symbol: name } = position.token;
        return slice({ id, name, total: position.total ?? 0, heldIn: [thematics] }, whole);
      }),
    ),
  }));
  return descending(groups);
}

export function allocationByToken(wallets: readonly Wallet[]): SliceGroup[] {
  const whole = wholeOf(wallets);
  const groups = mergePositions(wallets, whole).map(({ token, total, heldIn }) => {
    const one = slice({ id: token._id, name: token.symbol, total: total ?? 0, heldIn }, whole);
    return { ...one, slices: [one] };
  });
  return descending(groups);
}

/** Negative totals, which no area can show. */
export function belowZero(wallets: readonly Wallet[]): { count: number; sum: number } {
  const isAny = wallets.some(({ tokens }) => tokens.some(({ total }) => (total ?? 0) < 0));
  if (!isAny) return { count: 0, sum: 0 };
  const totals = mergePositions(wallets, wholeOf(wallets)).map(({ total }) => total ?? 0);
  const below = totals.filter((total) => total < 0);
  return { count: below.length, sum: sumOf(below) };
}

export function withOthers<T extends Slice>(slices: readonly T[], max: number): (T | Slice)[] {
  if (slices.length <= max) return [...slices];
  const others = slices.slice(max - 1);
  return [...slices.slice(0, max - 1), merged(others)];
}

export function merged(others: readonly Slice[]): Slice {
  return {
    id: '',
    name: `${others.length} others`,
    total: sumOf(others.map(({ total }) => total)),
    share: sumOf(others.map(({ share }) => share)),
    heldIn: [],
  };
}

function wholeOf(wallets: readonly Wallet[]): number | null {
  return knownSumOf(wallets.map((wallet) => wallet.total)).whole;
}

function slice(part: Omit<Slice, 'share'>, whole: number | null): Slice {
  return { ...part, share: weightOf(part.total, whole) ?? 0 };
}

function descending<T extends Slice>(slices: readonly T[]): T[] {
  return slices
    .filter((part) => part.total > 0)
    .toSorted((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1));
}

export interface AllocationPage extends Pick<Thematics, 'nameOf' | 'categories'> {
  readonly linkTo: (slice: Slice) => string;
}

export function categoryOf(
  { heldIn }: Pick<Slice, 'heldIn'>,
  { categories }: Pick<AllocationPage, 'categories'>,
): Category | undefined {
  const [only, ...others] = heldIn;
  return only === undefined || others.length > 0 ? undefined : categories.get(only);
}

export function sliceLabel(
  format: Format,
  slice: Slice,
  { nameOf }: Pick<AllocationPage, 'nameOf'>,
): string {
  const isThematic = slice.heldIn.length === 1 && slice.heldIn[0] === slice.id;
  const wallets =
    isThematic || slice.heldIn.length === 0 ? '' : `, in ${slice.heldIn.map(nameOf).join(', ')}`;
  return `${slice.name} ${format.share(slice.share)}${wallets}`;
}
