import type { Operation } from '../operation.ts';
import * as access from './access.ts';
import * as about from './about.ts';
import * as attribution from './attribution.ts';
import * as audit from './audit.ts';
import * as changes from './changes.ts';
import * as book from './book.ts';
import * as backup from './backup.ts';
import * as directory from './directory.ts';
import * as exposure from './exposure.ts';
import * as endpoints from './endpoints.ts';
import * as figures from './figures.ts';
import * as inspector from './inspector.ts';
import * as live from './live.ts';
import * as peers from './peers.ts';
import * as prices from './prices.ts';
import * as rebalance from './rebalance.ts';
import * as quality from './quality.ts';
import * as shock from './shock.ts';
import * as samples from './samples.ts';
import * as selections from './selections.ts';
import * as thematics from './thematics.ts';
import * as tokens from './tokens.ts';
import * as userImports from './userImports.ts';
import * as upstream from './upstream.ts';
import * as users from './users.ts';
import * as views from './views.ts';
import * as wallets from './wallets.ts';
import * as webhooks from './webhooks.ts';

/**
 * All operations by name: everything that the files of `operations/` export. A page imports the operations it calls, never this
 * list.
 */
export const operations = {
  ...users,
  ...directory,
  ...exposure,
  ...peers,
  ...book,
  ...shock,
  ...quality,
  ...wallets,
  ...attribution,
  ...thematics,
  ...rebalance,
  ...tokens,
  ...figures,
  ...webhooks,
  ...endpoints,
  ...inspector,
  ...prices,
  ...userImports,
  ...samples,
  ...selections,
  ...live,
  ...about,
  ...backup,
  ...access,
  ...audit,
  ...views,
  ...changes,
  ...upstream,
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof operations;

const isName = (name: string): name is OperationName => name in operations;
const names = new Map<Operation, OperationName>(
  Object.keys(operations)
    .filter(isName)
    .map((name) => [operations[name], name]),
);

/** Returns the name of an operation; null for none. */
export function operationName(operation: Operation | null): OperationName | null {
  return operation === null ? null : (names.get(operation) ?? null);
}
