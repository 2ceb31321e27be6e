import { memo } from 'react';
import { axisOf, endKey as key, endOf, endTag as tag, type Plot } from './plot.ts';
import { previousMark } from './modes.ts';
import {
  colourOf,
  type FigureFormats,
  isMoved,
  type SceneLine,
  mainStyle,
  type Scene,
} from './scene.ts';
import { fitText, textWidth } from './textWidth.ts';
import classes from './LinesChart.module.css';

interface EndLabelsProps {
  readonly scene: Scene;
  readonly plot: Plot;
  readonly figures: FigureFormats;
}

const lineHeight = 16;
/** Narrower margins, in px, show only figures. */
const nameRoom = 100;

export const EndLabels = memo(function EndLabels({ scene, plot, figures }: EndLabelsProps) {
  const { mode } = scene;
  // The edges of a band are between its lines.
  const lines = scene.lines.filter(({ aside }) => aside !== 'lower' && aside !== 'upper');
  const { margin, height, width } = plot;
  const hasNames = margin.right > nameRoom && lines.length > 1;
  const ends = lines.map(endOf);
  const heights = spread(
    ends.map(({ figure }) => Math.min(Math.max(plot.y(figure), 0), height)),
    lineHeight,
    { from: 0, to: height },
  );
  return (
    <g transform={`translate(${margin.left + width} ${margin.top})`}>
      {lines.map((line, i) => {
        const y = heights[i] ?? NaN;
        if (Number.isNaN(y)) return null;
        const figure = figures.modes[mode].beside(ends[i]?.figure ?? NaN, axisOf(plot));
        const room = margin.right - key.left - key.width - key.gap - textWidth(` ${figure}`);
        const name = isMoved(line) ? previousMark.label : line.label;
        const text = hasNames ? `${fitText(name, room)} ${figure}` : figure;
        const colour = colourOf(line, scene);
        const Label = line.style === mainStyle ? Tag : Named;
        return <Label key={line.id} {...{ line, y, text, colour }} />;
      })}
    </g>
  );
});

interface LabelProps {
  readonly line: SceneLine;
  readonly y: number;
  readonly text: string;
  readonly colour: string;
}

function Tag({ y, text, colour }: LabelProps) {
  const width = textWidth(text) + 2 * tag.padding;
  const top = y - tag.height / 2;
  return (
    <>
      <rect fill={colour} x={tag.left} y={top} width={width} height={tag.height} rx={2} />
      <text className={classes.tagText} x={tag.left + width / 2} y={y + 4}>
        {text}
      </text>
    </>
  );
}

function Named({ line, y, text, colour }: LabelProps) {
  return (
    <>
      <path
        d={`M${key.left} ${y}h${key.width}`}
        stroke={colour}
        strokeWidth={2}
        strokeDasharray={line.style.dash}
      />
      <text className={classes.end} x={key.left + key.width + key.gap} y={y + 4}>
        {text}
      </text>
    </>
  );
}

/**
 * Moves heights as little as needed to keep a minimum distance, their range and their order. If there is too little room, they
 * share it. NaN stays NaN.
 */
export function spread(
  heights: readonly number[],
  distance: number,
  room: { readonly from: number; readonly to: number },
): number[] {
  const order = [...heights.keys()]
    .filter((i) => !Number.isNaN(heights[i]))
    .toSorted((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0));
  const step = Math.min(distance, (room.to - room.from) / Math.max(1, order.length - 1));

  const blocks: { members: number[]; top: number }[] = [];
  const blockOf = (members: number[]) => {
    const sum = members.reduce((all, member, i) => all + (heights[member] ?? 0) - i * step, 0);
    const lowest = room.to - (members.length - 1) * step;
    const top = Math.max(room.from, Math.min(lowest, sum / members.length));
    return { members, top };
  };
  for (const member of order) {
    let block = blockOf([member]);
    for (let above = blocks.at(-1); above !== undefined; above = blocks.at(-1)) {
      if (above.top + above.members.length * step <= block.top) break;
      blocks.pop();
      block = blockOf([...above.members, ...block.members]);
    }
    blocks.push(block);
  }
  const moved = heights.map(() => NaN);
  for (const { members, top } of blocks) {
    members.forEach((member, i) => {
      moved[member] = top + i * step;
    });
  }
  return moved;
}
