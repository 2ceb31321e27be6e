import table from '../../shared/ui/Table.module.css';
import { figureAt } from '../scene/dots.ts';
import type { SceneLine } from '../scene/scene.ts';
import { SeriesKey } from './SeriesKey.tsx';

/** The heads of a column for each line. */
export function LineHeads({ lines }: { readonly lines: readonly SceneLine[] }) {
  return lines.map(({ id, label, look }) => (
    <th key={id} scope="col" className={table.num}>
      <SeriesKey look={look} />
      {label}
    </th>
  ));
}

interface LineCellsProps {
  readonly lines: readonly SceneLine[];
  readonly at: number;
  readonly format: (figure: number) => string;
}

/** What each line tells at an instant. */
export function LineCells({ lines, at, format }: LineCellsProps) {
  return lines.map((line) => (
    <td key={line.id} className={table.num}>
      {format(figureAt(line, at))}
    </td>
  ));
}
