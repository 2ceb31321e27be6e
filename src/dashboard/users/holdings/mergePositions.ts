import { sumOf, weightOf } from '#analytics/weights.ts';
import type { Token } from '#contract/token.ts';
import type { Wallet } from '#contract/wallet.ts';

/** A token over all wallets of a user. */
export interface MergedPosition {
  readonly token: Token;
  readonly amount: number;
  readonly total: number;
  /** Part of everything the user holds, 0..1; null where that is worth nothing. */
  readonly share: number | null;
  /** The thematics of the wallets that hold it, the largest part first. */
  readonly heldIn: readonly string[];
  /** Another token has the same symbol: only the id tells them apart. */
  readonly sharesSymbol: boolean;
}

/** What the wallets hold together: each token once, by symbol and id. `whole` is what shares are parts of. */
export function mergePositions(wallets: readonly Wallet[], whole: number): MergedPosition[] {
  const parts = wallets.flatMap(({ thematics, tokens }) =>
    tokens.map((position) => ({ ...position, thematics })),
  );
  const merged = [...Map.groupBy(parts, ({ token }) => token._id).values()].flatMap((held) => {
    const priced = held.find(({ token }) => token.price !== null) ?? held[0];
    if (priced === undefined) return [];
    const total = sumOf(held.map((part) => part.total));
    const largestFirst = held.toSorted((a, b) => b.total - a.total);
    return [
      {
        token: priced.token,
        amount: sumOf(held.map((part) => part.amount)),
        total,
        share: weightOf(total, whole),
        heldIn: [...new Set(largestFirst.map(({ thematics }) => thematics))],
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
