import { clsx } from 'clsx';
import classes from './ChartCursor.module.css';

interface ChartCursorProps {
  /** Where the point stands in the frame. */
  readonly x: number;
  readonly y: number;
  /** Width of the plot: the tag turns at its edges. */
  readonly width: number;
  readonly tag: string;
}

/** The guideline through a point, the dot on the line, the instant on the axis. */
export function ChartCursor({ x, y, width, tag }: ChartCursorProps) {
  const edge = x < 48 ? classes.left : x > width + 20 ? classes.right : undefined;
  return (
    <div className={classes.cursor} aria-hidden style={{ transform: `translateX(${x}px)` }}>
      <i className={classes.guide} />
      {!Number.isNaN(y) && <i className={classes.dot} style={{ top: y }} />}
      <span className={clsx(classes.when, edge)}>{tag}</span>
    </div>
  );
}
