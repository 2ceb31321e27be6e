import { type ReactNode, useMemo } from 'react';
import type { Thematic } from '#contract/thematic.ts';
import type { ComparedSource } from '../history/compared.ts';
import { historyOf } from '../history/queries.ts';
import { ToggleChip } from '../shared/ui/ToggleChip.tsx';
import { choiceParam, useSearchParam } from '../shared/url/searchParam.ts';

/** `?benchmark=none` leaves the thematic's line out of the wallet's chart. */
const benchmarkParam = choiceParam('benchmark', ['thematic', 'none'], 'thematic');

/** The thematic as the line a wallet's is held against, and the chip that turns it on and off. */
export function useBenchmark(thematic: Thematic | undefined): {
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
        : [{ id, label, source: historyOf.thematic(id) }],
    [id, label, benchmark],
  );
  return {
    compare,
    tools: thematic !== undefined && (
      <ToggleChip
        isOn={benchmark === 'thematic'}
        onToggle={(isOn) => setBenchmark(isOn ? 'thematic' : 'none')}
        title="Both from the start of the window. A wallet’s change in value is no return: deposits are not known."
      >
        {label}
      </ToggleChip>
    ),
  };
}
