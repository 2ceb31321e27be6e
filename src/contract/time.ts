import * as z from 'zod/mini';

// The interface does not show how times are written: ours are ISO 8601 in UTC with milliseconds.
/** A time as the service writes it: `2021-11-11T00:00:00.000Z`. */
export const isoTime = z.iso.datetime({ offset: true });

/**
 * Epoch milliseconds of an ISO 8601 time.
 * @returns NaN where the text is no time.
 */
export function parseTime(text: string): number {
  return Date.parse(text);
}

/** ISO 8601 text in UTC with milliseconds of an epoch time in milliseconds. */
export function formatTime(at: number): string {
  return new Date(at).toISOString();
}
