import { knownSumOf, largestFirst, weightOf } from '#analytics/weights.ts';
import type { Token } from '#contract/token.ts';
import type { Wallet } from '#contract/wallet.ts';

export interface MergedPosition {
  readonly token: Token;
  /** Amount and total are null if one wallet's is not known. */
  readonly amount: number | null;
  readonly total: number | null;
  /** Share of all holdings, 0..1; null if they are worth nothing or not known. */
  readonly share: number | null;
  readonly heldIn: readonly string[];
  /** Another token has the same symbol, so only the id distinguishes them. */
  readonly sharesSymbol: boolean;
}

/** Each token once, by symbol and id. Shares are of `whole`. */
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
