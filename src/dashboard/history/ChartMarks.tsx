import { useId } from 'react';
import { formatBesideAxis } from '../shared/format/number.ts';
import { formatDuration } from '../shared/format/time.ts';
import { gapsOf } from './gaps.ts';
import type { HistoryColumns } from './historyColumns.ts';
import { margin, type Plot } from './plot.ts';
import classes from './ChartMarks.module.css';

/** Highest and lowest record as rings with their value, and the last value as a tag at the end of the line. */
export function ChartMarks({ plot }: { readonly plot: Plot }) {
  return (
    <g transform={`translate(0 ${margin.top})`}>
      <Ring plot={plot} word="high" />
      <Ring plot={plot} word="low" />
      <EndTag plot={plot} />
    </g>
  );
}

function Ring({ plot, word }: { readonly plot: Plot; readonly word: 'high' | 'low' }) {
  const point = word === 'high' ? plot.highest : plot.lowest;
  const x = plot.x(point.at);
  const y = plot.y(point.total);
  const text = `${word} ${formatBesideAxis(point.total, plot.axis)}`;
  const half = textWidth(text) / 2;
  // Near an edge the words stay inside the plot.
  const middle = Math.min(Math.max(x, half), Math.max(half, plot.width - half));
  return (
    <>
      <circle className={classes.ring} cx={x} cy={y} r={2.5} />
      <text className={classes.label} x={middle} y={word === 'high' ? y - 11 : y + 19}>
        {text}
      </text>
    </>
  );
}

const tag = { height: 18, left: 5, padding: 6 } as const;

function EndTag({ plot }: { readonly plot: Plot }) {
  const text = formatBesideAxis(plot.last.total, plot.axis);
  const y = Math.min(Math.max(plot.y(plot.last.total), 0), plot.height);
  const width = textWidth(text) + 2 * tag.padding;
  const left = plot.width + tag.left;
  return (
    <>
      <rect
        className={classes.tag}
        x={left}
        y={y - tag.height / 2}
        width={width}
        height={tag.height}
        rx={2}
      />
      <text className={classes.tagText} x={left + width / 2} y={y + 4}>
        {text}
      </text>
    </>
  );
}

/** A gap narrower than this has no room for its words. */
const wordsRoom = 40;

/** Hatched where the history has no records, with how long that is. */
export function ChartGaps({
  columns,
  plot,
}: {
  readonly columns: HistoryColumns;
  readonly plot: Plot;
}) {
  const pattern = useId();
  const gaps = gapsOf(columns.times, columns.totals).map((gap) => ({
    from: columns.times[gap.before] ?? NaN,
    to: columns.times[gap.after] ?? NaN,
  }));
  return (
    <g transform={`translate(0 ${margin.top})`}>
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
      {gaps.map(({ from, to }) => {
        const width = plot.x(to) - plot.x(from);
        if (width < 1) return null;
        return (
          <g key={from}>
            <rect
              x={plot.x(from)}
              y={0}
              width={width}
              height={plot.height}
              fill={`url(#${pattern})`}
            />
            {(width >= wordsRoom || gaps.length === 1) && (
              <text
                className={classes.gap}
                x={plot.x(from) + width / 2}
                y={plot.height - 8}
              >{`no records, ${formatDuration(to - from)}`}</text>
            )}
          </g>
        );
      })}
    </g>
  );
}

/** Width of micro text in Inter with tabular figures, near enough to place it; measuring would cost a layout. */
function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widths[character] ?? 6.6;
  return width;
}
const widths: Record<string, number> = { '.': 3.3, ',': 3.3, ' ': 3, '\u2009': 2, M: 9.6, '−': 7 };
