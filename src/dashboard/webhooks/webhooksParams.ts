import { deliveryStates, type DeliveryState } from '#contract/delivery.ts';
import { day, hour } from '#contract/historyType.ts';
import { choiceParam, type SearchParam, textParam } from '../shared/url/searchParam.ts';

/** `?add=` opens the form, with the URL to begin with, which may be none; null: the form is closed. */
export const addParam: SearchParam<string | null> = {
  name: 'add',
  read: (text) => text,
  write: (url) => url,
};

/** What stands over the page. */
export const openParam = choiceParam(
  'open',
  ['', 'verify', 'inspector', 'code', 'rotate', 'recover'],
  '',
);

/** Id of the endpoint that is selected, and of the delivery that is opened; empty for none. */
export const endpointParam = textParam('endpoint');
export const deliveryParam = textParam('delivery');

export const typeParam = textParam('type');
export const stateParam: SearchParam<DeliveryState | ''> = choiceParam(
  'state',
  ['', ...deliveryStates],
  '',
);

/** How far back the deliveries are listed and recovered, in milliseconds. */
export const spans = { hour, day, week: 7 * day } as const;
export type Span = keyof typeof spans | 'all';
export const spanParam: SearchParam<Span> = choiceParam(
  'span',
  ['all', 'hour', 'day', 'week'],
  'all',
);
