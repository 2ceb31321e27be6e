import type * as quality from '#contract/operations/quality.ts';
import type { ProseOf } from './callProse.ts';
import { asOfProse, windowProse } from './parameterProse.ts';

const answers = { 200: { description: 'The flaws.' } };
const reported = 'A connected service reports no past prices: only its missing records are known.';

export const qualityProse: ProseOf<typeof quality> = {
  getQuality: {
    summary: 'Flawed data',
    description:
      'Series and tokens with flaws, worst first, with the number of users and the kinds of figures that depend on them; a window, or all as CSV with one row per flaw. Tokens are checked over the past year, and for coarse prices over the past month. Of a connected service, reported levels, tokens and wallets are checked.',
    query: {
      ...windowProse,
      format: { description: '`csv`: all rows, as CSV.', example: 'csv' },
      figures: {
        description: 'With format=csv: `hidden` and `totals` both omit differences in money.',
        value: 'hidden',
      },
    },
    answers: { 200: { description: 'The window.' } },
  },
  getUserQuality: {
    summary: 'Flaws behind the history of a user',
    description: `Missing records, and tokens with old, missing or coarse prices. ${reported}`,
    query: {
      thematic: { description: 'Only the wallet of this thematic.' },
      asOf: asOfProse,
    },
    answers,
  },
  getThematicQuality: {
    summary: 'Flaws behind the level of a thematic',
    description: `Missing records, and tokens with old, missing or coarse prices. ${reported}`,
    query: { asOf: asOfProse },
    answers,
  },
  getTokenQuality: {
    summary: 'Flaws of a token’s prices',
    description: 'Missing records, and whether the price is old, missing or coarse.',
    query: { asOf: asOfProse },
    answers,
  },
};
