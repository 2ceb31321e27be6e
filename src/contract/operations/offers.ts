import type { Offer } from '../capabilities.ts';
import type { Operation } from '../operation.ts';
import { getDirectory } from './directory.ts';
import { getEndpoints } from './endpoints.ts';
import { getLive } from './live.ts';
import { importFiles } from './prices.ts';
import { getContribution, getHolders, putThematic } from './thematics.ts';
import { getPriceHistory, getTokens } from './tokens.ts';
import { getPositionsHistory, getStatements } from './wallets.ts';

const operationOf: Readonly<Record<Offer, Operation>> = {
  directory: getDirectory,
  positions: getPositionsHistory,
  statements: getStatements,
  tokens: getTokens,
  holders: getHolders,
  contribution: getContribution,
  prices: getPriceHistory,
  'thematic-definition': putThematic,
  import: importFiles,
  webhooks: getEndpoints,
  live: getLive,
};

/** Each offer with the reason why there is none, by what is not offered of the operations; null: it is offered. */
export function offersWithout(
  notOffered: Readonly<Record<string, string>>,
): readonly { readonly offer: string; readonly why: string | null }[] {
  return Object.entries(operationOf).map(([offer, { method, path }]) => ({
    offer,
    why: notOffered[`${method} ${path}`] ?? null,
  }));
}
