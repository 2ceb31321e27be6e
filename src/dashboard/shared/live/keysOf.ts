import type { QueryKey } from '@tanstack/react-query';
import type { EventType } from '#contract/events.ts';
import type { EventSubject, LiveEvent } from '#contract/live.ts';

/** Queries that are no longer true: of one key, or of all that begin with it. */
export interface Concerned {
  readonly queryKey: QueryKey;
  readonly exact?: boolean;
}

const all = (...queryKey: string[]): Concerned => ({ queryKey });
const one = (...queryKey: string[]): Concerned => ({ queryKey, exact: true });

/** What shows an answer as it came. */
const raw = all('raw');
const created = 'user.created' satisfies EventType;

export const keysOfDeliveries: Concerned[] = [all('webhooks')];

const keysBySubject: Record<EventSubject, (event: LiveEvent) => Concerned[]> = {
  user: ({ type, customId = '' }) => [
    all('users'),
    // One that was not there may have been asked for all the same.
    type === created ? all('user', customId) : one('user', customId),
    raw,
  ],
  wallet: ({ user = '', thematics = '' }) => [
    all('users'),
    all('user', user),
    all('thematic', thematics, 'holders'),
    raw,
  ],
  // No wallet: what it holds, and its return, do not depend on what its thematic is defined as or called.
  thematic: ({ thematics = '' }) => [all('thematics'), all('thematic', thematics), raw],
  endpoint: () => keysOfDeliveries,
  // Records that are appended to histories come with the ticks.
  wallets: () => [],
  thematics: () => [],
};

/** Which queries an event makes untrue. */
export function keysOf(event: LiveEvent): Concerned[] {
  return keysBySubject[event.of](event);
}
