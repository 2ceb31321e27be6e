import type * as attribution from '#contract/operations/attribution.ts';
import type * as rebalance from '#contract/operations/rebalance.ts';
import type { ProseOf } from './callProse.ts';
import { asOfProse, windowProse } from './parameterProse.ts';

const ofWallet = {
  thematic: {
    description: 'Id of the thematic whose wallet you mean. Required.',
    example: 'settlement-layers',
  },
};
const csv = (rows: string) => ({
  format: { description: `\`csv\`: ${rows}, as CSV.`, example: 'csv' },
});

export const attributionProse: ProseOf<typeof attribution> = {
  getAttribution: {
    summary: 'Cost of drift of a wallet over a period',
    description:
      'Difference between the time-weighted return of a wallet and the return of its thematic, by token and by part of the period. In each step, a token’s effect is (weight − target) × (its return − the thematic’s return), after Brinson and Fachler (1985). Selection is 0 because the tokens are the same. Effects are linked by cumulative factors (GRAP, 1997), so that they add up to the difference. Steps in which the wallet has no value are excluded.',
    query: { ...ofWallet, asOf: asOfProse, ...csv('all tokens') },
    answers: { 200: { description: 'The effects.' } },
  },
};

export const rebalanceProse: ProseOf<typeof rebalance> = {
  getWalletRebalance: {
    summary: 'Back to target: one wallet',
    description:
      'Amounts to buy and sell at current prices so that the wallet has the target weights of its thematic. The total stays the same, and no cash is left. Tokens without a current price cannot be traded: they are listed, they keep their amounts, and their targets are divided among the others. This operation trades nothing.',
    query: { ...ofWallet, ...csv('all tokens') },
    answers: { 200: { description: 'The trades, largest value first.' } },
  },
  getThematicRebalance: {
    summary: 'Back to target: all wallets of a thematic',
    description:
      'The trades of all open wallets in the thematic: sums by token, number of wallets by active share, and a window of the wallets, largest trade first; or each trade of each wallet as CSV. All values have the same as of.',
    query: {
      ...windowProse,
      ...csv('all trades of all wallets'),
      figures: {
        description:
          'With format=csv: `hidden` omits amounts, values and weights; `totals` omits only amounts and values.',
        example: 'hidden',
      },
      unit: { description: 'With format=csv: unit after the name of the value.', example: 'USD' },
    },
    answers: { 200: { description: 'The sums and the window.' } },
  },
  previewDefinition: {
    summary: 'Preview a definition',
    description:
      'Effects of a definition that `PUT /x/thematics/{id}` would record, without recording it: the level with it, the past year with these weights alone, and the trades in all wallets before and after. Trades are those of the definition in effect at the as of, so a definition that a later one supersedes changes none.',
    body: {
      example: {
        name: 'Two of a kind',
        tokens: [
          { token: 'KORV', weight: 0.7 },
          { token: 'ALDR', weight: 0.3 },
        ],
      },
    },
    answers: { 200: { description: 'The effects.' } },
  },
};
