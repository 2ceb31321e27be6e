import type { WebhookType } from '#contract/webhook.ts';

/** What each type tells. */
export const typeWords: Record<WebhookType, string> = {
  'user.created': 'a user was created',
  'user.updated': 'attributes of a user changed',
  'wallet.created': 'a user has a new wallet',
  'wallet.updated': 'positions of a wallet changed',
  'wallet.history.appended': 'new records of a wallet’s history',
  'thematic.created': 'there is a new thematic',
  'thematic.updated': 'name, tokens or weights of a thematic changed',
  'thematic.history.appended': 'new records of a thematic’s history',
  'webhook.disabled': 'an endpoint failed for too long',
  '*': 'everything, types to come included',
};
