import { Skeleton, VisuallyHidden } from '@mantine/core';
import { clsx } from 'clsx';
import { lazy, Suspense, useMemo, useRef } from 'react';
import { useSize } from '../design/size.ts';
import { directionOf } from '../preferences/figures.ts';
import { ChartCursor, Stretch } from './Overlay.tsx';
import { dateAt, figuresAt, pointsBetween } from './lineFigures.ts';
import { isRolling, modeTraits } from './modes.ts';
import { type Plot, plotOf } from './plot.ts';
import {
  colourOf,
  figureAt,
  type FigureFormats,
  isMoved,
  type LineStyle,
  type Scene,
  type Span,
} from './scene.ts';
import { recordKeysText, type ChartSelection, spanOf } from './selection.ts';
import { nearestRecord } from './series.ts';
import { type GestureProps, useChartGestures } from './useChartGestures.ts';
import classes from './Chart.module.css';

// Recharts is the heaviest library: a separate chunk, loaded with the first history.
const LinesChart = lazy(async () => ({ default: (await import('./LinesChart.tsx')).LinesChart }));

export interface ChartProps extends Omit<GestureProps, 'left' | 'times'> {
  readonly scene: Scene;
  readonly figures: FigureFormats;
  readonly title: string;
  readonly isOld: boolean;
  readonly text: ChartText;
}

export interface ChartText {
  readonly tag: (at: number) => string;
  readonly span: (span: Span) => string;
  readonly point: (at: number) => string;
  readonly measure: (span: Span) => readonly string[];
}

export function Chart(props: ChartProps) {
  const { scene, figures, point, title, isOld, text } = props;
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const plot = useMemo(
    () => (size === null ? null : plotOf(scene, size, figures)),
    [scene, size, figures],
  );
  const left = () => (frame.current?.getBoundingClientRect().left ?? 0) + (plot?.margin.left ?? 0);
  const { times } = scene;
  const { selection, handlers } = useChartGestures(plot, isOld, { ...props, times, left });
  const stretch = selection && spanOf(selection, times);
  const stretchShown = selection === null ? props.window.measure : stretch;
  const selected = useSelected(
    selection?.kind ?? 'measure',
    stretchShown !== null && !isOld && overlaps(stretchShown, scene) ? stretchShown : null,
  );
  const measured = selected?.kind === 'measure' ? selected : null;
  const at = point === null || isOld ? undefined : times[nearestRecord(times, point)];
  const x = plot === null || at === undefined ? 0 : plot.margin.left + plot.x(at);
  const parts =
    selected?.kind === 'zoom' ? [text.span(selected)] : selected ? text.measure(selected) : [];
  return (
    <div className={classes.around}>
      {plot !== null && scene.lines.length > 1 && (
        <FigureBox
          {...{ scene, figures, x }}
          tag={text.tag}
          at={at ?? measured?.to ?? null}
          since={at === undefined ? (measured?.from ?? null) : null}
          width={plot.margin.left + plot.width}
        />
      )}
      <div
        ref={frame}
        className={clsx(classes.frame, isOld && classes.old)}
        role="application"
        aria-roledescription="chart"
        aria-label={`${title}: ${keysText}`}
        aria-busy={plot === null}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys move through its records
        tabIndex={0}
        {...handlers}
      >
        <div className={classes.drawing} data-labelled={selected !== null}>
          <Suspense fallback={<Skeleton height="100%" />}>
            {plot === null ? (
              <Skeleton height="100%" />
            ) : (
              <LinesChart {...{ scene, plot, figures, selected }} />
            )}
          </Suspense>
        </div>
        {plot !== null && at !== undefined && (
          <ChartCursor
            x={x}
            dots={dotsAt(scene, plot, at)}
            width={plot.margin.left + plot.width}
            tag={text.tag(at)}
          />
        )}
        {plot !== null && selected !== null && (
          <Stretch {...{ plot, parts }} {...selected} tag={text.tag} />
        )}
        <output>
          <VisuallyHidden>
            {at === undefined ? '' : text.point(at)}
            {selected?.kind === 'zoom' && ', selected'}
            {measured !== null && `. Measured: ${parts.join(', ')}`}
          </VisuallyHidden>
        </output>
      </div>
    </div>
  );
}

export const chartHeight = classes.picture ?? '';

const keysText = `${recordKeysText}, Enter shows the page as of the record, with Shift they select and Enter zooms, m measures, Escape cancels`;

/** Keeps the same object for the same stretch: a new one renders the chart again. */
function useSelected(kind: ChartSelection['kind'], stretch: Span | null) {
  const { from, to } = stretch ?? {};
  return useMemo(
    () => (from === undefined || to === undefined ? null : { kind, from, to }),
    [kind, from, to],
  );
}

function dotsAt(scene: Scene, plot: Plot, at: number) {
  return scene.lines.flatMap((line) => {
    const figure = figureAt(line, at);
    if (Number.isNaN(figure)) return [];
    const y = plot.margin.top + plot.y(figure);
    return [{ id: line.id, y, colour: colourOf(line, scene) }];
  });
}

function overlaps(span: Span, { from, to }: Span): boolean {
  return span.to > from && span.from < to;
}

interface FigureBoxProps {
  readonly scene: Scene;
  readonly figures: FigureFormats;
  readonly at: number | null;
  /** Start of the changes; null for the base of the lines. */
  readonly since: number | null;
  /** Position of the guideline in the frame, and width of the frame, in px. */
  readonly x: number;
  readonly width: number;
  readonly tag: ChartText['tag'];
}

function FigureBox({ scene, figures, at, since, x, width, tag }: FigureBoxProps) {
  const shownAt = at ?? scene.times.at(-1) ?? NaN;
  const rows = figuresAt(scene, shownAt, since);
  const difference = pointsBetween(rows);
  const hasFigure = !modeTraits[scene.mode].isChange;
  // A rolling figure has no change since the start.
  const hasChange = !isRolling(scene.mode);
  const isLeft = x > width / 2;
  return (
    <table
      aria-hidden
      className={clsx(classes.box, at === null && classes.idle, isLeft && classes.left)}
      style={{ left: x }}
    >
      <tbody>
        {rows.map(({ line, figure, change }) => (
          <tr key={line.id}>
            <td className={clsx(classes.name, isMoved(line) && classes.dated)}>
              <LineKey style={line.style} />
              {isMoved(line) ? (
                <>
                  <span>{line.label}, </span>
                  {tag(dateAt(line, shownAt))}
                </>
              ) : (
                line.label
              )}
            </td>
            {hasFigure && <td>{figures.modes[scene.mode].full(figure)}</td>}
            {hasChange && (
              <td data-direction={directionOf(figures.change(change))}>{figures.change(change)}</td>
            )}
          </tr>
        ))}
        {hasChange && difference !== null && (
          <tr className={classes.difference}>
            <td>Difference</td>
            <td>{figures.points(difference)}</td>
            {hasFigure && <td>points</td>}
          </tr>
        )}
      </tbody>
    </table>
  );
}

export function LineKey({ style }: { readonly style: LineStyle }) {
  return (
    <svg className={classes.key} viewBox="0 0 14 8" aria-hidden>
      <path d="M0 4H14" stroke={style.colour} strokeDasharray={style.dash} strokeWidth={2} />
    </svg>
  );
}
