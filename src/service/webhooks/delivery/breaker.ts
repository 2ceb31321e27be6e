const second = 1000;
const minute = 60 * second;

/** Attempts that are looked at, and when they are enough to judge by. */
export const watched = { window: 5 * minute, atLeast: 10, failing: 0.7 } as const;
const probes = { first: 30 * second, longest: 10 * minute } as const;
/** An endpoint that has only failed for so long is disabled. */
export const patience = 5 * 24 * 60 * minute;

/** What is known of an endpoint's health when attempts of it have ended. */
export interface Health {
  readonly status: 'enabled' | 'paused' | 'disabled';
  readonly failingSince: number | null;
  readonly probeAt: number | null;
  readonly probeDelay: number | null;
}

/** An attempt that ended: whether it failed, whether the receiver said that it is gone for good (410). */
export interface Ended {
  /** When it began. */
  readonly at: number;
  readonly succeeded: boolean;
  readonly isGone: boolean;
}

/** Attempts of the last five minutes, those that ended now among them. */
export interface Recent {
  readonly attempts: number;
  readonly failures: number;
}

export interface Judged {
  readonly status: 'enabled' | 'paused' | 'disabled';
  readonly failingSince: number | null;
  readonly probeAt: number | null;
  readonly probeDelay: number | null;
  /** Why it is disabled now, in words; null where it is not, or was before. */
  readonly disabledBecause: string | null;
}

/** What becomes of an endpoint after attempts: it goes on, pauses, is probed later, or is disabled. */
export function judge(
  health: Health,
  ended: readonly Ended[],
  recent: Recent,
  now: number,
): Judged {
  const last = ended.at(-1);
  const steady = { probeAt: null, probeDelay: null, disabledBecause: null } as const;
  if (health.status === 'disabled' || last === undefined) {
    return { ...steady, status: health.status, failingSince: health.failingSince };
  }
  if (ended.some(({ isGone }) => isGone)) {
    return disabled('It answered 410 Gone: it wants no more messages.', health.failingSince ?? now);
  }
  const hasSucceeded = ended.some(({ succeeded }) => succeeded);
  const failingSince = hasSucceeded ? null : (health.failingSince ?? now);
  if (failingSince !== null && now - failingSince >= patience) {
    return disabled('Every attempt of five days failed.', failingSince);
  }
  if (health.status === 'paused') {
    // What was under way when it paused is no probe.
    const { probeAt, probeDelay } = health;
    const probe = ended.findLast(({ at }) => probeAt === null || at >= probeAt);
    if (probe === undefined) {
      return { status: 'paused', failingSince, probeAt, probeDelay, disabledBecause: null };
    }
    if (probe.succeeded) return { ...steady, status: 'enabled', failingSince: null };
    const delay = Math.min(2 * (health.probeDelay ?? probes.first), probes.longest);
    return {
      status: 'paused',
      failingSince,
      probeAt: now + delay,
      probeDelay: delay,
      disabledBecause: null,
    };
  }
  const share = recent.failures / recent.attempts;
  if (!last.succeeded && recent.attempts >= watched.atLeast && share >= watched.failing) {
    return {
      status: 'paused',
      failingSince,
      probeAt: now + probes.first,
      probeDelay: probes.first,
      disabledBecause: null,
    };
  }
  return { ...steady, status: 'enabled', failingSince };
}

function disabled(because: string, failingSince: number): Judged {
  return {
    status: 'disabled',
    failingSince,
    probeAt: null,
    probeDelay: null,
    disabledBecause: because,
  };
}
