import * as z from 'zod/mini';

/** The five period types of the interface, shortest first. */
export const historyTypes = ['day', 'week', 'month', 'year', 'all'] as const;

export const historyType = z.enum(historyTypes);
export type HistoryType = z.infer<typeof historyType>;

export const initialPeriod = 'month' satisfies HistoryType;

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

// The interface does not define the periods. Ours are 24 h, 7 d, 30 d and 365 d, ending at the as of.
/** Length of each period in milliseconds; null: from the first holding or the inception on. */
export const windowOf = {
  day,
  week: 7 * day,
  month: 30 * day,
  year: 365 * day,
  all: null,
} as const satisfies Record<HistoryType, number | null>;

// The interface does not define the density of a history. Ours has these steps, on whole UTC multiples.
/** Milliseconds between two records of each period. */
export const stepOf: Record<HistoryType, number> = {
  day: 5 * minute,
  week: hour,
  month: 4 * hour,
  year: day,
  all: day,
};

/**
 * Returns the shortest period, but at least `shortest`, that has a record at or before an instant. The first record of a period
 * may come a step late.
 * @param asOf the end of the history; null if unknown.
 */
export function periodReaching(
  at: number,
  asOf: number | null,
  shortest: HistoryType = 'day',
): HistoryType {
  const reaches = (type: HistoryType) =>
    asOf !== null && asOf - at <= (windowOf[type] ?? Infinity) - stepOf[type];
  return historyTypes.slice(historyTypes.indexOf(shortest)).find(reaches) ?? 'all';
}

export function isHistoryType(text: string | null | undefined): text is HistoryType {
  return historyTypes.some((type) => type === text);
}
