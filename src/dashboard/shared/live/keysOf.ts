import type { QueryKey } from '@tanstack/react-query';
import type { LiveEvent } from '#contract/live.ts';

/** Queries that are no longer true: of one key, or of all that begin with it. */
export interface Concerned {
  readonly queryKey: QueryKey;
  readonly exact?: boolean;
}

const all = (...queryKey: string[]): Concerned => ({ queryKey });
const one = (...queryKey: string[]): Concerned => ({ queryKey, exact: true });

/** Which queries an event makes untrue. Records that are appended to histories come with the ticks. */
export function keysOf({ type, customId, user, thematics }: LiveEvent): Concerned[] {
  // What shows an answer as it came.
  const raw = all('raw');
  if (customId !== undefined) {
    // One that was not there may have been asked for all the same.
    const asked = type === 'user.created' ? all('user', customId) : one('user', customId);
    return [all('users'), asked, raw];
  }
  if (user !== undefined && thematics !== undefined) {
    return [all('users'), all('user', user), all('thematic', thematics, 'holders'), raw];
  }
  if (thematics !== undefined) return [all('thematics'), all('thematic', thematics), raw];
  return type === 'webhook.disabled' ? keysOfDeliveries : [];
}

export const keysOfDeliveries: Concerned[] = [all('webhooks')];
