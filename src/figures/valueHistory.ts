import { valuesAtRecords } from '#analytics/grid.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { formatTime } from '#contract/time.ts';
import { heldOver, mergedTokens, totalsOver, walletTotals, type TokenColumns } from './heldOver.ts';
import { windowStart } from './historySpan.ts';
import {
  isNotKnown,
  orNotOffered,
  type FiguresSource,
  type NotKnown,
  type WalletSet,
} from './source.ts';

/** Value of wallets at each record of a history, and their holdings at that time. */
export interface ValueColumns {
  /** In the currency of the totals; NaN is a gap. */
  readonly totals: Float64Array;
  /** In order of token ids. */
  readonly held: readonly TokenColumns[] | NotKnown;
}

export interface ValueHistory extends ValueColumns {
  readonly dates: readonly string[];
}

/** Values of a user's wallets at the records of their common history. */
export interface WalletValues {
  readonly dates: readonly string[];
  readonly wallets: readonly (ValueColumns & { readonly thematicId: string })[];
}

const noValues: ValueHistory = { dates: [], totals: new Float64Array(0), held: [] };

/** Returns the value of all wallets, derived from their holdings or reported. */
export async function valuesOf(
  source: FiguresSource,
  set: WalletSet,
  type: HistoryType,
): Promise<ValueHistory> {
  const { holdings } = source;
  if (isNotKnown(holdings)) {
    const { times, totals } = await holdings.values(set, type);
    return { dates: Array.from(times, formatTime), totals, held: holdings };
  }
  const prices = orNotOffered(source.prices);
  const held = heldOver(prices, await holdings(set, windowStart(prices, type)), type);
  if (held === null) return noValues;
  return { dates: held.grid.dates, totals: totalsOver(held), held: mergedTokens(held) };
}

/** Returns the value of each wallet of a user, derived from its holdings or reported. */
export async function walletValuesOf(
  source: FiguresSource,
  user: string,
  type: HistoryType,
): Promise<WalletValues> {
  const { holdings } = source;
  if (isNotKnown(holdings)) {
    const { all, wallets } = await holdings.walletValues(user, type);
    return {
      dates: Array.from(all.times, formatTime),
      wallets: wallets.map(({ thematicId, ...own }) => ({
        thematicId,
        totals: valuesAtRecords(all.times, own),
        held: holdings,
      })),
    };
  }
  const prices = orNotOffered(source.prices);
  const wallets = await holdings({ user }, windowStart(prices, type));
  const held = heldOver(prices, wallets, type);
  if (held === null) return { dates: [], wallets: [] };
  return {
    dates: held.grid.dates,
    wallets: held.wallets.map((tokens, index) => ({
      thematicId: wallets[index]?.thematicId ?? '',
      totals: walletTotals(held.grid, tokens),
      held: tokens,
    })),
  };
}
