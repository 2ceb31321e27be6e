import { useMemo } from 'react';
import type { Thematic } from '#contract/thematic.ts';
import { ComparePane } from '../../history/ComparePane.tsx';
import type { ComparedSource } from '../../history/compared.ts';
import { historyOf } from '../../history/queries.ts';
import { formatCount } from '../../shared/format/number.ts';
import { Loading } from '../../shared/ui/Skeleton.tsx';
import { ChangesPane } from './ChangesPane.tsx';
import classes from './Comparison.module.css';
import { OverlapPane } from './OverlapPane.tsx';

interface ComparisonProps {
  /** Two to eight; their order decides their colours. */
  readonly compared: readonly Thematic[];
  readonly onTakeOut: (thematicId: string) => void;
}

/** Levels on one scale, changes side by side, and what is held in common. */
export function Comparison({ compared, onTakeOut }: ComparisonProps) {
  const series = useSeries(compared);
  return (
    <>
      <ComparePane series={series} title={`Levels of ${formatCount(compared.length)} thematics`} />
      <ChangesPane compared={compared} onTakeOut={onTakeOut} />
      {/* The correlation of their returns will stand beside the overlap, once figures of risk are computed. */}
      <OverlapPane compared={compared} />
    </>
  );
}

/** What is drawn of them: the same list as long as they are the same, though each tick brings them anew. */
function useSeries(compared: readonly Thematic[]): readonly ComparedSource[] {
  const names = new URLSearchParams(compared.map(({ _id, name }) => [_id, name])).toString();
  return useMemo(
    () =>
      Array.from(new URLSearchParams(names), ([id, label]) => ({
        id,
        label,
        source: historyOf.thematic(id),
      })),
    [names],
  );
}

/** Stands where a comparison will stand. */
export function ComparisonSkeleton() {
  return (
    <div className={classes.room}>
      <Loading what="the comparison" />
    </div>
  );
}
