import { isTimeoutFault, type Delivery } from '#contract/delivery.ts';
import type { ShownDeliveryState } from '#contract/deliveryState.ts';
import { unknownFigure } from '../../preferences/figures.ts';
import type { Format } from '../../preferences/format.ts';
import type { Mark } from '../StatusMark.tsx';

export const stateLabels: Record<ShownDeliveryState, string> = {
  pending: 'Waiting',
  failing: 'Failing',
  delivered: 'Delivered',
  failed: 'Given up',
  cancelled: 'Canceled',
};

const marks: Record<ShownDeliveryState, Mark> = {
  pending: 'waiting',
  failing: 'retrying',
  delivered: 'ok',
  failed: 'failed',
  cancelled: 'off',
};

export function markOf(state: ShownDeliveryState): readonly [Mark, string] {
  return [marks[state], stateLabels[state]];
}

/** `3 of 10` while retrying or after failure, `3` if delivered or canceled. */
export function attemptsLabel(
  format: Format,
  { state, attempts, attemptsAtMost }: Delivery,
): string {
  return state === 'delivered' || state === 'cancelled'
    ? format.number(attempts)
    : `${format.number(attempts)} of ${format.number(attemptsAtMost)}`;
}

interface ResponseOutcome {
  readonly status: number | null;
  readonly fault: string | null;
}

export function responseLabel({ status, fault }: ResponseOutcome): string {
  if (status !== null) return String(status);
  if (fault === null) return unknownFigure;
  return isTimeoutFault(fault) ? 'timeout' : 'no response';
}
