import { lowerBound } from '#analytics/extent.ts';
import type { Plot } from '../plot.ts';
import { colourOf, type Scene, type SceneLine } from './scene.ts';

/** A dot on a line, in px from the top of the frame. */
export interface Dot {
  readonly id: string;
  readonly y: number;
  readonly colour: string;
}

/** Where the lines are at an instant; a line that has nothing there has no dot. */
export function dotsAt(scene: Scene, plot: Plot, at: number): Dot[] {
  return scene.lines.flatMap((line) => {
    const figure = figureAt(line, at);
    if (Number.isNaN(figure)) return [];
    const y = plot.margin.top + plot.y(figure);
    return [{ id: line.id, y, colour: colourOf(line, scene) }];
  });
}

/**
 * What a line tells at an instant: its record there, or else the last one before as long as the line does not break.
 * NaN before its first, after its last, and within a gap.
 */
export function figureAt({ shownTimes, shown, gaps }: SceneLine, at: number): number {
  const after = lowerBound(shownTimes, at);
  if (shownTimes[after] === at) return shown[after] ?? NaN;
  if (after === 0 || gaps.some((gap) => gap.from < at && at < gap.to)) return NaN;
  // Two histories end at the same tick, a moment apart.
  const isPastEnd = after === shownTimes.length && at - (shownTimes.at(-1) ?? NaN) > endsTogether;
  return isPastEnd ? NaN : (shown[after - 1] ?? NaN);
}

const endsTogether = 120_000;
