import { useId } from 'react';
import { formatDuration } from '../shared/format/time.ts';
import type { Plot } from './plot.ts';
import type { LineGap } from './scene/scene.ts';
import classes from './ChartMarks.module.css';

interface ChartGapsProps {
  readonly gaps: readonly LineGap[];
  readonly plot: Plot;
}

/** A gap narrower than this has no room for its words. */
const wordsRoom = 40;

/** Hatched where the history has no records, or none that is known, with how long that is. */
export function ChartGaps({ gaps, plot }: ChartGapsProps) {
  const pattern = useId();
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
      {gaps.map(({ from, to, isUnknown }) => {
        // A gap may begin before the window, or end after it.
        const left = plot.x(Math.max(from, plot.from));
        const width = plot.x(Math.min(to, plot.to)) - left;
        if (width < 1) return null;
        return (
          <g key={from}>
            <rect x={left} y={0} width={width} height={plot.height} fill={`url(#${pattern})`} />
            {(width >= wordsRoom || gaps.length === 1) && (
              <text className={classes.gap} x={left + width / 2} y={plot.height - 8}>
                {`${isUnknown ? 'not known' : 'no records'}, ${formatDuration(to - from)}`}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}
