import { deliveryStates, type DeliveryState } from '#contract/delivery.ts';
import { parseTime } from '#contract/time.ts';
import { problem } from '../../problem.ts';
import type { DeliveryFilter } from './deliveries.ts';

/** The filter of a query; 400 invalid-query. */
export function readFilter(query: URLSearchParams): DeliveryFilter {
  const state = query.get('state');
  return {
    ...(query.has('endpoint') ? { endpoint: query.get('endpoint') ?? '' } : {}),
    ...(query.has('type') ? { type: query.get('type') ?? '' } : {}),
    ...(state === null ? {} : { state: stateOf(state) }),
    ...(query.has('from') ? { from: instantOf(query, 'from') } : {}),
    ...(query.has('to') ? { to: instantOf(query, 'to') } : {}),
  };
}

function stateOf(text: string): DeliveryState {
  const state = deliveryStates.find((one) => one === text);
  if (state !== undefined) return state;
  throw problem(
    'invalid-query',
    `state is ${JSON.stringify(text)}; it is one of ${deliveryStates.join(', ')}.`,
  );
}

function instantOf(query: URLSearchParams, name: string): number {
  const text = query.get(name) ?? '';
  const at = parseTime(text);
  if (!Number.isNaN(at)) return at;
  throw problem(
    'invalid-query',
    `${name} is ${JSON.stringify(text)}; it is a time such as 2026-06-17T14:00:00Z.`,
  );
}
