import { type ReactElement, useId } from 'react';
import { ReferenceArea, ReferenceLine } from 'recharts';
import { formatDuration } from '../preferences/instants.ts';
import { Axes } from './Axes.tsx';
import { modeTraits } from './modes.ts';
import type { Plot } from './plot.ts';
import type { FigureFormats, Scene, SceneLine, Span } from './scene.ts';
import type { ChartSelection } from './selection.ts';
import { Shades } from './Shades.tsx';
import { textWidth } from './textWidth.ts';
import classes from './LinesChart.module.css';

export type SelectedSpan = Span & Pick<ChartSelection, 'kind'>;

interface BackdropProps {
  readonly scene: Scene;
  readonly plot: Plot;
  readonly figures: FigureFormats;
  readonly selected: SelectedSpan | null;
  /** Labels that those of gaps avoid. */
  readonly occupied: readonly LabelPosition[];
}

/** Parts behind the lines, most of which Recharts places. */
export function Backdrop({ scene, plot, figures, selected, occupied }: BackdropProps) {
  const [line] = scene.lines;
  return (
    <>
      <Axes plot={plot} isLog={scene.isLog} formatTick={figures.modes[scene.mode].tick} />
      <BaseLine scene={scene} />
      {line !== undefined && <Gaps gaps={line.gaps} {...{ plot, occupied }} />}
      <Shades scene={scene} plot={plot} />
      {selected !== null && <SelectedArea selected={selected} plot={plot} />}
      <Events scene={scene} plot={plot} />
    </>
  );
}

function BaseLine({ scene }: Pick<BackdropProps, 'scene'>) {
  const base = modeTraits[scene.mode].base;
  const y = base ?? scene.lines[0]?.shown.find(Number.isFinite);
  if (y === undefined) return null;
  return (
    <ReferenceLine
      y={y}
      stroke="var(--line-3)"
      {...(base === null ? { strokeDasharray: '3 3' } : {})}
      shapeRendering="crispEdges"
      zIndex={0}
    />
  );
}

/** Minimum width in px of a gap with a label. */
const gapLabelRoom = 40;
const lineHeight = 16;
/** Half the label of an extreme plus its spacing, in px. */
const extremeRoom = 40;

export interface LabelPosition {
  readonly x: number;
  readonly y: number;
}

type GapsProps = Pick<SceneLine, 'gaps'> & Pick<BackdropProps, 'plot' | 'occupied'>;

/** Hatches stretches without records or with unknown totals. */
function Gaps({ gaps, plot, occupied }: GapsProps) {
  const pattern = useId();
  const wide = gaps
    .map((gap) => ({ gap, x1: Math.max(gap.from, plot.from), x2: Math.min(gap.to, plot.to) }))
    .filter(({ x1, x2 }) => plot.x(x2) - plot.x(x1) >= 1);
  if (wide.length === 0) return null;
  return (
    <>
      <defs>
        <pattern
          id={pattern}
          width={6}
          height={6}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <path className={classes.hatch} d="M0 0V6" />
        </pattern>
      </defs>
      {wide.map(({ gap, x1, x2 }) => {
        const width = plot.x(x2) - plot.x(x1);
        const hasLabel = width >= gapLabelRoom || gaps.length === 1;
        const text = `${gap.isUnknown ? 'not known' : 'no records'}, ${formatDuration(gap.to - gap.from)}`;
        const x = plot.x(x1) + width / 2;
        const room = textWidth(text, 11, 400) / 2 + extremeRoom;
        const isFree = (y: number) =>
          occupied.every((one) => Math.abs(one.x - x) > room || Math.abs(one.y - y) > lineHeight);
        const rows = [plot.height - 8, lineHeight, plot.height / 2];
        const y = rows.find(isFree) ?? plot.height - 8;
        return (
          <ReferenceArea
            key={gap.from}
            x1={x1}
            x2={x2}
            fill={`url(#${pattern})`}
            fillOpacity={1}
            zIndex={0}
            label={
              hasLabel
                ? label(
                    <text className={classes.gap} x={plot.margin.left + x} y={plot.margin.top + y}>
                      {text}
                    </text>,
                  )
                : false
            }
          />
        );
      })}
    </>
  );
}

function label(element: ReactElement<SVGElement>) {
  return () => element;
}

function SelectedArea({ selected, plot }: { selected: SelectedSpan; plot: Plot }) {
  const isZoom = selected.kind === 'zoom';
  const edge = { stroke: isZoom ? 'var(--accent)' : 'var(--ink-1)', zIndex: 0 } as const;
  return (
    <>
      <ReferenceArea
        x1={Math.max(selected.from, plot.from)}
        x2={Math.min(selected.to, plot.to)}
        fill={isZoom ? 'var(--accent-tint)' : 'var(--surface-1)'}
        fillOpacity={1}
        zIndex={0}
      />
      <ReferenceLine x={selected.from} {...edge} shapeRendering="crispEdges" />
      <ReferenceLine x={selected.to} {...edge} shapeRendering="crispEdges" />
    </>
  );
}

/** From this many events on, lines as high as the plot would hide the history. */
const manyEvents = 12;

function Events({ scene, plot }: Pick<BackdropProps, 'scene' | 'plot'>) {
  const bottom = plot.margin.top + plot.height;
  const byPixel = Map.groupBy(scene.events, ({ at }) => Math.round(plot.x(at)));
  const areMany = byPixel.size >= manyEvents;
  return [...byPixel].map(([pixel, events]) => {
    const [first] = events;
    if (first === undefined) return null;
    const x = plot.margin.left + pixel;
    const mark = (
      <path
        key={pixel}
        className={classes.event}
        d={areMany ? `M${x - 1} ${bottom - 7}h2v8h-2z` : `M${x} ${bottom - 5}l4 6h-8z`}
        aria-hidden
      >
        <title>{events.map((event) => event.label).join('\n')}</title>
      </path>
    );
    if (areMany) return mark;
    return (
      <ReferenceLine
        key={pixel}
        x={first.at}
        stroke="var(--line-3)"
        strokeDasharray="2 3"
        zIndex={0}
        label={label(mark)}
      />
    );
  });
}
