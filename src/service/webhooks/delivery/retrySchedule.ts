import { hour, minute } from '#contract/historyType.ts';

export interface Outcome {
  readonly status: number | null;
  readonly isTimeout: boolean;
  readonly retryAfter: string | null;
}

const secondMs = 1000;

/** The delays between attempts; the first attempt is immediate. */
export const retryScheduleMs = [
  5 * secondMs,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const;

export const maxAttempts = retryScheduleMs.length + 1;

const jitter = 0.2;
/** Minimum wait after a receiver reports that it is too busy. */
const minBusyWaitMs = minute;
const busyStatuses = new Set([429, 502, 504]);

/** Success is 2xx; a redirect is a failure, and is not followed. */
export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/**
 * Milliseconds from a failed attempt to the next; null if it was the last.
 * @param attempts number of attempts, including this one.
 * @param random from 0 to 1.
 * @param now epoch milliseconds, compared with a date in Retry-After.
 */
export function waitAfter(
  attempts: number,
  outcome: Outcome,
  { random, now }: { readonly random: number; readonly now: number },
): number | null {
  const scheduled = retryScheduleMs[attempts - 1];
  if (scheduled === undefined) return null;
  const jittered = scheduled * (1 - jitter + 2 * jitter * random);
  const isBusy = outcome.isTimeout || (outcome.status !== null && busyStatuses.has(outcome.status));
  const wait = isBusy ? Math.max(jittered, minBusyWaitMs) : jittered;
  const requested = outcome.retryAfter === null ? null : readRetryAfter(outcome.retryAfter, now);
  if (requested === null) return Math.round(wait);
  return Math.round(Math.min(Math.max(requested, wait, scheduled), Math.max(2 * scheduled, hour)));
}

/** Milliseconds in a Retry-After header (RFC 9110, 10.2.3): whole seconds, or a date; null if it is neither. */
export function readRetryAfter(text: string, now: number): number | null {
  const trimmed = text.trim();
  if (/^\d+$/.test(trimmed)) return Number(trimmed) * secondMs;
  // Date.parse accepts more than HTTP dates, which all begin with a weekday.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(trimmed)) return null;
  const at = Date.parse(trimmed);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
