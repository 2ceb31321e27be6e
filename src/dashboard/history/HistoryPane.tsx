import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react';
import type { HistoryType } from '#contract/historyType.ts';
import { useTick } from '../shared/api/polling.ts';
import { ErrorPane } from '../shared/ui/ErrorPane.tsx';
import { StaleLine } from '../shared/ui/StaleLine.tsx';
import { useSearchParam } from '../shared/url/searchParam.ts';
import { boxOf } from './compare/boxOf.tsx';
import { ComparedFaults } from './compare/ComparedFaults.tsx';
import { benchmarkLookOf } from './compare/looks.ts';
import { useCompared } from './compare/useCompared.ts';
import type { ComparedSource } from './compared.ts';
import type { HistoryData } from './data/readRecords.ts';
import { UnreadLine } from './data/UnreadLine.tsx';
import { ExportMenu } from './export/ExportMenu.tsx';
import { HistoryFigure, HistoryFigureSkeleton } from './HistoryFigure.tsx';
import { HistoryPicture, PictureSkeleton } from './HistoryPicture.tsx';
import { HistoryTable } from './HistoryTable.tsx';
import { useChartKeys } from './gestures/pageKeys.ts';
import { viewParam } from './period.ts';
import { historyQuery, type HistorySource } from './queries.ts';
import { readHeader } from './readHeader.ts';
import { useHistoryScene } from './scene/historyScene.ts';
import { figuresOf } from './told/figures.ts';
import { LogToggle } from './toolbar/LogToggle.tsx';
import { ModeToggle } from './toolbar/ModeToggle.tsx';
import { Toolbar } from './toolbar/Toolbar.tsx';
import { useDraftedZoom } from './window/draft.ts';
import { useHistoryWindow } from './window/historyWindow.ts';
import classes from './HistoryPane.module.css';

export interface HistoryPaneProps {
  readonly source: HistorySource;
  /** What is drawn, as its heading: "Total of acme-treasury", "Level of DeFi". */
  readonly title: string;
  readonly unit: string | null;
  /** A thematic's level gives returns, and is no secret; a wallet's value changes. */
  readonly change: 'Change in value' | 'Return';
  /** The figure while there is no history: the wallet's own total. */
  readonly totalNow: number | null;
  /** Why there may be no record: "No records before the first holding." */
  readonly whyEmpty: string;
  /** Beside the controls of the chart. */
  readonly tools?: ReactNode;
  /**
   * Its return (`ownLine`) and the histories that is held against, drawn in its place, in per cent or as an index. The same list
   * at each render, or the lines are drawn again.
   */
  readonly compare?: readonly ComparedSource[];
}

const nothing: readonly ComparedSource[] = [];

/** Any history: the figure it leads to, the period, and the line or the records behind it. */
export function HistoryPane(props: HistoryPaneProps) {
  const { source, title, unit, change, totalNow, whyEmpty } = props;
  const isPublic = change === 'Return';
  const valueName = isPublic ? 'Level' : 'Value';
  const window = useHistoryWindow();
  const [view, chooseView] = useSearchParam(viewParam);
  const [point, setPoint] = useState<number | null>(null);
  const [zoom, setDraft] = useDraftedZoom(window.zoom);
  const pane = useRef<HTMLElement>(null);
  const queryClient = useQueryClient();
  const query = useQuery({ ...historyQuery(source, window.period), refetchInterval: useTick() });
  const setView = (next: typeof view) => {
    setPoint(null);
    chooseView(next);
  };
  const compared = useCompared(props.compare ?? nothing, window.period, benchmarkLookOf);
  const { columns, isOfAnother } = useRead(query, window.period);
  const told = useHistoryScene(columns, {
    window: { ...window, zoom },
    isPublic,
    label: valueName,
    compared: (props.compare ?? nothing).length === 0 ? null : compared.lines,
  });
  useChartKeys(window, { pane, whyNoLog: told.whyNoLog, view, onView: setView });

  const isOld = isOfAnother || compared.isOld;
  const figures = figuresOf({ isPublic });
  const retry = () => void query.refetch();
  const read = { period: window.period, isZoomed: zoom !== null, figures };
  const { reading, drawn, speak, measure } = readHeader(told.shown, {
    ...read,
    point,
    isOld,
    totalNow,
  });
  return (
    <section ref={pane} aria-label={title} className={classes.pane}>
      {columns === undefined && query.error === null && totalNow === null ? (
        <HistoryFigureSkeleton />
      ) : (
        <HistoryFigure {...{ reading, unit, change, figures, drawn }} />
      )}
      <Toolbar
        {...{ window, view }}
        onView={setView}
        onConsider={(type) => void queryClient.prefetchQuery(historyQuery(source, type))}
        isBusy={isOld}
        tools={props.tools}
        actions={
          <ExportMenu
            pane={pane}
            exported={
              columns === undefined || told.shown === null || isOld
                ? null
                : {
                    title,
                    unit,
                    period: window.period,
                    scene: told.shown.scene,
                    asOf: columns.times.at(-1) ?? NaN,
                  }
            }
          />
        }
      >
        <ModeToggle
          mode={told.mode}
          onChoose={window.chooseMode}
          valueName={valueName}
          unavailable={told.unavailable}
        />
        <LogToggle isLog={window.isLog} onChoose={window.chooseLog} unavailable={told.whyNoLog} />
      </Toolbar>
      {columns !== undefined && query.error !== null && (
        <StaleLine
          what="The history"
          error={query.error}
          failedAt={query.errorUpdatedAt}
          shownAt={query.dataUpdatedAt}
          onRetry={retry}
        />
      )}
      <ComparedFaults faults={compared.faults} />
      {columns === undefined || told.shown === null ? (
        query.error === null ? (
          <PictureSkeleton />
        ) : (
          <ErrorPane what="The history" error={query.error} onRetry={retry} />
        )
      ) : view === 'table' ? (
        <HistoryTable {...told.shown} {...{ title, unit, figures, isOld }} />
      ) : (
        <HistoryPicture
          {...{ ...told.shown, window, point, title, isOld, speak, measure }}
          whyEmpty={columns.unread === null ? whyEmpty : 'None of the records could be read.'}
          period={window.period}
          wholeTimes={columns.times}
          onPoint={setPoint}
          onDraft={setDraft}
          box={boxOf(told.shown.scene)}
        />
      )}
      {columns !== undefined && columns.unread !== null && !isOld && (
        <UnreadLine unread={columns.unread} path={source.path(window.period)} />
      )}
    </section>
  );
}

/**
 * The history that was read last, drawn in pieces between which the page goes on, however long it is. Until the one of the
 * chosen period is drawn, what stands there is of another.
 */
function useRead({ data, isPlaceholderData }: UseQueryResult<HistoryData>, period: HistoryType) {
  const read = useMemo(
    () => ({ columns: data, period: isPlaceholderData ? null : period }),
    [data, isPlaceholderData, period],
  );
  const drawn = useDeferredValue(read);
  return { columns: drawn.columns, isOfAnother: drawn.period !== period };
}
