import { day } from '#contract/historyType.ts';
import type { CreatedWhen, Filters } from './filters.ts';
import type { Criteria, Range } from './index/question.ts';

const lengths = { day: 1, week: 7, month: 30, year: 365 } as const;

/**
 * What the search and the filters ask of the index.
 * @param now when it is asked, epoch milliseconds: `past week` is counted from the beginning of that day in UTC.
 */
export function criteriaOf(text: string, filters: Filters, now: number): Criteria {
  const { thematics, total, moved, created } = filters;
  return { text: text.trim(), thematics, total, moved, created: created && rangeOf(created, now) };
}

function rangeOf(created: CreatedWhen, now: number): Range {
  if (created.past !== null) {
    return { from: Math.floor(now / day) * day - lengths[created.past] * day, to: null };
  }
  const { from, to } = created;
  return {
    from: from === null ? null : Date.parse(from),
    // To the end of that day.
    to: to === null ? null : Date.parse(to) + day - 1,
  };
}
