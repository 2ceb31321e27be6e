import { mainLook } from './compare/looks.ts';
import { pushedApart } from './compare/pushedApart.ts';
import type { Plot } from './plot.ts';
import { colourOf, type Scene, type SceneLine } from './scene/scene.ts';
import { fitText, textWidth } from './textWidth.ts';
import { figuresOf } from './told/figures.ts';
import classes from './ChartMarks.module.css';

interface EndLabelsProps {
  readonly scene: Scene;
  readonly plot: Plot;
}

const lineHeight = 16;
const tag = { height: 18, left: 5, padding: 6 } as const;
const key = { left: 4, width: 14, gap: 6 } as const;

/** What each line ends at: the one the page is about as a filled tag, the others by name with a piece of their line. */
export function EndLabels({ scene, plot }: EndLabelsProps) {
  const hasNames = plot.margin.right > 100;
  const heights = pushedApart(
    plot.ends.map(({ figure }) => Math.min(Math.max(plot.y(figure), 0), plot.height)),
    lineHeight,
    { from: 0, to: plot.height },
  );
  const { beside } = figuresOf(scene).modes[scene.mode];
  return scene.lines.map((line, i) => {
    const y = heights[i] ?? NaN;
    const end = plot.ends[i];
    // A line without a known figure has no end.
    if (end === undefined || Number.isNaN(y)) return null;
    const figure = beside(end.figure, plot.axis);
    const props = { line, y, figure, hasNames, plot };
    return line.look === mainLook ? (
      <Tag
        key={line.id}
        {...props}
        colour={colourOf(line, scene)}
        hasNames={hasNames && scene.lines.length > 1}
      />
    ) : (
      <Named key={line.id} {...props} />
    );
  });
}

interface EndProps {
  readonly line: SceneLine;
  readonly y: number;
  readonly figure: string;
  readonly hasNames: boolean;
  readonly plot: Plot;
}

function Tag({ line, y, figure, hasNames, plot, colour }: EndProps & { readonly colour: string }) {
  const text = hasNames ? `${fitText(line.label, namesRoom(plot, figure))} ${figure}` : figure;
  const width = textWidth(text) + 2 * tag.padding;
  const left = plot.width + tag.left;
  return (
    <>
      <rect
        className={classes.tag}
        fill={colour}
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

function Named({ line, y, figure, hasNames, plot }: EndProps) {
  const left = plot.width + key.left;
  const text = left + key.width + key.gap;
  const { colour, dash } = line.look;
  return (
    <>
      <path
        d={`M${left} ${y}h${key.width}`}
        stroke={colour}
        strokeWidth={2}
        strokeDasharray={dash}
      />
      <text className={classes.end} x={text} y={y + 4}>
        {hasNames ? `${fitText(line.label, namesRoom(plot, figure))} ${figure}` : figure}
      </text>
    </>
  );
}

/** What is left for a name beside its figure. */
function namesRoom({ margin }: Plot, figure: string): number {
  return margin.right - key.left - key.width - key.gap - textWidth(` ${figure}`);
}
