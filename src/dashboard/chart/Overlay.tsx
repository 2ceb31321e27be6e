import { clsx } from 'clsx';
import type { Plot } from './plot.ts';
import type { Span } from './scene.ts';
import type { Selection } from './selection.ts';
import classes from './Overlay.module.css';

interface StretchProps extends Span, Pick<Selection, 'kind'> {
  readonly plot: Plot;
  /** Of a stretch to zoom into from when to when; of a measured one the difference first, its length last. */
  readonly parts: readonly string[];
  readonly tag: (at: number) => string;
}

/** Two tags nearer than this become one. */
const tagsRoom = 104;

/** What is written above the middle of a stretch, kept inside the plot, and below a measured one its two instants. */
export function Stretch({ plot, kind, from, to, parts, tag }: StretchProps) {
  // As much of it as is visible.
  const left = plot.margin.left + Math.max(0, plot.x(from));
  const right = Math.max(left, plot.margin.left + Math.min(plot.width, plot.x(to)));
  const middle = (left + right) / 2;
  const share = Math.min(1, Math.max(0, (middle - plot.margin.left) / plot.width));
  const tags =
    right - left < tagsRoom
      ? [{ at: middle, text: `${tag(from)} to ${tag(to)}` }]
      : [
          { at: left, text: tag(from) },
          { at: right, text: tag(to) },
        ];
  const edgeOf = (at: number) =>
    at < 60 ? classes.atStart : at > plot.margin.left + plot.width - 20 && classes.atEnd;
  return (
    <>
      <span
        aria-hidden
        className={clsx(classes.label, classes[kind])}
        // In the middle centred, towards the edges on the side that has room.
        style={{ left: middle, transform: `translateX(${-100 * share}%)` }}
      >
        {parts.map((part) => (
          <span key={part}>{part}</span>
        ))}
      </span>
      {kind === 'measure' &&
        tags.map(({ at, text }) => (
          <span key={at} aria-hidden className={clsx(classes.tag, edgeOf(at))} style={{ left: at }}>
            {text}
          </span>
        ))}
    </>
  );
}

interface ChartCursorProps {
  /** In px from the left of the frame. */
  readonly x: number;
  /** One on each line, in px from the top of the frame. */
  readonly dots: readonly { readonly id: string; readonly y: number; readonly colour: string }[];
  /** The right edge of the plot: the tag turns at its edges. */
  readonly width: number;
  readonly tag: string;
}

/** The guideline through a point, a dot on each line, the instant on the axis. */
export function ChartCursor({ x, dots, width, tag }: ChartCursorProps) {
  const edge = x < 48 ? classes.atStart : x > width + 20 && classes.atEnd;
  return (
    <div className={classes.cursor} aria-hidden style={{ transform: `translateX(${x}px)` }}>
      <i className={classes.guide} />
      {dots.map(({ id, y, colour }) => (
        <i key={id} className={classes.dot} style={{ top: y, background: colour }} />
      ))}
      <span className={clsx(classes.tag, edge)}>{tag}</span>
    </div>
  );
}
