import { day, hour } from '#contract/historyType.ts';

/** Lengths of the time filters of lists, in milliseconds. */
export const timeSpans = { hour, day, week: 7 * day } as const;

export const timeSpanChoices = [
  { value: 'all', label: 'Any time' },
  { value: 'hour', label: 'Past hour' },
  { value: 'day', label: 'Past day' },
  { value: 'week', label: 'Past 7 days' },
] as const;
