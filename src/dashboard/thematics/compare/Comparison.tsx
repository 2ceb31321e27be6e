import type { Thematic } from '#contract/thematic.ts';
import { ComparePane } from '../../history/ComparePane.tsx';
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
  const series = compared.map(({ _id, name }) => ({
    id: _id,
    label: name,
    source: historyOf.thematic(_id),
  }));
  return (
    <>
      <ComparePane series={series} title={`Levels of ${formatCount(compared.length)} thematics`} />
      <ChangesPane compared={compared} onTakeOut={onTakeOut} />
      {/* The correlation of their returns will stand beside the overlap, once figures of risk are computed. */}
      <OverlapPane compared={compared} />
    </>
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
