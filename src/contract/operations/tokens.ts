import { holderList } from '../directory.ts';
import { priceHistory } from '../history.ts';
import type { Operation } from '../operation.ts';
import { tokenList } from '../token.ts';
import { paging } from './paging.ts';

export const getTokens = {
  method: 'GET',
  path: '/x/tokens',
  answers: { 200: tokenList },
  cache: 'revalidate',
  problems: [],
  role: 'analyst',
} as const satisfies Operation;

export const getPriceHistory = {
  method: 'GET',
  path: '/x/tokens/{id}/history/{historyType}',
  answers: { 200: priceHistory },
  cache: 'revalidate',
  problems: ['token-not-found', 'invalid-history-type'],
  role: 'analyst',
} as const satisfies Operation;

/** Who holds a token, in whichever wallets: largest first, paged as the holders of a thematic are. */
export const getTokenHolders = {
  method: 'GET',
  path: '/x/tokens/{id}/users',
  query: paging,
  answers: { 200: holderList },
  problems: ['token-not-found'],
  role: 'analyst',
} as const satisfies Operation;
