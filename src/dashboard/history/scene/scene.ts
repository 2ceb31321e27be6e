import { lowerBound } from '#analytics/extent.ts';
import { inMode, type Mode } from '#analytics/modes.ts';
import { mainLook, type SeriesLook } from '../compare/looks.ts';
import { extremesOf } from '../data/extremesOf.ts';
import { type Gap, gapsOf } from '../gaps.ts';
import type { HistoryColumns } from '../historyColumns.ts';
import type { Span } from '../window/params.ts';
import { type Visible, withNeighbours } from '../window/visible.ts';

/** Where a line breaks, from record to record. */
export interface LineGap extends Span {
  /** There are records, but their totals are not known. */
  readonly isUnknown: boolean;
}

/** A line as it is drawn: told in a mode, from the record before the window to the one after it. */
export interface SceneLine {
  readonly id: string;
  readonly label: string;
  readonly look: SeriesLook;
  readonly times: Float64Array;
  readonly told: Float64Array;
  /** Its records within the window. */
  readonly shownTimes: Float64Array;
  readonly shown: Float64Array;
  readonly gaps: readonly LineGap[];
}

/** All that a chart draws, before anything of it is a pixel. */
export interface Scene extends Span {
  readonly mode: Mode;
  /** Whether it is drawn on a log scale; wanted is not enough, nothing may be 0 or below. */
  readonly isLog: boolean;
  readonly lines: readonly SceneLine[];
  /** The instants of the window at which any of them has a record. */
  readonly times: Float64Array;
  /** Whether its figures belong to the market and not to a user: privacy leaves them. */
  readonly isPublic: boolean;
  /** Whether the lines are equals; otherwise the first is the one the page is about. */
  readonly areEqual: boolean;
}

/** The colour a line is drawn in: what is lost has one of its own. */
export function colourOf(line: SceneLine, { mode }: Pick<Scene, 'mode'>): string {
  return mode === 'drawdown' ? 'var(--loss)' : line.look.colour;
}

/** How histories are to be told. */
export interface Told {
  readonly mode: Mode;
  readonly isLog: boolean;
  readonly isPublic: boolean;
}

/** What a line is called and how it looks. */
export type LineName = Pick<SceneLine, 'id' | 'label' | 'look'>;

/** The scene of one history. */
export function sceneOf(
  whole: HistoryColumns,
  visible: Visible,
  { mode, isLog, label, isPublic }: Told & { readonly label: string },
): Scene {
  const line = lineOf(whole, visible, { id: 'main', label, look: mainLook }, mode);
  return {
    mode,
    isPublic,
    areEqual: false,
    lines: [line],
    times: visible.columns.times,
    from: visible.from,
    to: visible.to,
    isLog: isLog && canBeLog(mode, [line]) === null,
  };
}

/** A history as a line of a mode, from its first visible record on, or against its record at the instant `base`. */
export function lineOf(
  whole: HistoryColumns,
  visible: Visible,
  name: LineName,
  mode: Mode,
  base?: number,
): SceneLine {
  const { times, totals } = withNeighbours(whole, visible);
  const before = visible.begin > 0 ? 1 : 0;
  const told = inMode(totals, mode, base === undefined ? before : lowerBound(times, base));
  return {
    ...name,
    times,
    told,
    shownTimes: visible.columns.times,
    shown: told.subarray(before, before + visible.end - visible.begin),
    gaps: gapsWithin(whole, visible),
  };
}

/** Why a log scale is not offered; null where it is. */
export function canBeLog(mode: Mode, lines: readonly SceneLine[]): string | null {
  if (mode === 'percent' || mode === 'drawdown') return 'Only values and indices have a log scale';
  const isPositive = lines.every(({ shown }) => (extremesOf(shown)?.low ?? 0) > 0);
  return isPositive ? null : 'A log scale has no zero and nothing below it';
}

/** The gaps that reach into a window. */
export function gapsWithin(whole: HistoryColumns, { from, to }: Span): LineGap[] {
  return allGaps(whole)
    .map(({ before, after }) => ({
      from: whole.times[before] ?? NaN,
      to: whole.times[after] ?? NaN,
      isUnknown: after > before + 1,
    }))
    .filter((gap) => gap.to > from && gap.from < to);
}

const known = new WeakMap<HistoryColumns, readonly Gap[]>();

/** The gaps of a whole history, found once: every zoom of it asks again. */
function allGaps(whole: HistoryColumns): readonly Gap[] {
  const found = whole.gaps ?? known.get(whole) ?? gapsOf(whole.times, whole.totals);
  known.set(whole, found);
  return found;
}
