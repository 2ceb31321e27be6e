import type * as thematics from '#contract/operations/thematics.ts';
import { defaultPageSize } from '#contract/operations/paging.ts';
import type { ProseOf } from './callProse.ts';
import { linkHeader, locationHeader, pagingProse } from './parameterProse.ts';

export const thematicProse: ProseOf<typeof thematics> = {
  getThematics: {
    tag: 'thematics',
    summary: 'All thematics',
    description: 'Each with its level (100 at inception), target weights and changes.',
    answers: { 200: { description: 'The thematics.' } },
  },
  getThematic: {
    tag: 'thematics',
    summary: 'One thematic',
    description: 'The thematic with this id.',
    answers: { 200: { description: 'The thematic.' } },
  },
  getFullThematicHistory: {
    tag: 'thematics',
    summary: 'History of a thematic',
    description: 'The same as with the history type `all`: daily levels since inception.',
    answers: { 200: { description: 'The records, ascending.' } },
  },
  getThematicHistory: {
    tag: 'thematics',
    summary: 'History of a thematic over a period',
    description: 'Level of the thematic at every step of the period.',
    answers: { 200: { description: 'The records, ascending.' } },
  },
  putThematic: {
    tag: 'thematics',
    summary: 'Define a thematic',
    description:
      'Defines the thematic with this id or redefines it from `from` on (default: the as of); the level chains there, so that no level before it changes. Weights are over 0 and sum to 1.',
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
      201: { description: 'The thematic, defined.', headers: locationHeader('thematic') },
      200: { description: 'The thematic, redefined.', headers: locationHeader('thematic') },
    },
  },
  getDefinitions: {
    tag: 'thematics',
    summary: 'Definitions of a thematic',
    description:
      'What it was made of, from when on, newest first; replaced and retracted definitions are marked.',
    answers: { 200: { description: 'The definitions.' } },
  },
  deleteDefinition: {
    tag: 'thematics',
    summary: 'Retract a definition',
    description:
      'Takes back what was defined from that instant on: the definition before it is in force again. The first one can only be replaced.',
    answers: { 204: { description: 'It is retracted.' } },
  },
  getContribution: {
    tag: 'thematics',
    summary: 'What moved a thematic over a period',
    description:
      'What each token added to the change of the level from the first record of the period to the last. The parts sum to the change; the residual is what rounding lost.',
    answers: { 200: { description: 'The contributions.' } },
  },
  getHolders: {
    tag: 'thematics',
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
