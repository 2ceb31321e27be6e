import type { Delivery, DeliveryState } from '#contract/delivery.ts';
import type { Format } from '../../preferences/format.ts';
import { unknownFigure } from '../../preferences/figures.ts';
import type { Mark } from '../StatusMark.tsx';

const marks: Record<DeliveryState, readonly [Mark, string]> = {
  delivered: ['ok', 'Delivered'],
  failed: ['failed', 'Failed'],
  cancelled: ['off', 'Cancelled'],
  pending: ['waiting', 'Waiting'],
};

/** The state of a delivery, as its mark shows it. */
export function markOf({ state, attempts }: Delivery): readonly [Mark, string] {
  return state === 'pending' && attempts > 0 ? ['retrying', 'Retrying'] : marks[state];
}

/** `3 of 10` while it is retried or has failed, `3` if it was delivered or cancelled. */
export function attemptWords(
  format: Format,
  { state, attempts, attemptsAtMost }: Delivery,
): string {
  return state === 'delivered' || state === 'cancelled'
    ? format.number(attempts)
    : `${format.number(attempts)} of ${format.number(attemptsAtMost)}`;
}

/** The answer: a status, or what happened instead. */
export function answerWords({
  status,
  fault,
}: {
  readonly status: number | null;
  readonly fault: string | null;
}): string {
  if (status !== null) return String(status);
  if (fault === null) return unknownFigure;
  return /within \d+ s/.test(fault) ? 'timeout' : 'no answer';
}
