import { history } from '../history.ts';
import { walletList } from '../wallet.ts';
import type { Route } from './route.ts';

const records = [{ status: 200, description: 'The records, ascending.', schema: history }] as const;

/** Wallets and their history: the five calls of the interface. */
export const walletRoutes = [
  {
    method: 'GET',
    path: '/p/users/{id}/wallets',
    tag: 'wallets',
    summary: 'Wallets of a user',
    description: 'Each wallet with its token positions, valued at the as of.',
    answers: [{ status: 200, description: 'The wallets.', schema: walletList }],
    problems: ['user-not-found'],
  },
  {
    method: 'GET',
    path: '/p/users/{id}/wallets/history',
    tag: 'wallets',
    summary: 'History of all wallets of a user',
    description: 'The same as with the history type `all`.',
    answers: records,
    problems: ['user-not-found'],
  },
  {
    method: 'GET',
    path: '/p/users/{id}/wallets/history/{historyType}',
    tag: 'wallets',
    summary: 'History of all wallets of a user over a period',
    description:
      'Total of the user at every whole step of the period: `day` 288 steps of 5 minutes, `week` 168 hours, `month` 180 steps of 4 hours, `year` 365 days, `all` days since the first holding; and at the as of.',
    answers: records,
    problems: ['user-not-found', 'invalid-history-type'],
  },
  {
    method: 'GET',
    path: '/p/users/{id}/wallets/thematics/{thematicId}/history',
    tag: 'wallets',
    summary: 'History of a user’s wallet of one thematic',
    description:
      'The same as with the history type `all`. A user and a thematic without a wallet between them: `[]`.',
    answers: records,
    problems: ['user-not-found', 'thematic-not-found'],
  },
  {
    method: 'GET',
    path: '/p/users/{id}/wallets/thematics/{thematicId}/history/{historyType}',
    tag: 'wallets',
    summary: 'History of a user’s wallet of one thematic over a period',
    description: 'Total of that wallet at every step of the period.',
    answers: records,
    problems: ['user-not-found', 'thematic-not-found', 'invalid-history-type'],
  },
] as const satisfies readonly Route[];
