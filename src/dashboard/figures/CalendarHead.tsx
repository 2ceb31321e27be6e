import type { ReactNode } from 'react';
import { monthNames } from './calendarRows.ts';

interface CalendarHeadProps {
  readonly locale: string;
  /** Head of the first column, which has the years. */
  readonly years: ReactNode;
}

/** Heads of `calendarRows`, in a panel and on paper. */
export function CalendarHead({ locale, years }: CalendarHeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col">{years}</th>
        {monthNames(locale).map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
        <th scope="col">Year</th>
      </tr>
    </thead>
  );
}
