import * as z from 'zod/mini';

// The interface does not show how times are written. Ours are ISO 8601 in UTC with milliseconds.
/** A time such as `2021-11-11T00:00:00.000Z`. */
export const isoTime = z.iso.datetime({ offset: true });

/**
 * Parses an ISO 8601 time into epoch milliseconds.
 * @returns NaN for any other text.
 */
export function parseTime(text: string): number {
  return Date.parse(text);
}

/** Returns an epoch time in milliseconds as ISO 8601 text in UTC. */
export function formatTime(at: number): string {
  return new Date(at).toISOString();
}
