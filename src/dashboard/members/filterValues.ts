import type { DirectoryPeriod } from '#contract/directory.ts';
import { pastNames, periodNames } from '../history/periodText.ts';

/** From and to, both inclusive; null: open. */
export interface NumberRange {
  readonly from: number | null;
  readonly to: number | null;
}

export const directions = {
  up: 'Up',
  down: 'Down',
  level: 'Unchanged',
  either: 'Changed',
} as const;

type MoveDirection = keyof typeof directions;

/** Return over the period, with a minimum in percent. */
export interface MoveFilter {
  readonly direction: MoveDirection;
  readonly minimum: number | null;
}

export function moveFilter(direction: MoveDirection, minimum: number | null): MoveFilter {
  return { direction, minimum: direction === 'level' || (minimum ?? 0) <= 0 ? null : minimum };
}

/** Within a past period, or between two dates (`2026-06-17`, both inclusive). */
export type CreatedWhen =
  | { readonly past: DirectoryPeriod }
  | ({ readonly past: null } & DateRange);

export const creations = {
  any: 'Any',
  day: pastNames.day,
  week: periodNames.week,
  month: periodNames.month,
  year: periodNames.year,
} as const satisfies Record<DirectoryPeriod | 'any', string>;

export interface DateRange {
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
  /** Ids. Only these users match. */
  readonly ids: readonly string[];
  /** Id of a saved selection of users. */
  readonly selection: string | null;
  /** Ids. Users who hold any of them match. */
  readonly thematics: readonly string[];
  readonly tokens: readonly string[];
  /** The largest position's share of the total, in percent. */
  readonly largest: NumberRange | null;
  readonly total: NumberRange | null;
  /** Change over the period, in currency. */
  readonly change: NumberRange | null;
  readonly moved: MoveFilter | null;
  readonly created: CreatedWhen | null;
  /** Any of a name's values matches. */
  readonly attributes: readonly AttributeFilter[];
  /** Ids. Users who hold any of them do not match. */
  readonly notThematics: readonly string[];
  readonly notTokens: readonly string[];
  /** None of a name's values matches. */
  readonly notAttributes: readonly AttributeFilter[];
  /** Names of attributes that are not set. */
  readonly lackedAttributes: readonly string[];
}
