import type * as thematics from '#contract/operations/thematics.ts';
import { defaultPageSize } from '#contract/operations/paging.ts';
import type { ProseOf } from './callProse.ts';
import {
  asOfProse,
  etagHeader,
  ifMatch,
  ifNoneMatchStar,
  linkHeader,
  locationHeader,
  pagingProse,
} from './parameterProse.ts';

/** Also for `GET /x/thematics/{id}/definitions`. */
const definedHeaders = { ...etagHeader, ...locationHeader('thematic') };

export const thematicProse: ProseOf<typeof thematics> = {
  getThematics: {
    summary: 'All thematics',
    description: 'Each thematic with the return of its level over each period, in `change`.',
    answers: { 200: { description: 'The thematics.' } },
  },
  getThematic: {
    summary: 'One thematic',
    description: 'The thematic with this id.',
    answers: { 200: { description: 'The thematic.' } },
  },
  getFullThematicHistory: {
    summary: 'History of a thematic',
    description: 'Same as the history type `all`: daily levels since inception.',
    answers: { 200: { description: 'The records, ascending.' } },
  },
  getThematicHistory: {
    summary: 'History of a thematic over a period',
    description: 'Level of the thematic at every step of the period.',
    answers: { 200: { description: 'The records, ascending.' } },
  },
  getLevels: {
    summary: 'Levels of all thematics over a period',
    description:
      'Date and level of at most 52 records of each thematic’s history, evenly spaced from its first to its last record.',
    query: { asOf: asOfProse },
    answers: { 200: { description: 'The columns of each thematic.' } },
  },
  getPastThematics: {
    summary: 'All thematics as of an instant',
    description:
      'Each thematic with the level, the changes and the target weights of then. Without tokens before its first definition; `tokens` is null for a connected service, which reports no past definitions.',
    query: { asOf: asOfProse },
    answers: { 200: { description: 'The thematics.' } },
  },
  getPastThematic: {
    summary: 'One thematic as of an instant',
    description: 'The thematic with the level, the changes and the target weights of then.',
    query: { asOf: asOfProse },
    answers: { 200: { description: 'The thematic.' } },
  },
  getPastThematicHistory: {
    summary: 'History of a thematic up to an instant',
    description: 'Level of the thematic at every step of the period that ends at the as of.',
    query: { asOf: asOfProse },
    answers: { 200: { description: 'The records, ascending.' } },
  },
  putThematic: {
    summary: 'Define a thematic',
    description:
      'Defines the thematic with this id, or redefines it from `from` on. The level of a new thematic is 100 at `from`, without earlier records; without `from` it is backfilled to the first prices of its tokens. A later definition applies from `from` on (default: the as of). The level is chained there, so that earlier levels do not change. Weights are greater than 0 and sum to 1. If-Match takes the ETag of the definitions, also when a definition is withdrawn.',
    headers: { ...ifMatch, ...ifNoneMatchStar },
    body: {
      example: {
        name: 'Two of a kind',
        tokens: [
          { token: 'KORV', weight: 0.5 },
          { token: 'ALDR', weight: 0.5 },
        ],
      },
    },
    answers: {
      201: { description: 'The thematic, defined.', headers: definedHeaders },
      200: { description: 'The thematic, redefined.', headers: definedHeaders },
    },
  },
  getDefinitions: {
    summary: 'Definitions of a thematic',
    description:
      'Newest first. Replaced and withdrawn definitions are marked. The ETag is that of name, description and definitions.',
    answers: { 200: { description: 'The definitions.' } },
  },
  deleteDefinition: {
    summary: 'Withdraw a definition',
    description:
      'Withdraws the definition that begins at that instant: the previous one applies again. The first definition can only be replaced.',
    headers: ifMatch,
    answers: { 204: { description: 'Withdrawn.', headers: etagHeader } },
  },
  getContribution: {
    summary: 'Contributions to a thematic over a period',
    description:
      'Contribution of each token to the change of the level from the first to the last record of the period, or between `from` and `to`.',
    query: {
      from: {
        description: 'Start: the first record of the period at or after this instant.',
        example: '2026-06-01T00:00:00.000Z',
      },
      to: {
        description: 'End: the last record of the period at or before this instant.',
        example: '2026-06-10T00:00:00.000Z',
      },
      asOf: asOfProse,
    },
    answers: { 200: { description: 'The contributions.' } },
  },
  getHolders: {
    summary: 'Holders of a thematic',
    description: `Users with the total of the wallet and its share of their total, largest first. Pages have ${defaultPageSize.holders} rows by default.`,
    query: { ...pagingProse, asOf: asOfProse },
    answers: {
      200: {
        description: 'A page of holders.',
        headers: { ...linkHeader, 'X-Total-Count': { description: 'Number of holders.' } },
      },
    },
  },
};
