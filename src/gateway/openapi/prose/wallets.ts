import { durationText } from '#contract/duration.ts';
import { historyTypes, stepOf, windowOf } from '#contract/historyType.ts';
import type * as wallets from '#contract/operations/wallets.ts';
import type { ProseOf } from './callProse.ts';
import { asOfProse } from './parameterProse.ts';

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
  getPastWallets: {
    summary: 'Wallets of a user as of an instant',
    description:
      'The wallets that existed then, with their positions at the prices of then, and their sum. Without wallets, `reason` says why. A connected service reports past totals only: `tokens` are then empty, and `positionsReason` says why.',
    query: { asOf: asOfProse },
    answers: { 200: { description: 'The wallets of then.' } },
  },
  getFullUserHistory: {
    summary: 'History of all wallets of a user',
    description: 'Same as the history type `all`.',
    answers: records,
  },
  getUserHistory: {
    summary: 'History of all wallets of a user over a period',
    description: `Total of the user at every step of the period (${periods.join(', ')}, \`all\` days since the first holding), and at the as of.`,
    answers: records,
  },
  getFullWalletHistory: {
    summary: 'History of a user’s wallet in one thematic',
    description: 'Same as the history type `all`. `[]` if the user has no wallet in this thematic.',
    answers: records,
  },
  getWalletHistory: {
    summary: 'History of a user’s wallet in one thematic over a period',
    description: 'Total of that wallet at every step of the period.',
    answers: records,
  },
  getPositionsHistory: {
    summary: 'Token positions over a period',
    description: 'Each token at each record of the user’s history.',
    query: { thematic: { description: 'Only the wallet of this thematic.' }, asOf: asOfProse },
    answers: { 200: { description: 'The columns.' } },
  },
  getPerformance: {
    summary: 'Value and return over a period',
    description:
      'Value and time-weighted return at each record of the user’s history. A deposit is a flow and does not change the index.',
    query: { thematic: { description: 'Only the wallet of this thematic.' }, asOf: asOfProse },
    answers: { 200: { description: 'The columns.' } },
  },
  getWalletsPerformance: {
    summary: 'Value and flow of each wallet over a period',
    description:
      'Each wallet at each record of the user’s history. A move from one wallet to another is a flow of both.',
    query: { asOf: asOfProse },
    answers: { 200: { description: 'The columns.' } },
  },
};
