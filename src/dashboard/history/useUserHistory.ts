import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Thematic } from '#contract/thematic.ts';
import { parseTime } from '#contract/time.ts';
import type { SceneEvent } from '../chart/scene.ts';
import { useBenchmark } from '../portfolio/benchmark.ts';
import { walletQueries } from '../portfolio/userQueries.ts';
import { useFormat } from '../preferences/format.ts';
import { useAsOf } from '../url/asOf.ts';
import { historyOf } from './historyQueries.ts';
import { useBenchmarkSource } from './useBenchmarkSource.ts';
import type { HistoryLines } from './useHistoryScene.ts';

interface WalletOf {
  readonly thematicId: string;
  readonly thematic: Pick<Thematic, '_id' | 'name' | 'backfilledUntil'> | undefined;
}

/** The value with its statements, the time-weighted return, and the benchmark of the page. */
export function useUserHistory(customId: string, wallet?: WalletOf): HistoryLines {
  const thematicId = wallet?.thematicId;
  const asOf = useAsOf();
  const benchmark = useBenchmarkSource(
    useBenchmark({ user: customId, thematic: thematicId }),
    wallet?.thematic,
  );
  const events = useStatementEvents(customId, thematicId);
  const lines = useMemo((): HistoryLines => {
    const source =
      thematicId === undefined
        ? historyOf.user(customId, asOf)
        : historyOf.wallet(customId, thematicId, asOf);
    return {
      series: [{ id: 'main', label: 'Value', source }],
      returns: {
        id: 'returns',
        label: thematicId === undefined ? 'Return' : 'Wallet return',
        source: historyOf.returns(customId, thematicId, asOf),
      },
      benchmark,
      valueName: 'Value',
    };
  }, [customId, thematicId, benchmark, asOf]);
  return { ...lines, events };
}

/** Instants when holdings changed by a statement, not by prices. */
function useStatementEvents(customId: string, thematicId: string | undefined): SceneEvent[] {
  const { data } = useQuery(walletQueries.statements(customId));
  const format = useFormat();
  return useMemo(
    () =>
      (data ?? [])
        .filter(({ status }) => status === 'current' || status === 'earlier')
        .filter(({ thematics }) => thematicId === undefined || thematics === thematicId)
        .map(({ at, tokens: { length } }) => {
          const positions = format.count(length, 'position');
          const what = length === 0 ? 'wallet closed' : `holdings recorded, ${positions}`;
          return { at: parseTime(at), label: `${format.dateTime(at)}: ${what}` };
        }),
    [data, thematicId, format],
  );
}
