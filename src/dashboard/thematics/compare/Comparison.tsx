import { useMemo } from 'react';
import type { Thematic } from '#contract/thematic.ts';
import { HistoryPanel } from '../../history/HistoryPanel.tsx';
import type { NamedSource } from '../../history/historyQueries.ts';
import { historyOf } from '../../history/historyQueries.ts';
import { useFormat } from '../../preferences/format.ts';
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
  const format = useFormat();
  const series = useSeries(compared);
  return (
    <>
      <HistoryPanel
        series={series}
        title={`Levels of ${format.number(compared.length)} thematics`}
        unit={null}
        isPublic
      />
      <ChangesPane compared={compared} onTakeOut={onTakeOut} />
      {/* The correlation of their returns will stand beside the overlap, once figures of risk are computed. */}
      <OverlapPane compared={compared} />
    </>
  );
}

/** What is drawn of them: the same list as long as they are the same, though each tick brings them anew. */
function useSeries(compared: readonly Thematic[]): readonly NamedSource[] {
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
  return <div className={classes.room} />;
}
