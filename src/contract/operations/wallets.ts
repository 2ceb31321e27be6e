import * as z from 'zod/mini';
import { history } from '../history.ts';
import type { Operation } from '../operation.ts';
import { performance, walletsPerformance } from '../performance.ts';
import { positionsHistory } from '../positions.ts';
import { statementList } from '../statement.ts';
import { walletList } from '../wallet.ts';

export const getWallets = {
  method: 'GET',
  path: '/p/users/{id}/wallets',
  answers: { 200: walletList },
  problems: ['user-not-found'],
  role: 'analyst',
} as const satisfies Operation;

// The interface does not say what a history without a type is: ours is that of `all`.
export const getFullUserHistory = {
  method: 'GET',
  path: '/p/users/{id}/wallets/history',
  answers: { 200: history },
  problems: ['user-not-found'],
  role: 'analyst',
} as const satisfies Operation;

export const getUserHistory = {
  method: 'GET',
  path: '/p/users/{id}/wallets/history/{historyType}',
  answers: { 200: history },
  problems: ['user-not-found', 'invalid-history-type'],
  role: 'analyst',
} as const satisfies Operation;

export const getFullWalletHistory = {
  method: 'GET',
  path: '/p/users/{id}/wallets/thematics/{thematicId}/history',
  answers: { 200: history },
  problems: ['user-not-found', 'thematic-not-found'],
  role: 'analyst',
} as const satisfies Operation;

/** A known user and a known thematic without a wallet between them: `[]`. */
export const getWalletHistory = {
  method: 'GET',
  path: '/p/users/{id}/wallets/thematics/{thematicId}/history/{historyType}',
  answers: { 200: history },
  problems: ['user-not-found', 'thematic-not-found', 'invalid-history-type'],
  role: 'analyst',
} as const satisfies Operation;

/** Amount, price and total of each token at each record of the history of a user, or of the wallet of one thematic. */
export const getPositionsHistory = {
  method: 'GET',
  path: '/x/users/{id}/positions/history/{historyType}',
  query: { thematic: z.optional(z.string()) },
  answers: { 200: positionsHistory },
  problems: ['user-not-found', 'thematic-not-found', 'invalid-history-type'],
  role: 'analyst',
} as const satisfies Operation;

/** Value, time-weighted index and flow at each record of the history of a user, or of the wallet of one thematic. */
export const getPerformance = {
  method: 'GET',
  path: '/x/users/{id}/performance/{historyType}',
  query: { thematic: z.optional(z.string()) },
  answers: { 200: performance },
  problems: ['user-not-found', 'thematic-not-found', 'invalid-history-type'],
  role: 'analyst',
} as const satisfies Operation;

/** Value and flow of each wallet at each record of the history of its user. */
export const getWalletsPerformance = {
  method: 'GET',
  path: '/x/users/{id}/wallets/performance/{historyType}',
  answers: { 200: walletsPerformance },
  problems: ['user-not-found', 'invalid-history-type'],
  role: 'analyst',
} as const satisfies Operation;

/** Statements of holdings, newest first; replaced and retracted ones are marked. */
export const getStatements = {
  method: 'GET',
  path: '/x/users/{id}/statements',
  answers: { 200: statementList },
  problems: ['user-not-found'],
  role: 'analyst',
} as const satisfies Operation;
