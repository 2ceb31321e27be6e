import { figureAt } from '../scene/dots.ts';
import type { Scene, SceneLine } from '../scene/scene.ts';

/** What one line says at an instant, in index points: 100 at the base. */
export interface ComparedRow {
  readonly line: SceneLine;
  /** The figure in the mode of the scene; NaN where the line has none. */
  readonly figure: number;
  /** The change to there as a ratio: since the base, or since another instant. */
  readonly change: number;
}

/** What all lines say at an instant; their changes since another one where it is given. */
export function rowsAt(scene: Scene, at: number, since: number | null = null): ComparedRow[] {
  return scene.lines.map((line) => {
    const figure = figureAt(line, at);
    const level = levelOf(scene, figure);
    const from = since === null ? 1 : levelOf(scene, figureAt(line, since));
    return { line, figure, change: level / from - 1 };
  });
}

/** How far the first of two lines is ahead of the second, in points; null where they are not two. */
export function pointsBetween(rows: readonly ComparedRow[]): number | null {
  const [first, second] = rows;
  if (first === undefined || second === undefined || rows.length !== 2) return null;
  return (first.change - second.change) * 100;
}

/** A figure as a multiple of the base. */
function levelOf({ mode }: Scene, figure: number): number {
  return mode === 'index' ? figure / 100 : 1 + figure;
}
