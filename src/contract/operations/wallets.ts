import * as z from 'zod/mini';
import { history } from '../history.ts';
import { operation } from '../operation.ts';
import { performance, walletsPerformance } from '../performance.ts';
import { positionsHistory } from '../positions.ts';
import { statementList } from '../statement.ts';
import { pastWallets, walletList } from '../wallet.ts';
import { asOf } from './parameters.ts';

export const getWallets = operation('GET', '/p/users/{id}/wallets', {
  answers: { 200: walletList },
  problems: ['user-not-found'],
});

/** Returns a user's wallets as of an instant: those that existed then, with their positions and prices of then. */
export const getPastWallets = operation('GET', '/x/users/{id}/wallets', {
  answers: { 200: pastWallets },
  query: { asOf },
  problems: ['user-not-found'],
});

// The interface does not define a history without a type. Ours is that of `all`.
export const getFullUserHistory = operation('GET', '/p/users/{id}/wallets/history', {
  answers: { 200: history },
  problems: ['user-not-found'],
});

export const getUserHistory = operation('GET', '/p/users/{id}/wallets/history/{historyType}', {
  answers: { 200: history },
  problems: ['user-not-found', 'invalid-history-type'],
});

export const getFullWalletHistory = operation(
  'GET',
  '/p/users/{id}/wallets/thematics/{thematicId}/history',
  {
    answers: { 200: history },
    problems: ['user-not-found', 'thematic-not-found'],
  },
);

/** Returns `[]` if the user and the thematic exist but have no wallet together. */
export const getWalletHistory = operation(
  'GET',
  '/p/users/{id}/wallets/thematics/{thematicId}/history/{historyType}',
  {
    answers: { 200: history },
    problems: ['user-not-found', 'thematic-not-found', 'invalid-history-type'],
  },
);

/** Returns amount, price and total of each token at each record of the history of a user, or of the wallet in one thematic. */
export const getPositionsHistory = operation(
  'GET',
  '/x/users/{id}/positions/history/{historyType}',
  {
    answers: { 200: positionsHistory },
    query: { thematic: z.optional(z.string()), asOf },
    problems: ['user-not-found', 'thematic-not-found', 'invalid-history-type'],
  },
);

/** Returns value, time-weighted index and flow at each record of the history of a user, or of the wallet in one thematic. */
export const getPerformance = operation('GET', '/x/users/{id}/performance/{historyType}', {
  answers: { 200: performance },
  query: { thematic: z.optional(z.string()), asOf },
  problems: ['user-not-found', 'thematic-not-found', 'invalid-history-type'],
});

/** Returns value and flow of each wallet at each record of its user's history. */
export const getWalletsPerformance = operation(
  'GET',
  '/x/users/{id}/wallets/performance/{historyType}',
  {
    answers: { 200: walletsPerformance },
    query: { asOf },
    problems: ['user-not-found', 'invalid-history-type'],
  },
);

/** Returns statements of holdings, newest first, including replaced and withdrawn ones. */
export const getStatements = operation('GET', '/x/users/{id}/statements', {
  answers: { 200: statementList },
  problems: ['user-not-found'],
});
