import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SinceFigure } from '#contract/directorySince.ts';
import type { CalendarPeriod } from '#contract/period.ts';
import { formatTime, parseTime } from '#contract/time.ts';
import { endsOf } from '../../history/period.ts';
import { capabilitiesQuery } from '../../portfolio/capabilities.ts';
import { useFormat } from '../../preferences/format.ts';

/** Columns from the start of a calendar unit up to the as of. */
export const toDateColumns = {
  returnMtd: { figure: 'return', period: 'mtd' },
  returnQtd: { figure: 'return', period: 'qtd' },
  returnYtd: { figure: 'return', period: 'ytd' },
  changeMtd: { figure: 'change', period: 'mtd' },
  changeQtd: { figure: 'change', period: 'qtd' },
  changeYtd: { figure: 'change', period: 'ytd' },
} as const satisfies Readonly<
  Record<string, { readonly figure: SinceFigure; readonly period: CalendarPeriod }>
>;
export type ToDateColumn = keyof typeof toDateColumns;
type ToDatePeriod = (typeof toDateColumns)[ToDateColumn]['period'];

export const isToDateColumn = (id: string): id is ToDateColumn => Object.hasOwn(toDateColumns, id);

/** The start of each calendar unit, as ISO times. */
export type PeriodStarts = Readonly<Record<ToDatePeriod, string>>;

/** Returns the starts of month, quarter and year in a zone as of an instant. */
export function periodStarts(asOf: number, timeZone: string): PeriodStarts {
  const start = (period: ToDatePeriod) => formatTime(endsOf(period, asOf, timeZone)?.from ?? asOf);
  return { mtd: start('mtd'), qtd: start('qtd'), ytd: start('ytd') };
}

/** Returns the starts in the chosen zone as of the latest prices; null while those are unknown. */
export function usePeriodStarts(): PeriodStarts | null {
  const { timeZone } = useFormat();
  const asOf = useQuery(capabilitiesQuery).data?.market.asOf;
  const starts = asOf === undefined ? null : periodStarts(parseTime(asOf), timeZone);
  // Each tick computes equal ones.
  const text = JSON.stringify(starts);
  return useMemo((): PeriodStarts | null => JSON.parse(text), [text]);
}

/** Returns the instants of some columns, each once. */
export function instantsOfColumns(ids: readonly string[], starts: PeriodStarts): string[] {
  const periods = ids.filter(isToDateColumn).map((id) => toDateColumns[id].period);
  return [...new Set(periods.map((period) => starts[period]))];
}
