import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { previewedDefinition, thematicRebalance, walletRebalance } from '../rebalance.ts';
import { thematicDefinition } from '../thematic.ts';
import { windowOrCsv } from './directoryQuery.ts';
import { oneOf } from './parameters.ts';

/** Returns what to buy and sell so that a wallet has the target weights of its thematic. Trades nothing. */
export const getWalletRebalance = operation('GET', '/x/users/{id}/rebalance', {
  answers: { 200: walletRebalance },
  query: { thematic: z.optional(z.string()), format: z.optional(oneOf(['json', 'csv'])) },
  otherAnswerTypes: ['text/csv'],
  problems: ['user-not-found', 'thematic-not-found', 'missing-parameter'],
});

/** Returns the same for all wallets of a thematic: sums by token and a window of wallets, or each trade as CSV. */
export const getThematicRebalance = operation('GET', '/x/thematics/{id}/rebalance', {
  answers: { 200: thematicRebalance },
  query: windowOrCsv,
  otherAnswerTypes: ['text/csv'],
  problems: ['thematic-not-found'],
});

/** Returns the effects of a definition on the level and the wallets of a thematic. Writes nothing. */
export const previewDefinition = operation('POST', '/x/thematics/{id}/preview', {
  answers: { 200: previewedDefinition },
  body: { schema: thematicDefinition },
  problems: ['invalid-thematic'],
});
