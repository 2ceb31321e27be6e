import type { DirectoryPeriod } from '#contract/directory.ts';
import { pastNames, periodNames } from '../../history/periodText.ts';

/** From and to, both included; null: without an end. */
export interface Range {
  readonly from: number | null;
  readonly to: number | null;
}

/** Which way the return went over the period. */
export const directions = {
  up: 'Up',
  down: 'Down',
  level: 'Unchanged',
  either: 'Up or down',
} as const;

type Direction = keyof typeof directions;

/** How somebody did over the period, by the return; `least`: by so many per cent at least. */
export interface Move {
  readonly direction: Direction;
  readonly least: number | null;
}

export function moveOf(direction: Direction, least: number | null): Move {
  return { direction, least: direction === 'level' || (least ?? 0) <= 0 ? null : least };
}

/** When users were created: within the past so long, or between two dates (`2026-06-17`, both included). */
export type CreatedWhen = { readonly past: DirectoryPeriod } | ({ readonly past: null } & Dates);

/** The choices of a past so long. */
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
 * Who of the users is shown, as the address says it. Each leaves users out; null and an empty list leave out nobody. What
 * there is to a filter besides is its entry in `filterKinds` and its control in `FilterPanel.tsx`.
 */
export interface Filters {
  /** Ids; who holds one of them is shown. */
  readonly thematics: readonly string[];
  /** Ids; who holds one of them is shown. */
  readonly tokens: readonly string[];
  /** The share of the total that the largest position has, in per cent. */
  readonly largest: Range | null;
  readonly total: Range | null;
  /** The change over the period, in money. */
  readonly change: Range | null;
  readonly moved: Move | null;
  readonly created: CreatedWhen | null;
  /** Of each name who has one of the values is shown. */
  readonly attributes: readonly AttributeFilter[];
}
