import { clsx } from 'clsx';
import type { Dot } from './scene/dots.ts';
import classes from './ChartCursor.module.css';

interface ChartCursorProps {
  /** Where the point stands in the frame. */
  readonly x: number;
  readonly dots: readonly Dot[];
  /** Where the plot ends: the tag turns at its edges. */
  readonly width: number;
  readonly tag: string;
}

/** The guideline through a point, a dot on each line, the instant on the axis. */
export function ChartCursor({ x, dots, width, tag }: ChartCursorProps) {
  const edge = x < 48 ? classes.left : x > width + 20 ? classes.right : undefined;
  return (
    <div className={classes.cursor} aria-hidden style={{ transform: `translateX(${x}px)` }}>
      <i className={classes.guide} />
      {dots.map(({ id, y, colour }) => (
        <i key={id} className={classes.dot} style={{ top: y, background: colour }} />
      ))}
      <span className={clsx(classes.when, edge)}>{tag}</span>
    </div>
  );
}
