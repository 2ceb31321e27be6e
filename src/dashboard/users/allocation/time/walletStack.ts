import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { HistoryType } from '#contract/historyType.ts';
import type { Wallet } from '#contract/wallet.ts';
import { historyOf, historyQuery } from '../../../history/historyQueries.ts';
import type { AllocationPage } from '../sliceWords.ts';
import { type Layer, mostLayers, othersOf, type Stack, stackOf, totalsAt } from './stack.ts';

/** A stack on its way: what is there of it, what went wrong, and how to ask again. */
export interface StackRead {
  readonly stack: Stack | undefined;
  readonly error: Error | null;
  /** It is that of the period before. */
  readonly isOld: boolean;
  readonly retry: () => void;
}

interface Asked extends Pick<AllocationPage, 'nameOf' | 'categories'> {
  readonly customId: string;
  readonly wallets: readonly Wallet[];
  readonly period: HistoryType;
  readonly isWanted: boolean;
}

/**
 * What the wallets of a user were worth over a period: their own histories, as far as there are colours, and the rest of
 * the user's. The interface alone tells this, and the chart and the table of wallets ask for the same.
 */
export function useWalletStack(asked: Asked): StackRead {
  const { customId, wallets, period, isWanted, nameOf, categories } = asked;
  const isMany = wallets.length > mostLayers;
  const named = useMemo(
    () =>
      wallets
        .toSorted((a, b) => b.total - a.total)
        .slice(0, isMany ? mostLayers - 1 : mostLayers)
        .map(({ thematics }) => thematics),
    [wallets, isMany],
  );
  const whole = useQuery({
    ...historyQuery(historyOf.user(customId), period),
    enabled: isWanted,
  });
  const parts = useQueries({
    queries: (isWanted ? named : []).map((id) => ({
      ...historyQuery(historyOf.wallet(customId, id), period),
    })),
  });
  const known = parts.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const isThere = whole.data !== undefined && known.length === named.length;
  const layers = named.flatMap((id, i): Layer[] => {
    const history = known[i];
    if (!isThere || history === undefined || whole.data === undefined) return [];
    const totals = totalsAt(whole.data.times, history);
    return [{ id, name: nameOf(id), category: categories.get(id), totals }];
  });
  const all = [whole, ...parts];
  return {
    stack:
      isThere && whole.data !== undefined
        ? stackOf(
            whole.data.times,
            isMany
              ? [...layers, othersOf(whole.data.totals, layers, wallets.length - named.length)]
              : layers,
          )
        : undefined,
    error: all.find(({ error }) => error !== null)?.error ?? null,
    isOld: all.some(({ isPlaceholderData }) => isPlaceholderData),
    retry: () => {
      for (const { error, refetch } of all) if (error !== null) void refetch();
    },
  };
}
