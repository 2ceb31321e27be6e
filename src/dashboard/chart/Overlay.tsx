import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Plot } from './plot.ts';
import type { Span } from './scene.ts';
import classes from './Overlay.module.css';

interface StretchProps {
  readonly plot: Plot;
  readonly span: Span;
}

/** Above a stretch to zoom into: from when to when. */
export function ZoomLabel({ plot, span, text }: StretchProps & { readonly text: string }) {
  return (
    <Label plot={plot} span={span} className={classes.zoomLabel}>
      {text}
    </Label>
  );
}

interface MeasureLabelProps extends StretchProps {
  /** The difference first, its length last. */
  readonly parts: readonly string[];
  /** The two instants. */
  readonly tags: readonly [string, string];
}

/** Above a measured stretch: the difference, per cent, how long; below it the two instants. */
export function MeasureLabel({ plot, span, parts, tags }: MeasureLabelProps) {
  const { left, width } = placeOf(plot, span);
  const [first, ...rest] = parts;
  return (
    <>
      <Label plot={plot} span={span} className={classes.measureLabel}>
        <b>{first}</b>
        {rest.slice(0, -1).map((part) => (
          <span key={part}>{part}</span>
        ))}
        <em>{rest.at(-1)}</em>
      </Label>
      {width < tagsRoom ? (
        <Tag at={left + width / 2} plot={plot}>{`${tags[0]} to ${tags[1]}`}</Tag>
      ) : (
        tags.map((tag, i) => (
          <Tag key={tag} at={left + i * width} plot={plot}>
            {tag}
          </Tag>
        ))
      )}
    </>
  );
}

/** Two tags nearer than this become one. */
const tagsRoom = 104;

interface TagProps {
  readonly at: number;
  readonly plot: Plot;
  readonly children: ReactNode;
}

function Tag({ at, plot, children }: TagProps) {
  const edge =
    at < 60 ? classes.atStart : at > plot.margin.left + plot.width - 20 ? classes.atEnd : undefined;
  return (
    <span aria-hidden className={clsx(classes.tag, edge)} style={{ left: at }}>
      {children}
    </span>
  );
}

interface LabelProps extends StretchProps {
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** Text above the middle of a stretch, kept inside the plot. */
function Label({ plot, span, className, children }: LabelProps) {
  const { left, width } = placeOf(plot, span);
  const middle = left + width / 2;
  const share = Math.min(1, Math.max(0, (middle - plot.margin.left) / plot.width));
  return (
    <span
      aria-hidden
      className={clsx(classes.label, className)}
      // In the middle centred, towards the edges on the side that has room.
      style={{ left: middle, transform: `translateX(${-100 * share}%)` }}
    >
      {children}
    </span>
  );
}

/** The place of a stretch in the frame, as much of it as is visible. */
function placeOf(plot: Plot, span: Span): { left: number; width: number } {
  const from = Math.max(0, plot.x(span.from));
  const to = Math.min(plot.width, plot.x(span.to));
  return { left: plot.margin.left + from, width: Math.max(0, to - from) };
}

/** A dot on a line, in px from the top of the frame. */
interface Dot {
  readonly id: string;
  readonly y: number;
  readonly colour: string;
}

interface ChartCursorProps {
  /** In px from the left of the frame. */
  readonly x: number;
  readonly dots: readonly Dot[];
  /** The right edge of the plot: the tag turns at its edges. */
  readonly width: number;
  readonly tag: string;
}

/** The guideline through a point, a dot on each line, the instant on the axis. */
export function ChartCursor({ x, dots, width, tag }: ChartCursorProps) {
  const edge = x < 48 ? classes.atStart : x > width + 20 ? classes.atEnd : undefined;
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
