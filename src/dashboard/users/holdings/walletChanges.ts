import { useQueries } from '@tanstack/react-query';
import { changeOf } from '#analytics/change.ts';
import type { HistoryType } from '#contract/historyType.ts';
import type { Wallet } from '#contract/wallet.ts';
import { historyOf, historyQuery } from '../../history/queries.ts';
import { uptoNow } from '../../history/uptoNow.ts';

interface Asked {
  readonly customId: string;
  readonly wallets: readonly Wallet[];
  readonly period: HistoryType;
  /** Only an order by change needs them all; else each row in sight asks for its own. */
  readonly isWanted: boolean;
}

/** How each wallet changed over the period, by thematic, as far as it is known. */
export function useWalletChanges(asked: Asked): ReadonlyMap<string, number | null> {
  const { customId, period } = asked;
  const wallets = asked.isWanted ? asked.wallets : [];
  return useQueries({
    queries: wallets.map(({ thematics }) =>
      historyQuery(historyOf.wallet(customId, thematics), period),
    ),
    combine: (results) =>
      new Map(
        results.flatMap(({ data, isPlaceholderData }, i) => {
          const wallet = wallets[i];
          if (wallet === undefined || data === undefined || isPlaceholderData) return [];
          const totals = uptoNow(data.totals, wallet.total);
          return [[wallet.thematics, changeOf(totals)?.ratio ?? null] as const];
        }),
      ),
  });
}
