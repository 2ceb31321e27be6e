import type { Wallet } from '#contract/wallet.ts';
import type { SortWords } from '../../shared/ui/SortChoice.tsx';
import type { WalletColumn, WalletSort } from './params.ts';

/** The orders offered where there is no room for a head of columns. */
export const walletSortWords: readonly SortWords<WalletColumn>[] = [
  { by: 'total', order: 'descending', words: 'Largest first' },
  { by: 'total', order: 'ascending', words: 'Smallest first' },
  { by: 'thematic', order: 'ascending', words: 'By name' },
  { by: 'change', order: 'descending', words: 'Rose most' },
  { by: 'change', order: 'ascending', words: 'Fell most' },
];

interface Known {
  readonly nameOf: (thematicId: string) => string;
  /** Change over the period by thematic; null or absent where it is not known. */
  readonly changes: ReadonlyMap<string, number | null>;
}

/** Wallets in the order asked for; equals by name, and what is not known at the end whichever way. */
export function arrangeWallets(
  wallets: readonly Wallet[],
  { by, order }: WalletSort,
  { nameOf, changes }: Known,
): Wallet[] {
  const sign = order === 'ascending' ? 1 : -1;
  const byName = (a: Wallet, b: Wallet) =>
    nameOf(a.thematics).localeCompare(nameOf(b.thematics), 'en') ||
    (a.thematics < b.thematics ? -1 : 1);
  if (by === 'thematic') return wallets.toSorted((a, b) => sign * byName(a, b));
  const figureOf = (wallet: Wallet): number | null => {
    if (by === 'change') return changes.get(wallet.thematics) ?? null;
    return by === 'positions' ? wallet.tokens.length : wallet.total;
  };
  return wallets.toSorted((a, b) => {
    const [x, y] = [figureOf(a), figureOf(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null) || byName(a, b);
    return sign * (x - y) || byName(a, b);
  });
}
