import { durationText } from '#contract/duration.ts';
import { historyTypes, stepOf, windowOf } from '#contract/historyType.ts';
import type * as wallets from '#contract/operations/wallets.ts';
import type { ProseOf } from './callProse.ts';

const periods = historyTypes.flatMap((type) => {
  const length = windowOf[type];
  if (length === null) return [];
  return [`\`${type}\` ${length / stepOf[type]} steps of ${durationText(stepOf[type])}`];
});

const records = { 200: { description: 'The records, ascending.' } } as const;

export const walletProse: ProseOf<Omit<typeof wallets, 'getStatements'>> = {
  getWallets: {
    summary: 'Wallets of a user',
    description: 'Each wallet with its token positions, valued at the as of.',
    answers: { 200: { description: 'The wallets.' } },
  },
  getFullUserHistory: {
    summary: 'History of all wallets of a user',
    description: 'The same as with the history type `all`.',
    answers: records,
  },
  getUserHistory: {
    summary: 'History of all wallets of a user over a period',
    description: `Total of the user at every whole step of the period: ${periods.join(', ')}, \`all\` days since the first holding; and at the as of.`,
    answers: records,
  },
  getFullWalletHistory: {
    summary: 'History of a user’s wallet of one thematic',
    description:
      'The same as with the history type `all`. A user and a thematic without a wallet between them: `[]`.',
    answers: records,
  },
  getWalletHistory: {
    summary: 'History of a user’s wallet of one thematic over a period',
    description: 'Total of that wallet at every step of the period.',
    answers: records,
  },
  getPositionsHistory: {
    summary: 'Token positions over a period',
    description: 'Amount, price and total of each token at each record of the user’s history.',
    query: { thematic: { description: 'Only the wallet of this thematic.' } },
    answers: { 200: { description: 'The columns.' } },
  },
  getPerformance: {
    summary: 'Value and return over a period',
    description:
      'Total, time-weighted index (100 at the first record of value) and flow at each record of the user’s history: a deposit is a flow and moves no index. `flatRecords` counts the records at which nothing was held that could grow.',
    query: { thematic: { description: 'Only the wallet of this thematic.' } },
    answers: { 200: { description: 'The columns.' } },
  },
  getWalletsPerformance: {
    summary: 'Value and flow of each wallet over a period',
    description:
      'Total and flow of each wallet at each record of the user’s history. What moves from one wallet to another is a flow of both.',
    answers: { 200: { description: 'The columns.' } },
  },
};
