import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { spanWords } from '../periodWords.ts';
import type { Plot } from '../plot.ts';
import type { Span } from '../window/params.ts';
import classes from './Bands.module.css';

interface BandProps {
  readonly plot: Plot;
  readonly span: Span;
}

/** A stretch under the line: tinted to zoom into, between two lines to measure. */
export function Stretch({ plot, span, kind }: BandProps & { readonly kind: 'zoom' | 'measure' }) {
  const { left, width } = placeOf(plot, span);
  return (
    <i
      aria-hidden
      className={classes[kind]}
      style={{ left, width, top: plot.margin.top, height: plot.height }}
    />
  );
}

/** Above a stretch to zoom into: from when to when. */
export function ZoomLabel({ plot, span }: BandProps) {
  return (
    <Label plot={plot} span={span} className={classes.zoomLabel}>
      {spanWords(span)}
    </Label>
  );
}

/** Above a measured stretch: the difference, per cent, how long; below it the two instants. */
export function MeasureLabel(
  props: BandProps & {
    readonly words: readonly string[];
    readonly tags: readonly [string, string];
  },
) {
  const { plot, span, words, tags } = props;
  const { left, width } = placeOf(plot, span);
  const [first, ...rest] = words;
  return (
    <>
      <Label plot={plot} span={span} className={classes.measureLabel}>
        <b>{first}</b>
        {rest.slice(0, -1).map((word) => (
          <span key={word}>{word}</span>
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

function Tag({
  at,
  plot,
  children,
}: {
  readonly at: number;
  readonly plot: Plot;
  readonly children: ReactNode;
}) {
  const edge =
    at < 60 ? classes.atStart : at > plot.margin.left + plot.width - 20 ? classes.atEnd : undefined;
  return (
    <span aria-hidden className={clsx(classes.tag, edge)} style={{ left: at }}>
      {children}
    </span>
  );
}

/** Words above the middle of a stretch, kept inside the plot. */
function Label(
  props: BandProps & { readonly className: string | undefined; readonly children: ReactNode },
) {
  const { left, width } = placeOf(props.plot, props.span);
  const middle = left + width / 2;
  const { margin, width: whole } = props.plot;
  const share = Math.min(1, Math.max(0, (middle - margin.left) / whole));
  return (
    <span
      aria-hidden
      className={clsx(classes.label, props.className)}
      // In the middle centred, towards the edges on the side that has room.
      style={{ left: middle, transform: `translateX(${-100 * share}%)` }}
    >
      {props.children}
    </span>
  );
}

/** Where a stretch stands in the frame, as much of it as is visible. */
function placeOf(plot: Plot, span: Span): { left: number; width: number } {
  const from = Math.max(0, plot.x(span.from));
  const to = Math.min(plot.width, plot.x(span.to));
  return { left: plot.margin.left + from, width: Math.max(0, to - from) };
}
