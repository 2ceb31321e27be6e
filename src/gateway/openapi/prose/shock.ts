import { maxFall, minFall } from '#contract/shockText.ts';
import type * as shock from '#contract/operations/shock.ts';
import type { ProseOf } from './callProse.ts';
import { directoryFilterProse, windowOrCsvProse } from './directoryProse.ts';

const { token: heldToken, thematic: heldThematic, ...filter } = directoryFilterProse;
const fall = `from ${minFall}, a rise of 1,000 %, to ${maxFall}, a total loss`;
const otherName = 'A filter, which the directory calls';

export const shockProse: ProseOf<typeof shock> = {
  getBookShock: {
    summary: 'Losses of a book if prices fall',
    description:
      'Loss of each matching user, with the present holdings, if the prices of tokens or thematics are multiplied by 1 − fall, or if all prices change again as between two past instants: p(to) ÷ p(from). A token that is named twice, directly or by thematics, takes the larger fall. Tokens without a price are unchanged. Past prices are not known of a connected service: a replay is 501.',
    query: {
      token: {
        description: `\`ID:FALL\`: the price of a token falls by this share, ${fall}. The fall follows the last colon. Repeatable.`,
        example: 'KORV:0.3',
      },
      thematic: {
        description: `\`ID:FALL\`: the prices of all tokens of a thematic, as defined now, fall by this share. Repeatable.`,
        example: 'settlement-layers:0.2',
      },
      from: {
        description: 'Start of a replay. Does not go with `token` and `thematic`.',
        example: '2026-03-01T00:00:00.000Z',
      },
      to: { description: 'End of a replay. Default: the present.' },
      ...filter,
      period: {
        description: 'Period of the ranges `change` (of the value) and `return`. Default: day.',
        example: 'week',
      },
      heldToken: { ...heldToken, description: `${otherName} \`token\`. ${heldToken.description}` },
      heldThematic: {
        ...heldThematic,
        description: `${otherName} \`thematic\`. Id of a held thematic. Repeatable.`,
      },
      sort: {
        description:
          'A column, descending after a minus. Default: -loss, the worst first. Unknown values come last.',
        example: '-share',
      },
      ...windowOrCsvProse,
    },
    answers: { 200: { description: 'The window.' } },
  },
};
