import type * as prices from '#contract/operations/prices.ts';
import type * as samples from '#contract/operations/samples.ts';
import type * as tokens from '#contract/operations/tokens.ts';
import { defaultPageSize } from '#contract/operations/paging.ts';
import type { ProseOf } from './callProse.ts';
import { linkHeader, pagingProse } from './parameterProse.ts';

export const marketProse: ProseOf<typeof tokens & typeof prices & typeof samples> = {
  getTokens: {
    summary: 'All tokens',
    description: 'Each with its last price and its changes.',
    answers: { 200: { description: 'The tokens.' } },
  },
  getPriceHistory: {
    summary: 'Prices of a token over a period',
    description: 'The price at every step of the period; none before its first.',
    answers: { 200: { description: 'The records, ascending.' } },
  },
  getTokenHolders: {
    summary: 'Who holds a token',
    description: `User, value of the token in all wallets of the user, and its share of the user’s total, largest first, ${defaultPageSize.holders} to a page where no limit is given.`,
    query: pagingProse,
    answers: {
      200: {
        description: 'A page of holders.',
        headers: { ...linkHeader, 'X-Total-Count': { description: 'Number of holders.' } },
      },
    },
  },
  pushPrices: {
    summary: 'Push prices',
    description:
      'Adds prices to the stored market. Repeating it changes nothing. Refused while the market is simulated. JSON as shown, or the wide CSV of the import, plain or gzip.',
    query: {
      step: {
        description:
          'Of a CSV: the distance between its rows, where one row alone does not show it.',
      },
    },
    body: {
      example: {
        step: '1d',
        prices: [{ token: 'BTC', at: '2021-11-11T00:00:00.000Z', price: 64_882.43 }],
      },
    },
    answers: { 200: { description: 'What was stored.' } },
  },
  importFiles: {
    summary: 'Import files',
    description:
      'Prices and thematics from CSV or CSV.gz files, one part a file. All or nothing. A faulty file is refused with a status of 4xx before the answer begins. The answer is a JSON value a line: progress, and a last line that tells the outcome, `summary` if everything was imported, `problem` if nothing was. Without either the connection was lost.',
    query: {
      replace: {
        description: 'Instead of the part: `1` drops holdings in the way.',
        value: '1',
      },
    },
    body: {
      description:
        'One part `file` for each file; a part `replace` of `1` drops holdings in the way.',
    },
    answers: { 200: { description: 'One JSON value a line.' } },
  },
  putSamples: {
    summary: 'Replace the sample users',
    description:
      'Removes all sample users, with their wallets, and makes so many others; 0 removes them. Other users stay. All or nothing. The answer reports its progress line by line and ends with a summary or a problem.',
    body: { example: { count: 240 } },
    answers: { 200: { description: 'One JSON value a line.' } },
  },
};
