import type * as prices from '#contract/operations/prices.ts';
import type * as samples from '#contract/operations/samples.ts';
import type * as tokens from '#contract/operations/tokens.ts';
import { defaultPageSize } from '#contract/operations/paging.ts';
import type { ProseOf } from './callProse.ts';
import { asOfProse, linkHeader, pagingProse } from './parameterProse.ts';

export const marketProse: ProseOf<typeof tokens & typeof prices & typeof samples> = {
  getTokens: {
    summary: 'All tokens',
    description: 'Each token with its latest price and its return over each period, in `change`.',
    query: { asOf: asOfProse },
    answers: { 200: { description: 'The tokens.' } },
  },
  getPriceHistory: {
    summary: 'Prices of a token over a period',
    description: 'The price at every step of the period, from the first known price on.',
    query: { asOf: asOfProse },
    answers: { 200: { description: 'The records, ascending.' } },
  },
  getTokenHolders: {
    summary: 'Holders of a token',
    description: `Users with the value of the token in all their wallets and its share of their total, largest first. Pages have ${defaultPageSize.holders} rows by default.`,
    query: { ...pagingProse, asOf: asOfProse },
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
      'Adds prices to the stored market. Repeating it changes nothing. Rejected while the market is simulated. JSON as in the example, or the wide CSV of the import, plain or gzipped.',
    query: {
      step: {
        description: 'Step between the rows of a CSV. Needed for a single row.',
      },
    },
    body: {
      example: {
        step: '1d',
        prices: [{ token: 'BTC', at: '2021-11-11T00:00:00.000Z', price: 64_882.43 }],
      },
    },
    answers: { 200: { description: 'The stored prices, counted.' } },
  },
  importFiles: {
    summary: 'Import files',
    description:
      'Imports prices and thematics from CSV or CSV.gz files, one part per file, all or nothing. A faulty file gets a 4xx status before the answer begins. The answer has one JSON value per line: progress, then the outcome: `summary` if everything was imported, `problem` if nothing was. Without either, the connection was lost.',
    query: {
      replace: {
        description: 'Instead of the part: `1` discards conflicting holdings.',
        value: '1',
      },
    },
    body: {
      description:
        'One part `file` for each file. A part `replace` with `1` discards conflicting holdings.',
    },
    answers: { 200: { description: 'One JSON value per line.' } },
  },
  putSamples: {
    summary: 'Replace the sample users',
    description:
      'Removes all sample users, with their wallets, and creates this many new ones; 0 only removes them. Other users stay. All or nothing. The answer reports its progress line by line and ends with a summary or a problem.',
    body: { example: { count: 240 } },
    answers: { 200: { description: 'One JSON value per line.' } },
  },
};
