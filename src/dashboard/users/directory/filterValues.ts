import type { DirectoryPeriod } from '#contract/directory.ts';
import { pastNames, periodNames } from '../../history/periodText.ts';

/** From and to, both inclusive; null: open. */
export interface Range {
  readonly from: number | null;
  readonly to: number | null;
}

export const directions = {
  up: 'Up',
  down: 'Down',
  level: 'Unchanged',
  either: 'Changed',
} as const;

type Direction = keyof typeof directions;

/** Return over the period, with a minimum in percent. */
export interface Move {
  readonly direction: Direction;
  readonly least: number | null;
}

export function moveOf(direction: Direction, least: number | null): Move {
  return { direction, least: direction === 'level' || (least ?? 0) <= 0 ? null : least };
}

/** Within a past period, or between two dates (`2026-06-17`, both inclusive). */
export type CreatedWhen = { readonly past: DirectoryPeriod } | ({ readonly past: null } & Dates);

export const creations = {
  any: 'Any',
  day: pastNames.day,
  week: periodNames.week,
  month: periodNames.month,
  year: periodNames.year,
} as const satisfies Record<DirectoryPeriod | 'any', string>;

export interface Dates {
  readonly from: string | null;
  readonly to: string | null;
}

export interface AttributeFilter {
  readonly name: string;
  readonly values: readonly string[];
}

/**
 * Filters in the address. null and an empty list exclude no user. For the rest of a filter, see `filterKinds` and
 * `FilterPanel.tsx`.
 */
export interface Filters {
  /** Ids. Users who hold any of them match. */
  readonly thematics: readonly string[];
  readonly tokens: readonly string[];
  /** The largest position's share of the total, in percent. */
  readonly largest: Range | null;
  readonly total: Range | null;
  /** Change over the period, in currency. */
  readonly change: Range | null;
  readonly moved: Move | null;
  readonly created: CreatedWhen | null;
  /** Any of a name's values matches. */
  readonly attributes: readonly AttributeFilter[];
}
