import type { Delivery, DeliveryState } from '#contract/delivery.ts';
import { formatCount } from '../../shared/format/number.ts';
import { unknownFigure } from '../../shared/format/writing.ts';
import type { Mark } from '../StatusMark.tsx';

const marks: Record<DeliveryState, readonly [Mark, string]> = {
  delivered: ['ok', 'Delivered'],
  failed: ['failed', 'Given up'],
  cancelled: ['off', 'Cancelled'],
  pending: ['waiting', 'Waiting'],
};

/** How a delivery is, as its mark shows it. */
export function markOf({ state, attempts }: Delivery): readonly [Mark, string] {
  return state === 'pending' && attempts > 0 ? ['retrying', 'Retrying'] : marks[state];
}

/** `3 of 10` while it may go on or was given up, `3` where it arrived. */
export function attemptWords({ state, attempts, attemptsAtMost }: Delivery): string {
  return state === 'delivered' || state === 'cancelled'
    ? formatCount(attempts)
    : `${formatCount(attempts)} of ${formatCount(attemptsAtMost)}`;
}

/** What came back: a status, or in a word what came instead. */
export function answerWords({
  status,
  fault,
}: {
  readonly status: number | null;
  readonly fault: string | null;
}): string {
  if (status !== null) return String(status);
  if (fault === null) return unknownFigure;
  return /within \d+ s/.test(fault) ? 'time-out' : 'no answer';
}
