import type { WebhookType } from '#contract/webhook.ts';

/** What each type tells. */
export const typeWords: Record<WebhookType, string> = {
  'user.created': 'a user was created',
  'user.updated': 'attributes of a user changed',
  'wallet.created': 'a user has a new wallet',
  'wallet.updated': 'positions of a wallet changed',
  'wallet.history.appended': 'new records of its history',
  'thematic.created': 'there is a new thematic',
  'thematic.updated': 'its name, tokens or weights changed',
  'thematic.history.appended': 'new records of its level',
  'webhook.disabled': 'an endpoint failed for too long',
  '*': 'everything, types to come included',
};
