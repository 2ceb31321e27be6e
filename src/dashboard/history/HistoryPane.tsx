import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import type { HistoryType } from '#contract/historyType.ts';
import { useTick } from '../shared/api/polling.ts';
import { ErrorPane } from '../shared/ui/ErrorPane.tsx';
import { StaleLine } from '../shared/ui/StaleLine.tsx';
import { useKeys } from '../shared/keys.ts';
import { useSearchParam } from '../shared/url/searchParam.ts';
import type { ComparedSource } from './compared.ts';
import { UnreadLine } from './data/UnreadLine.tsx';
import { HistoryFigure, HistoryFigureSkeleton } from './HistoryFigure.tsx';
import type { HistoryColumns } from './historyColumns.ts';
import { HistoryPicture, PictureSkeleton } from './HistoryPicture.tsx';
import { HistoryTable } from './HistoryTable.tsx';
import { periodParam, viewParam } from './period.ts';
import { periodKeys, PeriodToggle } from './PeriodToggle.tsx';
import { loadingWords } from './periodWords.ts';
import { historyQuery, type HistorySource } from './queries.ts';
import { type Reading, readEnd, readPoint } from './reading.ts';
import { ViewToggle } from './ViewToggle.tsx';
import classes from './HistoryPane.module.css';

export interface HistoryPaneProps {
  readonly source: HistorySource;
  /** What is drawn, as its heading: "Total of acme-treasury", "Level of DeFi". */
  readonly title: string;
  readonly unit: string | null;
  readonly change: 'Change in value' | 'Return';
  /** The figure while there is no history: the wallet's own total. */
  readonly totalNow: number | null;
  /** Why there may be no record: "No records before the first holding." */
  readonly whyEmpty: string;
  /** Beside the controls of the chart. */
  readonly tools?: ReactNode;
  /** Histories held against it, drawn in per cent or as an index. */
  readonly compare?: readonly ComparedSource[];
}

const keyWords = { '1 to 5': 'Day, week, month, year, all', t: 'Chart or table' };

/** Any history: the figure it leads to, the period, and the line or the records behind it. */
export function HistoryPane(props: HistoryPaneProps) {
  const { source, title, unit, change, totalNow, whyEmpty } = props;
  const [period, setPeriod] = useSearchParam(periodParam);
  const [view, chooseView] = useSearchParam(viewParam);
  const [point, setPoint] = useState<number | null>(null);
  const queryClient = useQueryClient();
  const query = useQuery({ ...historyQuery(source, period), refetchInterval: useTick() });
  const choose = (next: HistoryType) => {
    setPoint(null);
    setPeriod(next);
  };
  const setView = (next: typeof view) => {
    setPoint(null);
    chooseView(next);
  };
  useKeys(
    { ...periodKeys(choose), t: () => setView(view === 'table' ? 'chart' : 'table') },
    keyWords,
  );

  const columns = query.data;
  const isOld = query.isPlaceholderData;
  const retry = () => void query.refetch();
  return (
    <section aria-label={title} className={classes.pane}>
      {columns === undefined && totalNow === null ? (
        <HistoryFigureSkeleton />
      ) : (
        <HistoryFigure
          reading={readingOf(columns, { period, point, isOld, totalNow })}
          unit={unit}
          change={change}
        />
      )}
      <div className={clsx(classes.controls, isOld && classes.busy)}>
        <PeriodToggle
          period={period}
          onChoose={choose}
          onConsider={(type) => void queryClient.prefetchQuery(historyQuery(source, type))}
        />
        <span className={classes.grow} />
        {props.tools}
        <ViewToggle view={view} onChoose={setView} />
      </div>
      {columns !== undefined && query.error !== null && (
        <StaleLine
          what="The history"
          error={query.error}
          failedAt={query.errorUpdatedAt}
          shownAt={query.dataUpdatedAt}
          onRetry={retry}
        />
      )}
      {columns === undefined ? (
        query.error === null ? (
          <PictureSkeleton />
        ) : (
          <ErrorPane what="The history" error={query.error} onRetry={retry} />
        )
      ) : view === 'table' ? (
        <HistoryTable columns={columns} title={title} unit={unit} isOld={isOld} />
      ) : (
        <HistoryPicture
          {...{ columns, period, point, title, isOld }}
          whyEmpty={columns.unread === null ? whyEmpty : 'None of the records could be read.'}
          onPoint={setPoint}
        />
      )}
      {columns !== undefined && columns.unread !== null && !isOld && (
        <UnreadLine unread={columns.unread} path={source.path(period)} />
      )}
    </section>
  );
}

interface ReadingState {
  period: HistoryType;
  point: number | null;
  isOld: boolean;
  totalNow: number | null;
}

/** What the header reads; while another period is on its way its words change at once, its figures when they are there. */
function readingOf(columns: HistoryColumns | undefined, state: ReadingState): Reading {
  const { period, point, isOld, totalNow } = state;
  if (columns === undefined || columns.times.length === 0)
    return { total: totalNow, change: null, words: '' };
  if (isOld) return { ...readEnd(columns, period), words: loadingWords(period) };
  if (point !== null && point < columns.times.length) return readPoint(columns, period, point);
  return readEnd(columns, period);
}
