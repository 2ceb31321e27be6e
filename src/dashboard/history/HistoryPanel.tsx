import { Box, Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { type HistoryType, historyTypes } from '#contract/historyType.ts';
import { isNotOffered, messageOf } from '../api/errors.ts';
import { useWhyUnknown } from '../api/service.ts';
import { Chart, chartHeight } from '../chart/Chart.tsx';
import { previousMark } from '../chart/modes.ts';
import type { FigureFormats, Scene } from '../chart/scene.ts';
import { ErrorPane } from '../design/EmptyPane.tsx';
import { JsonLink } from '../design/JsonLink.tsx';
import { useKeys } from '../design/keys.ts';
import { lazyComponent } from '../design/lazyComponent.tsx';
import { NoteLine, StaleLine } from '../design/NoteLine.tsx';
import { Loading } from '../design/Panel.tsx';
import { AnswerNotes } from '../design/AnswerNotes.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import {
  type CarriedPrice,
  ComparedNotes,
  HistoryFigure,
  HistoryFigureSkeleton,
} from './HistoryFigure.tsx';
import { historyQuery } from './historyQueries.ts';
import { HistoryTable } from './HistoryTable.tsx';
import { chartTextOf, headerOf, unreadableText } from './historyText.ts';
import { HistoryToolbar } from './HistoryToolbar.tsx';
import { type HistoryWindow, useDraftedZoom, useHistoryWindow } from './historyWindow.ts';
import { loadingText, periodName, periodNames } from './periodText.ts';
import { noLineOf, StillPicture } from './StillPicture.tsx';
import type { HistoryFault } from './useHistories.ts';
import { type HistoryLines, type HistoryScene, useHistoryScene } from './useHistoryScene.ts';
import classes from './HistoryPanel.module.css';

const PreviousNote = lazyComponent(
  async () => (await import('./PreviousNote.tsx')).PreviousNote,
  <p className={classes.notes} />,
);

export interface HistoryPanelProps extends HistoryLines {
  /** The legend of the lines beside the history. */
  readonly renderLegend?: (scene: Scene | null, figures: FigureFormats) => ReactNode;
  readonly tools?: ReactNode;
  readonly title: string;
  /** Figure while there is no history. Comparisons have none. */
  readonly totalNow?: number | null;
  readonly totalPath?: string;
  readonly whyEmpty?: string;
  /** The price that is carried to the last record, if it is older than the step of its prices. */
  readonly carried?: CarriedPrice | undefined;
}

export function HistoryPanel(props: HistoryPanelProps) {
  const { title, series, valueName } = props;
  const window = useHistoryWindow();
  const [zoom, setDraft] = useDraftedZoom(window.dragged);
  const panel = useRef<HTMLElement>(null);
  const queryClient = useQueryClient();
  const shown = useHistoryScene(props, window, zoom);
  const { main, scene, faults, isOld, figures } = shown;
  usePanelKeys(window, shown.whyNoLog, panel);
  const prefetch = (period: HistoryType) => {
    for (const { source } of series) void queryClient.prefetchQuery(historyQuery(source, period));
  };
  const isAlone = series.length === 1;
  const benchmark = shown.whyNoReturn === null ? props.benchmark?.label : undefined;
  const unreadable = isAlone && !isOld ? main?.unreadable : null;
  const { chosen, period } = window;
  const path = series[0]?.source.path(period) ?? '';
  const exported =
    scene === null || isOld
      ? null
      : { ...shown, scene, title, periodName: periodName(figures.format, chosen) };
  return (
    <section
      ref={panel}
      aria-label={title}
      className={classes.panel}
      data-returns={props.returns !== undefined}
    >
      <HoverReader {...{ ...props, shown, window }} onDraft={setDraft}>
        {!(isAlone && isNotOffered(faults[0]?.error)) && (
          <HistoryToolbar
            window={{
              ...window,
              chooseMode: (mode) => window.chooseMode(mode === shown.ownMode ? null : mode),
            }}
            onConsider={prefetch}
            valueName={valueName}
            benchmark={benchmark}
            {...shown}
          >
            {props.tools}
            <ExportMenu panel={panel} exported={exported} />
          </HistoryToolbar>
        )}
        <Faults
          // Without a picture its place shows the error, so an outage is reported once.
          faults={scene === null ? otherFaults(shown, series) : faults}
          isAlone={isAlone}
        />
      </HoverReader>
      <AnswerNotes paths={series.map(({ source }) => source.path(period))} />
      {unreadable != null && (
        <NoteLine tone="warn" action={<JsonLink title={path} path={path} variant="line" />}>
          {unreadableText(figures.format, unreadable)}
        </NoteLine>
      )}
    </section>
  );
}

interface HoverReaderProps extends Omit<PictureProps, 'point' | 'onPoint'> {
  /** Rendered between figure and picture, and not again while the pointer moves. */
  readonly children: ReactNode;
}

/** Shows figure and picture at the hovered point or the selected date. */
function HoverReader({ children, ...props }: HoverReaderProps) {
  const { shown, window, series, renderLegend, totalNow = null, totalPath, carried } = props;
  const paths = [totalPath, series[0]?.source.path(window.period)].filter(
    (one) => one !== undefined,
  );
  const { main, faults, figures, asOf, isOld } = shown;
  // Without prices, total and records are reported separately.
  const isReported = useWhyUnknown('prices') !== null;
  const [pointed, setPointed] = useState<number | null>(null);
  const [view, setView] = useState(window.view);
  if (view !== window.view) {
    setView(window.view);
    setPointed(null);
  }
  const point = pointed;
  // Today's total is not that of a window that ended.
  const isEnded = (shown.part?.to ?? Infinity) !== Infinity;
  const hasFigure = main !== undefined || faults.length > 0 || (totalNow !== null && !isEnded);
  return (
    <>
      {series.length > 1 ? (
        <ComparedNotes {...{ asOf }} lines={shown.scene?.lines ?? []} format={figures.format} />
      ) : hasFigure ? (
        <HistoryFigure
          {...{ figures, asOf, paths, carried }}
          columns={shown.columns}
          hasInstants={shown.part !== null}
          loading={isOld ? loadingText(figures.format, window.chosen) : ''}
          header={headerOf(shown, { point, isOld, totalNow, isReported })}
        />
      ) : (
        <HistoryFigureSkeleton />
      )}
      {window.marks.has(previousMark.name) && shown.previous.whyNot !== undefined && (
        <PreviousNote previous={shown.previous} scene={shown.scene} figures={figures} />
      )}
      {renderLegend?.(shown.scene, figures)}
      {children}
      <Picture {...props} point={point} onPoint={setPointed} />
    </>
  );
}

interface PictureProps extends HistoryPanelProps {
  readonly shown: HistoryScene;
  readonly window: HistoryWindow;
  readonly point: number | null;
  readonly onPoint: (at: number | null) => void;
  readonly onDraft: Parameters<typeof Chart>[0]['onDraft'];
}

function Picture(props: PictureProps) {
  const { title, shown, window, whyEmpty = '', ...chart } = props;
  const { scene, main, figures, isOld, faults } = shown;
  if (scene === null || main === undefined) {
    const fault = blockingFault(shown, props);
    return fault === undefined || fault.shownAt !== null ? (
      <Box className={chartHeight} mx="var(--gutter)" py="md" opacity="var(--dim)">
        <Loading what="the history" />
        <Skeleton height="100%" />
      </Box>
    ) : (
      <ErrorPane
        what={nameOf(fault, faults, props.series.length)}
        error={fault.error}
        onRetry={() => faults.forEach(({ retry }) => retry())}
      />
    );
  }
  if (window.view === 'table') {
    return <HistoryTable {...{ shown, scene, title }} isAlone={props.series.length === 1} />;
  }
  const why = main.unreadable === null ? whyEmpty : 'No record could be read.';
  const still = noLineOf(shown, scene, {
    empty: why,
    noReturn: shown.whyNoReturn,
  });
  if (still !== null) {
    return <StillPicture {...still} onReset={window.dragged === null ? undefined : window.reset} />;
  }
  return (
    <Chart
      {...{ scene, figures, title, isOld }}
      window={{ ...window, zoom: window.dragged }}
      {...{ point: chart.point, onPoint: chart.onPoint, onDraft: chart.onDraft }}
      allTimes={shown.allTimes}
      text={chartTextOf(shown)}
    />
  );
}

/** An earlier error would be announced and then replaced. */
function blockingFault(
  { faults, main }: HistoryScene,
  { series, returns }: HistoryLines,
): HistoryFault | undefined {
  if (series.length > 1) return faults.length < series.length ? undefined : faults[0];
  const needed = main === undefined ? series[0] : returns;
  return faults.find(({ id }) => id === needed?.id);
}

function otherFaults({ faults }: HistoryScene, series: HistoryLines['series']) {
  if (series.length === 1 || faults.length < series.length) return [];
  return faults.filter((fault) => !isAlike(fault, faults[0]));
}

function isAlike(a: HistoryFault, b: HistoryFault | undefined): boolean {
  return messageOf(a.error) === messageOf(b?.error);
}

function nameOf(fault: HistoryFault, faults: readonly HistoryFault[], count: number): string {
  if (count === 1) return 'The history';
  return faults.every((one) => isAlike(one, fault)) ? 'The histories' : fault.label;
}

interface FaultsProps {
  readonly faults: readonly HistoryFault[];
  readonly isAlone: boolean;
}

function Faults({ faults, isAlone }: FaultsProps) {
  return faults.map((fault) => {
    const { id, label, error, failedAt, shownAt, retry } = fault;
    const what = isAlone && id === 'main' ? 'The history' : label;
    if (shownAt !== null) {
      return <StaleLine key={id} {...{ what, error, failedAt, shownAt }} onRetry={retry} />;
    }
    return (
      <NoteLine
        key={id}
        tone="danger"
        action={
          <button type="button" onClick={retry}>
            Retry
          </button>
        }
      >
        {what} could not be read: {messageOf(error)}
      </NoteLine>
    );
  });
}

function usePanelKeys(
  window: HistoryWindow,
  whyNoLog: string | null,
  panel: React.RefObject<HTMLElement | null>,
): void {
  const periods = historyTypes.map((type, i) => [String(i + 1), () => window.choosePeriod(type)]);
  const keys = {
    ...Object.fromEntries(periods),
    // The chart or the table: the only focusable element that is not a control.
    r: () => panel.current?.querySelector<HTMLElement>('[tabindex="0"]:not(button, a)')?.focus(),
    l: () => {
      if (whyNoLog === null) window.chooseLog(!window.isLog);
    },
    t: () => window.chooseView(window.view === 'table' ? 'chart' : 'table'),
    Escape: () => {
      if (window.dragged === null && window.measure === null) return false;
      window.reset();
      return undefined;
    },
  };
  useKeys(keys, keyTexts);
}

const keyTexts = {
  [`1 to ${historyTypes.length}`]: historyTypes
    .map((type, i) => (i === 0 ? periodNames[type] : periodNames[type].toLowerCase()))
    .join(', '),
  t: 'Chart or table',
  l: 'Log scale',
  r: 'Go to the chart',
  '← →': 'In the chart: previous or next record; also Home, End and Page keys',
  'Shift ← →': 'Select from the point; Enter zooms',
  '+ and −': 'Zoom in or out around the point',
  m: 'Measure from the point; Enter keeps the measurement',
  Enter: 'In the chart: show the page as of the record',
  Esc: 'Clear the measurement, then the zoom',
};
