import { sumOf, weightOf } from '#analytics/weights.ts';
import type { Wallet } from '#contract/wallet.ts';

/** A part of what a user holds; `share` of the whole, 0..1. */
export interface Slice {
  id: string;
  name: string;
  total: number;
  share: number;
}

/** Slices that belong together; the thematic whose colour they take, if there is one. */
export interface SliceGroup extends Slice {
  thematicId: string | null;
  slices: Slice[];
}

/** What a user holds, by thematic and within it by token: the largest first, without what is worth nothing. */
export function allocationByThematic(
  wallets: readonly Wallet[],
  nameOf: (thematicId: string) => string,
): SliceGroup[] {
  const whole = sumOf(wallets.map((wallet) => wallet.total));
  const groups = wallets.map((wallet) => ({
    ...slice(wallet.thematics, nameOf(wallet.thematics), wallet.total, whole),
    thematicId: wallet.thematics,
    slices: descending(
      wallet.tokens.map(({ token, total }) => slice(token._id, token.symbol, total, whole)),
    ),
  }));
  return descending(groups);
}

/** What a user holds, by token over all wallets: each token a group of its own. */
export function allocationByToken(wallets: readonly Wallet[]): SliceGroup[] {
  const whole = sumOf(wallets.map((wallet) => wallet.total));
  const positions = Map.groupBy(
    wallets.flatMap((wallet) => wallet.tokens),
    ({ token }) => token._id,
  );
  const groups = [...positions].map(([id, held]) => {
    const total = sumOf(held.map((position) => position.total));
    const one = slice(id, held[0]?.token.symbol ?? id, total, whole);
    return { ...one, thematicId: null, slices: [one] };
  });
  return descending(groups);
}

function slice(id: string, name: string, total: number, whole: number): Slice {
  return { id, name, total, share: weightOf(total, whole) ?? 0 };
}

function descending<T extends Slice>(slices: readonly T[]): T[] {
  return slices
    .filter((part) => part.total > 0)
    .toSorted((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1));
}
