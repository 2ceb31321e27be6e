import { useQueries } from '@tanstack/react-query';
import type { HistoryType } from '#contract/historyType.ts';
import { changeOf } from '#analytics/change.ts';
import { useTick } from '../shared/api/polling.ts';
import { useSearchParam } from '../shared/url/searchParam.ts';
import { Change } from '../shared/ui/Change.tsx';
import { SeriesKey } from './compare/SeriesKey.tsx';
import { equalLook } from './compare/looks.ts';
import { type ComparedSource, mostCompared } from './compared.ts';
import { periodParam } from './period.ts';
import { PeriodToggle } from './PeriodToggle.tsx';
import { historyQuery } from './queries.ts';
import classes from './HistoryPane.module.css';

export interface ComparePaneProps {
  /** Up to eight; their order decides their colours. */
  readonly series: readonly ComparedSource[];
  /** What is compared, as its heading: "Levels of three thematics". */
  readonly title: string;
}

/** Several equal histories on one scale: period, and how each changed. */
export function ComparePane({ series, title }: ComparePaneProps) {
  const [period, setPeriod] = useSearchParam(periodParam);
  const tick = useTick();
  const shown = series.slice(0, mostCompared);
  const queries = useQueries({
    queries: shown.map(({ source }) => ({
      ...historyQuery(source, period),
      refetchInterval: tick,
    })),
  });
  return (
    <section aria-label={title} className={classes.pane}>
      <div className={classes.controls}>
        <PeriodToggle
          period={period}
          onChoose={(next: HistoryType) => setPeriod(next)}
          onConsider={() => undefined}
        />
      </div>
      <ul>
        {shown.map(({ id, label }, place) => {
          const columns = queries[place]?.data;
          return (
            <li key={id}>
              <SeriesKey look={equalLook(place)} />
              {label} <Change value={columns && changeOf(columns.totals)?.ratio} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
