import type { EndpointStatus } from '#contract/endpoint.ts';
import { failedTooLong, goneStatus, maxFailingDays } from '#contract/events.ts';
import { day, minute } from '#contract/historyType.ts';

const secondMs = 1000;

/** An endpoint pauses if enough of its attempts in the window failed. */
export const pauseRule = { windowMs: 5 * minute, minAttempts: 10, minFailureRate: 0.7 } as const;
/** On the service's clock: if the system clock is set ahead, one probe comes early. */
const probeDelayMs = { first: 30 * secondMs, max: 10 * minute } as const;
/** An endpoint is disabled after failing without a success for this long … */
export const disableAfterMs = maxFailingDays * day;
/** … if attempts failed on all of these days but one: a clock jump creates days without attempts. */
const minFailedDays = maxFailingDays - 1;

export function mayDisable(failingSince: number, now: number): boolean {
  return now - failingSince >= disableAfterMs;
}

export interface EndpointState {
  readonly status: EndpointStatus;
  readonly failingSince: number | null;
  readonly probeAt: number | null;
  readonly probeDelay: number | null;
}

export interface FinishedAttempt {
  readonly at: number;
  readonly succeeded: boolean;
  readonly status: number | null;
}

/** Counts of the attempts within the window of `pauseRule`, including the ones that just finished. */
export interface RecentAttempts {
  readonly attempts: number;
  readonly failures: number;
  /** Number of days with failed attempts since the last success; only counted if the endpoint may be disabled. */
  readonly failedDays: number;
}

export interface Judgement extends EndpointState {
  /** Why it is disabled now, as a sentence; null if it is not, or was before. */
  readonly disabledBecause: string | null;
}

/** Computes an endpoint's state after attempts: enabled, paused, probed later, or disabled. */
export function judge(
  state: EndpointState,
  finished: readonly FinishedAttempt[],
  recent: RecentAttempts,
  now: number,
): Judgement {
  const last = finished.at(-1);
  if (state.status === 'disabled' || last === undefined) {
    return { ...enabled(state.failingSince), status: state.status };
  }
  if (finished.some(({ status }) => status === goneStatus)) {
    return disabled(
      `It answered ${goneStatus} Gone: it accepts no more messages.`,
      state.failingSince ?? now,
    );
  }
  const hasSucceeded = finished.some(({ succeeded }) => succeeded);
  const failingSince = hasSucceeded ? null : (state.failingSince ?? now);
  const isSpread = recent.failedDays >= minFailedDays;
  if (failingSince !== null && mayDisable(failingSince, now) && isSpread) {
    return disabled(failedTooLong, failingSince);
  }
  if (state.status === 'paused') {
    // An attempt in progress when the endpoint was paused is not a probe.
    const { probeAt, probeDelay } = state;
    const probe = finished.findLast(({ at }) => probeAt === null || at >= probeAt);
    if (probe === undefined) {
      return { status: 'paused', failingSince, probeAt, probeDelay, disabledBecause: null };
    }
    if (probe.succeeded) return enabled(null);
    const delay = Math.min(2 * (state.probeDelay ?? probeDelayMs.first), probeDelayMs.max);
    return {
      status: 'paused',
      failingSince,
      probeAt: now + delay,
      probeDelay: delay,
      disabledBecause: null,
    };
  }
  const failureRate = recent.failures / recent.attempts;
  const isFailing =
    recent.attempts >= pauseRule.minAttempts && failureRate >= pauseRule.minFailureRate;
  if (!last.succeeded && isFailing) {
    return {
      status: 'paused',
      failingSince,
      probeAt: now + probeDelayMs.first,
      probeDelay: probeDelayMs.first,
      disabledBecause: null,
    };
  }
  return enabled(failingSince);
}

export function enabled(failingSince: number | null): Judgement {
  return {
    status: 'enabled',
    failingSince,
    probeAt: null,
    probeDelay: null,
    disabledBecause: null,
  };
}

export function disabled(because: string, failingSince: number | null): Judgement {
  return {
    status: 'disabled',
    failingSince,
    probeAt: null,
    probeDelay: null,
    disabledBecause: because,
  };
}
