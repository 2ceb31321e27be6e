import { clsx } from 'clsx';
import { memo, useId } from 'react';
import { Curve } from 'recharts';
import { decimate } from '#analytics/decimate.ts';
import { modeTraits } from './modes.ts';
import type { Plot } from './plot.ts';
import { backfilledStyle, colourOf, type Line, type Scene, type Span } from './scene.ts';
import classes from './LinesChart.module.css';

/** A record as it is drawn; null breaks the line. */
interface DrawnRecord {
  readonly at: number;
  readonly figure: number | null;
}

interface DenseLinesProps {
  readonly scene: Scene;
  readonly plot: Plot;
}

/**
 * The lines of a scene, drawn by the `Curve` of Recharts. Its own `Line` keeps an object for each point in the chart's store,
 * which takes twice as long at a thousand points and more beyond. The scales are those its axes are given: the ones of its
 * store come a render later, so that with them each frame of a zoom would draw the lines twice.
 */
export const DenseLines = memo(function DenseLines({ scene, plot }: DenseLinesProps) {
  const { margin, width, height } = plot;
  const clip = useId();
  return (
    <>
      <clipPath id={clip}>
        {/* Half a stroke beyond the edges, or the highest point would lose its tip. */}
        <rect x={margin.left - 1} y={margin.top - 1} width={width + 2} height={height + 2} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        {/* The line the page is about lies over those it is compared with. */}
        {scene.lines.toReversed().map((line) => (
          <DenseLine key={line.id} {...{ line, scene, plot }} />
        ))}
      </g>
    </>
  );
});

function DenseLine({ line, scene, plot }: DenseLinesProps & { readonly line: Line }) {
  const { margin, width } = plot;
  const xOf = (at: number) => margin.left + plot.x(at);
  const yOf = (figure: number) => margin.top + plot.y(figure);
  const stroke = colourOf(line, scene);
  const isFilled = modeTraits[scene.mode].isLoss && line === scene.lines[0];
  const records = drawnRecords(line, scene, width);
  const points = records.map(({ at, figure }) => ({
    x: tenth(xOf(at)),
    y: figure === null ? null : tenth(yOf(figure)),
  }));
  const isDense = points.length > densest * width;
  const begun = begunAt(records, line.backfilledUntil);
  const stretches = [
    // Up to the first record that is not, so that no stretch is missing between the two.
    { points: begun === 0 ? [] : points.slice(0, begun + 1), isBackfilled: true },
    { points: points.slice(begun), isBackfilled: false },
  ];
  const pieces = stretches.flatMap(({ points: own, isBackfilled }) => {
    const dash = (isBackfilled ? backfilledStyle(line.style) : line.style).dash;
    const all = isDense && dash === undefined ? inPieces(own) : [own];
    return all.filter(({ length }) => length > 0).map((piece) => ({ piece, dash, isBackfilled }));
  });
  return (
    <>
      {isFilled && (
        <Curve className={classes.fill ?? ''} type="linear" points={points} baseLine={yOf(0)} />
      )}
      {pieces.map(({ piece, dash, isBackfilled }, i) => (
        <Curve
          key={i}
          // Of a line in pieces the first bears the name.
          className={clsx(i === 0 && 'recharts-line-curve', isDense ? classes.dense : classes.line)}
          type="linear"
          points={piece}
          stroke={stroke}
          strokeWidth={isFilled ? 1.25 : line.style.width}
          {...(dash === undefined ? {} : { strokeDasharray: dash })}
          {...(isBackfilled ? { strokeOpacity: 0.6 } : {})}
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

/** Index of the first record that is not backfilled; as many as there are where all are. */
function begunAt(records: readonly DrawnRecord[], until = -Infinity): number {
  const index = records.findIndex(({ at }) => at >= until);
  return index === -1 ? records.length : index;
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

/** Less of a pixel is not seen, and long numbers take time to be written and read. */
const tenth = (px: number) => Math.round(px * 10) / 10;

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
