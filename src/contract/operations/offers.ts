import type { Offer } from '../capabilities.ts';
import type { Operation } from '../operation.ts';
import type { getDirectory } from './directory.ts';
import type { getEndpoints } from './endpoints.ts';
import type { getLive } from './live.ts';
import type { importFiles } from './prices.ts';
import type { getContribution, getHolders, putThematic } from './thematics.ts';
import type { getPriceHistory, getTokens } from './tokens.ts';
import type { getPositionsHistory, getStatements } from './wallets.ts';

export type CallOf<O extends Operation> = `${O['method']} ${O['path']}`;

/** The operation behind each offer. Type-only references keep the operations out of a page's download. */
const callOf = {
  directory: 'GET /x/directory' satisfies CallOf<typeof getDirectory>,
  positions: 'GET /x/users/{id}/positions/history/{historyType}' satisfies CallOf<
    typeof getPositionsHistory
  >,
  statements: 'GET /x/users/{id}/statements' satisfies CallOf<typeof getStatements>,
  tokens: 'GET /x/tokens' satisfies CallOf<typeof getTokens>,
  holders: 'GET /x/thematics/{id}/users' satisfies CallOf<typeof getHolders>,
  contribution: 'GET /x/thematics/{id}/contribution/{historyType}' satisfies CallOf<
    typeof getContribution
  >,
  prices: 'GET /x/tokens/{id}/history/{historyType}' satisfies CallOf<typeof getPriceHistory>,
  'thematic-definition': 'PUT /x/thematics/{id}' satisfies CallOf<typeof putThematic>,
  import: 'POST /x/import' satisfies CallOf<typeof importFiles>,
  webhooks: 'GET /x/webhooks/endpoints' satisfies CallOf<typeof getEndpoints>,
  live: 'GET /x/live' satisfies CallOf<typeof getLive>,
} satisfies Record<Offer, string>;

/**
 * Returns each offer with the reason why it is missing; null if it is offered.
 * @param notOffered reasons by operation, as in `GET /x/capabilities`.
 */
export function offersWithout(
  notOffered: Readonly<Record<string, string>>,
): readonly { readonly offer: string; readonly why: string | null }[] {
  return Object.entries(callOf).map(([offer, call]) => ({ offer, why: notOffered[call] ?? null }));
}
