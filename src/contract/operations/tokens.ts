import { holderList } from '../directory.ts';
import { priceHistory } from '../history.ts';
import { operation } from '../operation.ts';
import { tokenList } from '../token.ts';
import { paging } from './paging.ts';
import { asOf } from './parameters.ts';

export const getTokens = operation('GET', '/x/tokens', {
  answers: { 200: tokenList },
  query: { asOf },
  cache: 'revalidate',
});

export const getPriceHistory = operation('GET', '/x/tokens/{id}/history/{historyType}', {
  answers: { 200: priceHistory },
  query: { asOf },
  cache: 'revalidate',
  problems: ['token-not-found', 'invalid-history-type'],
});

/** Returns the holders of a token in any wallet, largest first and paged. */
export const getTokenHolders = operation('GET', '/x/tokens/{id}/users', {
  answers: { 200: holderList },
  query: { ...paging, asOf },
  problems: ['token-not-found'],
});
