import { changeOf } from '#analytics/change.ts';
import { lowerBound } from '#analytics/extent.ts';
import { modeTraits } from './modes.ts';
import { figureAt, isAside, type Scene, type SceneLine, type Span } from './scene.ts';

export interface LineFigure {
  readonly line: SceneLine;
  /** In the mode of the scene; NaN if unknown. */
  readonly figure: number;
  /** Change as a ratio, since the base or another instant. A value changes since its first record. */
  readonly change: number;
}

export function figuresAt(scene: Scene, at: number, since: number | null = null): LineFigure[] {
  const { multipleOf, isInUnit } = modeTraits[scene.mode];
  return scene.lines.map((line) => {
    const figure = figureAt(line, at);
    if (isInUnit && since === null) return { line, figure, change: changeSinceStart(line, figure) };
    const from = since === null ? 1 : multipleOf(figureAt(line, since));
    return { line, figure, change: multipleOf(figure) / from - 1 };
  });
}

/** Lead of the first of two lines over the second, in points; null unless there are two. Lines with their own base do not count. */
export function pointsBetween(figures: readonly LineFigure[]): number | null {
  const own = figures.filter(({ line }) => line.aside === undefined);
  const pair = own.length === 2 ? own : own.filter(({ line }) => !isAside(line));
  const [first, second] = pair;
  if (first === undefined || second === undefined || pair.length !== 2) return null;
  return (first.change - second.change) * 100;
}

function changeSinceStart({ shown }: SceneLine, figure: number): number {
  const first = shown.find(Number.isFinite) ?? NaN;
  if (Number.isNaN(first) || Number.isNaN(figure)) return NaN;
  return changeOf(Float64Array.of(first, figure))?.ratio ?? NaN;
}

/** The date of the record that a line has at an instant: of an earlier stretch, its own. */
export function dateAt({ shownTimes, shift = 0 }: SceneLine, at: number): number {
  const after = lowerBound(shownTimes, at);
  return (shownTimes[shownTimes[after] === at ? after : after - 1] ?? at) - shift;
}

/** The dates of the first and the last figure of a line in the window: of an earlier stretch, its own. Null without figures. */
export function datesOf({ shown, shownTimes, shift = 0 }: SceneLine): Span | null {
  const first = shownTimes[shown.findIndex(Number.isFinite)];
  const last = shownTimes[shown.findLastIndex(Number.isFinite)];
  return first === undefined || last === undefined
    ? null
    : { from: first - shift, to: last - shift };
}
