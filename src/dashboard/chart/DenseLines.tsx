import { clsx } from 'clsx';
import { useId, useMemo } from 'react';
import { Curve, usePlotArea, useXAxisScale, useYAxisScale } from 'recharts';
import { decimate } from '#analytics/decimate.ts';
import { colourOf, type Line, type Scene, type Span } from './scene.ts';
import classes from './LinesChart.module.css';

/** A record as it is drawn; null breaks the line. */
interface DrawnRecord {
  readonly at: number;
  readonly figure: number | null;
}

/**
 * The lines of a scene, placed by the scales of the Recharts chart around them and drawn by its `Curve`. Its own `Line`
 * keeps an object for each point in the chart's store, which takes twice as long at a thousand points and more beyond.
 */
export function DenseLines({ scene }: { readonly scene: Scene }) {
  const area = usePlotArea();
  const xScale = useXAxisScale();
  const yScale = useYAxisScale();
  const clip = useId();
  if (area === undefined || xScale === undefined || yScale === undefined) return null;
  const { x, y, width, height } = area;
  return (
    <>
      <clipPath id={clip}>
        {/* Half a stroke beyond the edges, or the highest point would lose its tip. */}
        <rect x={x - 1} y={y - 1} width={width + 2} height={height + 2} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        {/* The line the page is about lies over those it is compared with. */}
        {scene.lines.toReversed().map((line) => (
          <DenseLine
            key={line.id}
            line={line}
            window={scene}
            width={width}
            xOf={(at) => xScale(at) ?? NaN}
            yOf={(figure) => yScale(figure) ?? NaN}
            stroke={colourOf(line, scene)}
            isFilled={scene.mode === 'drawdown' && line === scene.lines[0]}
          />
        ))}
      </g>
    </>
  );
}

interface DenseLineProps {
  readonly line: Line;
  readonly window: Span;
  readonly width: number;
  readonly xOf: (at: number) => number;
  readonly yOf: (figure: number) => number;
  readonly stroke: string;
  readonly isFilled: boolean;
}

function DenseLine({ line, window, width, xOf, yOf, stroke, isFilled }: DenseLineProps) {
  const { from, to } = window;
  const records = useMemo(() => drawnRecords(line, { from, to }, width), [line, from, to, width]);
  const points = records.map(({ at, figure }) => ({
    x: xOf(at),
    y: figure === null ? null : yOf(figure),
  }));
  const { dash } = line.style;
  const isDense = points.length > densest * width;
  const pieces = isDense && dash === undefined ? inPieces(points) : [points];
  return (
    <>
      {isFilled && (
        <Curve className={classes.fill ?? ''} type="linear" points={points} baseLine={yOf(0)} />
      )}
      {pieces.map((piece, i) => (
        <Curve
          key={i}
          // Of a line in pieces the first bears the name.
          className={clsx(i === 0 && 'recharts-line-curve', isDense ? classes.dense : classes.line)}
          type="linear"
          points={piece}
          stroke={stroke}
          strokeWidth={isFilled ? 1.25 : line.style.width}
          {...(dash === undefined ? {} : { strokeDasharray: dash })}
          fill="none"
        />
      ))}
      {loneRecords(records).map(({ at, figure }) => (
        <circle key={at} cx={xOf(at)} cy={yOf(figure ?? NaN)} r={2} fill={stroke} />
      ))}
    </>
  );
}

/** The records a line of `width` pixels shows, with a break wherever the history has a gap that is wide enough to be seen. */
export function drawnRecords(
  { times, figures, gaps, blocks }: Line,
  window: Span,
  width: number,
): DrawnRecord[] {
  // Two columns a pixel, for screens that have two dots a pixel.
  const columns = Math.max(1, Math.round(width * pixelRatio()));
  const kept = decimate(times, figures, window, columns, blocks);
  const breaks = new Map(gaps.map((gap) => [gap.from, gap.to]));
  const records: DrawnRecord[] = [];
  kept.times.forEach((at, i) => {
    const figure = kept.totals[i] ?? NaN;
    records.push({ at, figure: Number.isNaN(figure) ? null : figure });
    const next = kept.times[i + 1];
    if (next !== undefined && breaks.get(at) === next) records.push({ at, figure: null });
  });
  return records;
}

/** The records that are alone between gaps: no line leads to them, so they are drawn as dots. */
export function loneRecords(records: readonly DrawnRecord[]): DrawnRecord[] {
  return records.filter(
    ({ figure }, i) =>
      figure !== null &&
      (records[i - 1]?.figure ?? null) === null &&
      (records[i + 1]?.figure ?? null) === null,
  );
}

/** More than two dots a pixel are not told apart. */
function pixelRatio(): number {
  return Math.min(2, Math.max(1, globalThis.devicePixelRatio || 2));
}

/** More points than so many in a pixel are a solid area: how its lines are joined is not seen. */
const densest = 2;

/**
 * A dense line in pieces, each from the last point of the one before. A browser paints a page in tiles, and of each curve that
 * reaches into a tile it strokes all: the pieces are painted in a quarter of the time of one long curve.
 */
function inPieces<Point>(points: readonly Point[]): Point[][] {
  return Array.from({ length: Math.ceil(points.length / pieceLength) }, (_, i) =>
    points.slice(i * pieceLength, (i + 1) * pieceLength + 1),
  );
}
const pieceLength = 256;
