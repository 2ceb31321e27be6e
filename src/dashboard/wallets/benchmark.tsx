import { type ReactNode, useMemo } from 'react';
import type { Thematic } from '#contract/thematic.ts';
import { type ComparedSource, ownLine } from '../history/compared.ts';
import { historyOf } from '../history/queries.ts';
import { ToggleChip } from '../shared/ui/ToggleChip.tsx';
import { choiceParam, useSearchParam } from '../shared/url/searchParam.ts';

/** `?benchmark=none` leaves the thematic's line out of the wallet's chart. */
const benchmarkParam = choiceParam('benchmark', ['thematic', 'none'], 'thematic');

/** The return of a wallet beside its thematic, and the chip that turns them on and off. */
export function useBenchmark(
  customId: string,
  thematic: Thematic | undefined,
): {
  readonly compare: readonly ComparedSource[];
  readonly tools: ReactNode;
} {
  const [benchmark, setBenchmark] = useSearchParam(benchmarkParam);
  const id = thematic?._id;
  const label = thematic === undefined ? '' : `${thematic.name} thematic`;
  const compare = useMemo(
    () =>
      id === undefined || benchmark === 'none'
        ? []
        : [
            { id: ownLine, label: 'Wallet return', source: historyOf.walletReturn(customId, id) },
            { id, label, source: historyOf.thematic(id) },
          ],
    [customId, id, label, benchmark],
  );
  return {
    compare,
    tools: thematic !== undefined && (
      <ToggleChip
        isOn={benchmark === 'thematic'}
        onToggle={(isOn) => setBenchmark(isOn ? 'thematic' : 'none')}
        title="Time-weighted returns, both from the start of the window: deposits and withdrawals are left out."
      >
        {label}
      </ToggleChip>
    ),
  };
}
