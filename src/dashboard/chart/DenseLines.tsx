import { clsx } from 'clsx';
import { memo, useId } from 'react';
import { Curve } from 'recharts';
import { type DrawnRecord, drawnRecords, loneRecords } from './drawnRecords.ts';
import { modeTraits } from './modes.ts';
import type { Plot } from './plot.ts';
import { backfilledStyle, colourOf, type SceneLine, type Scene } from './scene.ts';
import classes from './LinesChart.module.css';

interface DenseLinesProps {
  readonly scene: Scene;
  readonly plot: Plot;
}

/**
 * Uses the `Curve` of Recharts: its `Line` stores an object per point and takes twice as long at 1,000 points. Scales from
 * Recharts' store arrive one render later, so every frame of a zoom would draw the lines twice.
 */
export const DenseLines = memo(function DenseLines({ scene, plot }: DenseLinesProps) {
  const clip = useId();
  // The main line is above the lines it is compared with, but its fill would hide them.
  const lines = modeTraits[scene.mode].isLoss ? scene.lines : scene.lines.toReversed();
  return (
    <>
      <PlotClip id={clip} plot={plot} />
      <g clipPath={`url(#${clip})`}>
        {lines.map((line) => (
          <DenseLine key={line.id} {...{ line, scene, plot }} />
        ))}
      </g>
    </>
  );
});

export function PlotClip({ id, plot }: { readonly id: string; readonly plot: Plot }) {
  const { margin, width, height } = plot;
  return (
    <clipPath id={id}>
      {/* Half a stroke beyond the edges, so the highest point keeps its tip. */}
      <rect x={margin.left - 1} y={margin.top - 1} width={width + 2} height={height + 2} />
    </clipPath>
  );
}

function DenseLine({ line, scene, plot }: DenseLinesProps & { readonly line: SceneLine }) {
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
  const backfilled = backfilledCount(records, line.backfilledUntil);
  const stretches = [
    // Includes the first record that is not backfilled, so the two parts meet.
    { points: backfilled === 0 ? [] : points.slice(0, backfilled + 1), isBackfilled: true },
    { points: points.slice(backfilled), isBackfilled: false },
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

function backfilledCount(records: readonly DrawnRecord[], until = -Infinity): number {
  const index = records.findIndex(({ at }) => at >= until);
  return index === -1 ? records.length : index;
}

/** Smaller fractions of a pixel are invisible, and long numbers are slow to write and parse. */
const tenth = (px: number) => Math.round(px * 10) / 10;

/** Above this many points per pixel, the joins of a line are invisible. */
const densest = 2;

/**
 * Splits a dense line into pieces that share their ends. Browsers paint in tiles and stroke every curve in a tile, so the pieces
 * paint four times as fast as one long curve.
 */
function inPieces<Point>(points: readonly Point[]): Point[][] {
  return Array.from({ length: Math.ceil(points.length / pieceLength) }, (_, i) =>
    points.slice(i * pieceLength, (i + 1) * pieceLength + 1),
  );
}
const pieceLength = 256;
