import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { day } from '#contract/historyType.ts';
import type { Span } from '../chart/scene.ts';
import type { Format } from '../preferences/format.ts';
import { type ChangeKind, changeKinds } from './tokenChanges.ts';

/** Shown in place of rows. */
export interface ChangesPanel {
  readonly query: UseQueryResult;
  readonly what: string;
  readonly loading: ReactNode;
  readonly notFound: ReactNode;
  readonly empty: ReactNode;
}

/** “1 Jan 2026, 00:00 and 1 Apr 2026, 00:00 UTC” */
export function betweenText(format: Format, { from, to }: Span): string {
  return `${format.dateTime(from)} and ${format.dateTimeZone(to)}`;
}

/** Says that the records begin after the first date; otherwise empty. */
export function lateStartText(format: Format, { from }: Span, part: Span | null): string {
  if (part === null || from - part.from <= day) return '';
  return `The first record is of ${format.dateTime(from)}, so the comparison begins there.`;
}

/** “5 Jan” and “1 Apr”, for heads of columns; with times within two days. */
export function endLabels(format: Format, span: Span): readonly [from: string, to: string] {
  const { from, to } = span;
  const days = [format.shortDate(from), format.shortDate(to)] as const;
  return days[0] === days[1] ? [format.dayTime(from), format.dayTime(to)] : days;
}

export const changeLabels: Record<ChangeKind, string> = {
  came: 'Came',
  went: 'Went',
  between: 'Came and went',
  changed: 'Changed',
  same: 'Unchanged',
};

/** “2 came, 1 went, 5 changed, 12 unchanged” */
export function countsText(format: Format, counts: Readonly<Record<ChangeKind, number>>): string {
  const known = changeKinds.filter((kind) => counts[kind] > 0);
  return known
    .map((kind) => `${format.number(counts[kind])} ${changeLabels[kind].toLowerCase()}`)
    .join(', ');
}

/** Grid of a row on a phone: the change beside the token, and its parts below. */
export const narrowGrid =
  "'head value' 20px 'third last' 18px 'left right' 18px / minmax(0, 1fr) auto";
