import { clsx } from 'clsx';
import type { Plot } from './plot.ts';
import type { Span } from './scene.ts';
import type { ChartSelection } from './selection.ts';
import classes from './Overlay.module.css';

interface StretchProps extends Span, Pick<ChartSelection, 'kind'> {
  readonly plot: Plot;
  readonly parts: readonly string[];
  readonly tag: (at: number) => string;
}

/** Tags closer than this, in px, become one. */
const tagsRoom = 104;

export function Stretch({ plot, kind, from, to, parts, tag }: StretchProps) {
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
  readonly x: number;
  readonly dots: readonly { readonly id: string; readonly y: number; readonly colour: string }[];
  readonly width: number;
  readonly tag: string;
}

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
