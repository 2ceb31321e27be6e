import type { CalendarRow, FiguresAnswer } from '#contract/figures.ts';
import { dateFormat } from '../preferences/instants.ts';

/** A month or a year; undefined outside of the history. */
export interface CalendarFigure {
  /** A ratio; null if it is not known. */
  readonly value: number | null;
  /** The history does not cover all of it. */
  readonly isPartial: boolean;
}
type CalendarCell = CalendarFigure | undefined;

interface CalendarYear {
  readonly year: string;
  /** January to December. */
  readonly months: readonly CalendarCell[];
  readonly whole: CalendarCell;
}

/** One row per year, the latest first. */
export function calendarRows(
  { months, years }: Pick<FiguresAnswer, 'months' | 'years'>,
  figure: 'return' | 'excess',
): readonly CalendarYear[] {
  const cellOf = (row: CalendarRow) => ({ value: row[figure], isPartial: row.isPartial });
  const byPeriod = new Map([...months, ...years].map((row) => [row.period, cellOf(row)]));
  return years
    .map(({ period: year }) => ({
      year,
      months: Array.from({ length: 12 }, (_, month) =>
        byPeriod.get(`${year}-${String(month + 1).padStart(2, '0')}`),
      ),
      whole: byPeriod.get(year),
    }))
    .toReversed();
}

/** Shares of the largest figure from which a cell is darker. */
const shades = [0.6, 0.3, 0.08];

/** `gain-3` for the darkest gain, `loss-1` for the lightest loss; undefined without a shade. */
export function heatOf(value: number | null, largest: number): string | undefined {
  if (value === null || largest === 0) return undefined;
  const index = shades.findIndex((least) => Math.abs(value) >= least * largest);
  if (index === -1) return undefined;
  return `${value > 0 ? 'gain' : 'loss'}-${shades.length - index}`;
}

/** Returns the shade of a month beside the others of a table. */
export function heatIn(rows: readonly CalendarYear[]): (month: CalendarCell) => string | undefined {
  const values = rows.flatMap(({ months }) => months.map((month) => Math.abs(month?.value ?? 0)));
  const largest = Math.max(0, ...values);
  return (month) => heatOf(month?.value ?? null, largest);
}

export function monthNames(locale: string): string[] {
  const format = dateFormat(locale, 'UTC', { month: 'short' });
  return Array.from({ length: 12 }, (_, month) =>
    format.format(Date.UTC(2026, month)).replace(/Sept(?!\.)/, 'Sep'),
  );
}
