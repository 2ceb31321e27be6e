import type { Operation } from './operation.ts';
import * as about from './operations/about.ts';
import * as directory from './operations/directory.ts';
import * as endpoints from './operations/endpoints.ts';
import * as inspector from './operations/inspector.ts';
import * as live from './operations/live.ts';
import * as prices from './operations/prices.ts';
import * as thematics from './operations/thematics.ts';
import * as tokens from './operations/tokens.ts';
import * as userImports from './operations/userImports.ts';
import * as users from './operations/users.ts';
import * as wallets from './operations/wallets.ts';
import * as webhooks from './operations/webhooks.ts';

/** Every call, by name: all that the files of `operations/` export. A page imports the constants it calls, never this list. */
export const operations = {
  ...users,
  ...directory,
  ...wallets,
  ...thematics,
  ...tokens,
  ...webhooks,
  ...endpoints,
  ...inspector,
  ...prices,
  ...userImports,
  ...live,
  ...about,
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof operations;
