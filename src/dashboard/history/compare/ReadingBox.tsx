import { clsx } from 'clsx';
import { Change } from '../../shared/ui/Change.tsx';
import type { BoxPlace } from '../ChartFrame.tsx';
import type { Scene } from '../scene/scene.ts';
import { figuresOf } from '../told/figures.ts';
import classes from './ReadingBox.module.css';
import { pointsBetween, rowsAt } from './rows.ts';
import { SeriesKey } from './SeriesKey.tsx';

interface ReadingBoxProps {
  readonly scene: Scene;
  /** What is read; null where nothing is, and there is only a box where it has a place of its own. */
  readonly at: number | null;
  /** Since when the changes are; null for the base of the lines. */
  readonly since: number | null;
  readonly place: BoxPlace;
}

/** What several lines say at one instant: figure, change, and of two the difference. Beside the guideline, or above a narrow plot. */
export function ReadingBox({ scene, at, since, place }: ReadingBoxProps) {
  const rows = rowsAt(scene, at ?? scene.times.at(-1) ?? NaN, since);
  const figures = figuresOf(scene);
  const difference = pointsBetween(rows);
  const isLeft = place.x > place.width / 2;
  return (
    <table
      aria-hidden
      className={clsx(classes.box, at === null && classes.idle, isLeft && classes.left)}
      style={{ left: place.x }}
    >
      <tbody>
        {rows.map(({ line, figure, change }) => (
          <tr key={line.id}>
            <td className={classes.name}>
              <SeriesKey look={line.look} />
              {line.label}
            </td>
            {scene.mode === 'index' && <td>{figures.modes.index.full(figure)}</td>}
            <td>
              <Change value={change} format={figures.change} />
            </td>
          </tr>
        ))}
        {difference !== null && (
          <tr className={classes.difference}>
            <td>Difference</td>
            <td>{figures.points(difference)}</td>
            {scene.mode === 'index' && <td>points</td>}
          </tr>
        )}
      </tbody>
    </table>
  );
}
