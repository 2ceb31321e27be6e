import { knownSumOf, largestFirst, weightOf } from '#analytics/weights.ts';
import type { Token } from '#contract/token.ts';
import type { Wallet } from '#contract/wallet.ts';

/** A token over all wallets of a user. */
export interface MergedPosition {
  readonly token: Token;
  /** null where that in one of the wallets is not known; the total too. */
  readonly amount: number | null;
  readonly total: number | null;
  /** Part of everything the user holds, 0..1; null where that is worth nothing, or not known. */
  readonly share: number | null;
  /** The thematics of the wallets that hold it, the largest part first. */
  readonly heldIn: readonly string[];
  /** Another token has the same symbol: only the id tells them apart. */
  readonly sharesSymbol: boolean;
}

/** What the wallets hold together: each token once, by symbol and id. `whole` is what shares are parts of. */
export function mergePositions(wallets: readonly Wallet[], whole: number | null): MergedPosition[] {
  const parts = wallets.flatMap(({ thematics, tokens }) =>
    tokens.map((position) => ({ ...position, thematics })),
  );
  const merged = [...Map.groupBy(parts, ({ token }) => token._id).values()].flatMap((held) => {
    const priced = held.find(({ token }) => token.price !== null) ?? held[0];
    if (priced === undefined) return [];
    const total = knownSumOf(held.map((part) => part.total)).whole;
    const ordered = held.toSorted((a, b) => largestFirst(a.total, b.total));
    return [
      {
        token: priced.token,
        amount: knownSumOf(held.map((part) => part.amount)).whole,
        total,
        share: weightOf(total, whole),
        heldIn: [...new Set(ordered.map(({ thematics }) => thematics))],
      },
    ];
  });
  const symbols = Map.groupBy(merged, ({ token }) => token.symbol);
  return merged
    .map((position) => ({
      ...position,
      sharesSymbol: (symbols.get(position.token.symbol)?.length ?? 0) > 1,
    }))
    .toSorted(({ token: a }, { token: b }) => compare(a.symbol, b.symbol) || compare(a._id, b._id));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
