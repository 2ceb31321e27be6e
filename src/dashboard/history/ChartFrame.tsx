import { lazy, type ReactNode, Suspense, useMemo, useRef } from 'react';
import { clsx } from 'clsx';
import type { HistoryType } from '#contract/historyType.ts';
import hidden from '../shared/ui/Hidden.module.css';
import { useSize } from '../shared/ui/size.ts';
import { ChartCursor } from './ChartCursor.tsx';
import { spanOfBand } from './gestures/band.ts';
import { MeasureLabel, Stretch, ZoomLabel } from './gestures/Bands.tsx';
import { type Gestured, useChartGestures } from './gestures/chartGestures.ts';
import { nearestRecord } from './historyColumns.ts';
import { plotOf } from './plot.ts';
import { dateTag } from './reading.ts';
import { dotsAt } from './scene/dots.ts';
import type { Scene } from './scene/scene.ts';
import type { Span } from './window/params.ts';
import classes from './ChartFrame.module.css';

// Recharts is the heaviest thing there is: its own chunk, asked for when a history is first shown.
const HistoryChart = lazy(async () => ({
  default: (await import('./HistoryChart.tsx')).HistoryChart,
}));

export interface ChartFrameProps extends Omit<Gestured, 'left' | 'times'> {
  readonly scene: Scene;
  readonly period: HistoryType;
  readonly title: string;
  /** The lines of another period, dimmed until the chosen one is there. */
  readonly isOld: boolean;
  /** A point in one sentence, for those who listen. */
  readonly speak: (at: number) => string;
  /** What is written above a measured stretch: the difference first, its length last. */
  readonly measure: (span: Span) => readonly string[];
  /** Beside the guideline, where there is more to read than a header holds. */
  readonly box?:
    | ((at: number | null, measured: Span | null, place: BoxPlace) => ReactNode)
    | undefined;
}

/** Where the guideline stands in the frame, and how wide that is. */
export interface BoxPlace {
  readonly x: number;
  readonly width: number;
}

/** The chart with what moves over it: pointer and keyboard read points, zoom and measure. */
export function ChartFrame(props: ChartFrameProps) {
  const { scene, period, point, title, isOld, speak, measure } = props;
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const plot = useMemo(() => (size === null ? null : plotOf(scene, size)), [scene, size]);
  const left = () => (frame.current?.getBoundingClientRect().left ?? 0) + (plot?.margin.left ?? 0);
  const { times } = scene;
  const { band, handlers } = useChartGestures(plot, isOld, { ...props, times, left });

  const at = point === null || isOld ? undefined : times[nearestRecord(times, point)];
  const selected = band && spanOfBand(band, times);
  const measuring =
    band === null ? props.window.measure : band.kind === 'measure' ? selected : null;
  const isShown = measuring !== null && !isOld && overlaps(measuring, scene);
  const x = plot === null || at === undefined ? 0 : plot.margin.left + plot.x(at);
  const words = isShown ? measure(measuring) : [];
  return (
    <div className={classes.around}>
      {plot !== null &&
        props.box?.(at ?? null, isShown ? measuring : null, {
          x,
          width: plot.margin.left + plot.width,
        })}
      <div
        ref={frame}
        className={clsx(classes.frame, isOld && classes.old)}
        role="application"
        aria-roledescription="chart"
        aria-label={`${title}: ${keysInWords}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard reads its points
        tabIndex={0}
        {...handlers}
      >
        {plot !== null && isShown && <Stretch plot={plot} span={measuring} kind="measure" />}
        {plot !== null && band?.kind === 'zoom' && selected !== null && (
          <Stretch plot={plot} span={selected} kind="zoom" />
        )}
        <div className={classes.drawing} data-labelled={isShown || band?.kind === 'zoom'}>
          <Suspense fallback={null}>
            {plot !== null && <HistoryChart scene={scene} plot={plot} />}
          </Suspense>
        </div>
        {plot !== null && at !== undefined && (
          <ChartCursor
            x={x}
            dots={dotsAt(scene, plot, at)}
            width={plot.margin.left + plot.width}
            tag={dateTag(period, at)}
          />
        )}
        {plot !== null && band?.kind === 'zoom' && selected !== null && (
          <ZoomLabel plot={plot} span={selected} />
        )}
        {plot !== null && isShown && (
          <MeasureLabel
            plot={plot}
            span={measuring}
            words={words}
            tags={[dateTag(period, measuring.from), dateTag(period, measuring.to)]}
          />
        )}
        <output className={hidden.hidden}>
          {at === undefined ? '' : speak(at)}
          {band?.kind === 'zoom' && selected !== null && ', selected'}
          {isShown && `. Measured: ${words.join(', ')}`}
        </output>
      </div>
    </div>
  );
}

const keysInWords =
  'arrow keys, Home, End and Page keys read the records, with Shift they select, Enter zooms, m measures, Escape takes back';

function overlaps(span: Span, { from, to }: Span): boolean {
  return span.to > from && span.from < to;
}
