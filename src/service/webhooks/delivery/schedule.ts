/** How an attempt ended. */
export interface Outcome {
  /** Status of the answer; null where none came. */
  readonly status: number | null;
  /** Nothing came in time. */
  readonly isTimeout: boolean;
  /** The header Retry-After of the answer, where it has one. */
  readonly retryAfter: string | null;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** From one attempt to the next; the first is made at once. */
export const steps = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const;

const jitter = 0.2;
/** Receivers that are too busy are left alone for at least so long. */
const leastWhenBusy = minute;
const busy = new Set([429, 502, 504]);

/** Success is 2xx; a redirect is none, and is not followed. */
export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/**
 * Milliseconds from now to the next attempt after one that failed; null where it was the last.
 * @param attempts how many were made, this one included.
 * @param random from 0 to 1.
 * @param now epoch milliseconds, against which a date in Retry-After is read.
 */
export function waitAfter(
  attempts: number,
  outcome: Outcome,
  { random, now }: { readonly random: number; readonly now: number },
): number | null {
  const step = steps[attempts - 1];
  if (step === undefined) return null;
  const jittered = step * (1 - jitter + 2 * jitter * random);
  const isBusy = outcome.isTimeout || (outcome.status !== null && busy.has(outcome.status));
  const wait = isBusy ? Math.max(jittered, leastWhenBusy) : jittered;
  const asked = outcome.retryAfter === null ? null : readRetryAfter(outcome.retryAfter, now);
  if (asked === null) return Math.round(wait);
  return Math.round(Math.min(Math.max(asked, wait, step), Math.max(2 * step, hour)));
}

/** Milliseconds a Retry-After header asks for (RFC 9110, 10.2.3): whole seconds, or a date; null where it is neither. */
export function readRetryAfter(text: string, now: number): number | null {
  const trimmed = text.trim();
  if (/^\d+$/.test(trimmed)) return Number(trimmed) * second;
  // Date.parse reads more than HTTP dates; what begins with a weekday is one.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(trimmed)) return null;
  const at = Date.parse(trimmed);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
