import type * as thematics from '#contract/operations/thematics.ts';
import { defaultPageSize } from '#contract/operations/paging.ts';
import type { ProseOf } from './callProse.ts';
import {
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
    description:
      'Each with its level (100 at inception), target weights and changes. `backfilledUntil` is the end of the levels that were computed in hindsight, null where there are none.',
    answers: { 200: { description: 'The thematics.' } },
  },
  getThematic: {
    summary: 'One thematic',
    description: 'The thematic with this id.',
    answers: { 200: { description: 'The thematic.' } },
  },
  getFullThematicHistory: {
    summary: 'History of a thematic',
    description: 'The same as with the history type `all`: daily levels since inception.',
    answers: { 200: { description: 'The records, ascending.' } },
  },
  getThematicHistory: {
    summary: 'History of a thematic over a period',
    description: 'Level of the thematic at every step of the period.',
    answers: { 200: { description: 'The records, ascending.' } },
  },
  getLevels: {
    summary: 'A line of every thematic over a period',
    description:
      'Date and level of at most 52 records of each thematic’s history, at even steps from its first record to its last.',
    answers: { 200: { description: 'The columns of each thematic.' } },
  },
  putThematic: {
    summary: 'Define a thematic',
    description:
      'Defines the thematic with this id or redefines it from `from` on. The level of a new thematic is 100 at `from` and has no records before; without `from` it is backfilled to the first prices of its tokens. A later definition counts from `from` on (default: the as of); the level chains there, so that no level before it changes. Weights are over 0 and sum to 1. The ETag that If-Match takes, here and where a definition is retracted, is that of its definitions.',
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
      'What it was made of, from when on, newest first; replaced and retracted definitions are marked. The ETag is that of name, description and definitions.',
    answers: { 200: { description: 'The definitions.' } },
  },
  deleteDefinition: {
    summary: 'Retract a definition',
    description:
      'Takes back what was defined from that instant on: the definition before it is in force again. The first one can only be replaced.',
    headers: ifMatch,
    answers: { 204: { description: 'It is retracted.', headers: etagHeader } },
  },
  getContribution: {
    summary: 'What moved a thematic over a period',
    description:
      'What each token added to the change of the level from the first record of the period to the last, or of the part of it from `from` to `to`. The parts sum to the change; the residual is what rounding lost.',
    query: {
      from: {
        description:
          'Where the part begins: an instant of the period, its first record at or after it.',
        example: '2026-06-01T00:00:00.000Z',
      },
      to: {
        description:
          'Where the part ends: an instant of the period, its last record at or before it.',
        example: '2026-06-10T00:00:00.000Z',
      },
    },
    answers: { 200: { description: 'The contributions.' } },
  },
  getHolders: {
    summary: 'Who holds a thematic',
    description: `User, total and share of the user’s total, largest first, ${defaultPageSize.holders} to a page where no limit is given.`,
    query: pagingProse,
    answers: {
      200: {
        description: 'A page of holders.',
        headers: { ...linkHeader, 'X-Total-Count': { description: 'Number of holders.' } },
      },
    },
  },
};
