import { clsx } from 'clsx';
import { useId, useMemo } from 'react';
import { Curve } from 'recharts';
import { drawnRecords, loneRecords } from './drawnRecords.ts';
import type { Plot } from './plot.ts';
import { colourOf, type Scene, type SceneLine } from './scene/scene.ts';
import classes from './SceneLines.module.css';

interface SceneLinesProps {
  readonly scene: Scene;
  readonly plot: Plot;
}

/**
 * The lines. Recharts' `Curve` draws them from points in pixels: its `Line` takes one table for all lines and keeps an
 * object for each point in its store, which at three thousand points takes longer than all the rest.
 */
export function SceneLines({ scene, plot }: SceneLinesProps) {
  const clip = useId();
  return (
    <>
      <clipPath id={clip}>
        {/* Half a stroke beyond the edges, or the highest point would lose its tip. */}
        <rect x={-1} y={-1} width={plot.width + 2} height={plot.height + 2} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        {/* The line the page is about lies over those it is held against. */}
        {scene.lines.toReversed().map((line) => (
          <OneLine
            key={line.id}
            line={line}
            plot={plot}
            stroke={colourOf(line, scene)}
            isFilled={scene.mode === 'drawdown'}
          />
        ))}
      </g>
    </>
  );
}

interface OneLineProps {
  readonly line: SceneLine;
  readonly plot: Plot;
  readonly stroke: string;
  readonly isFilled: boolean;
}

function OneLine({ line, plot, stroke, isFilled }: OneLineProps) {
  const records = useMemo(() => drawnRecords(line, plot), [line, plot]);
  const points = records.map(({ at, total }) => ({
    x: plot.x(at),
    y: total === null ? null : plot.y(total),
  }));
  const { dash, width } = line.look;
  const isDense = points.length > densest * plot.width;
  const pieces = isDense && dash === undefined ? inPieces(points) : [points];
  return (
    <>
      {isFilled && (
        <Curve className={classes.fill ?? ''} type="linear" points={points} baseLine={plot.y(0)} />
      )}
      {pieces.map((piece, i) => (
        <Curve
          key={i}
          // Of a line in pieces the first bears the name.
          className={clsx(i === 0 && 'recharts-line-curve', isDense ? classes.dense : classes.line)}
          type="linear"
          points={piece}
          stroke={stroke}
          strokeWidth={isFilled ? 1.25 : width}
          {...(dash === undefined ? {} : { strokeDasharray: dash })}
          fill="none"
        />
      ))}
      {loneRecords(records).map(({ at, total }) => (
        <circle key={at} cx={plot.x(at)} cy={plot.y(total ?? NaN)} r={2} fill={stroke} />
      ))}
    </>
  );
}

/** More points than so many in a pixel are a band: how its lines are joined is not seen. */
const densest = 2;

/**
 * A dense line in pieces, each from the last point of the one before. A browser paints a page in tiles, and of each curve that
 * reaches into a tile it strokes all: the pieces are painted in a quarter of the time that the whole takes.
 */
function inPieces<Point>(points: readonly Point[]): Point[][] {
  return Array.from({ length: Math.ceil(points.length / piece) }, (_, i) =>
    points.slice(i * piece, (i + 1) * piece + 1),
  );
}
const piece = 256;
