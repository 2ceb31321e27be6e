import { history } from '../history.ts';
import { thematic, thematicList } from '../thematic.ts';
import { etagHeader, ifNoneMatch, notModified } from './parameters.ts';
import type { Route } from './route.ts';

const levels = [
  {
    status: 200,
    description: 'The records, ascending.',
    schema: history,
    headers: etagHeader,
  },
  notModified,
] as const;

/** Thematics and their history: the four calls of the interface. */
export const thematicRoutes = [
  {
    method: 'GET',
    path: '/p/thematics',
    tag: 'thematics',
    summary: 'All thematics',
    description: 'Each with its level (100 at inception), target weights and changes.',
    parameters: [ifNoneMatch],
    answers: [
      { status: 200, description: 'The thematics.', schema: thematicList, headers: etagHeader },
      notModified,
    ],
    problems: [],
  },
  {
    method: 'GET',
    path: '/p/thematics/{id}',
    tag: 'thematics',
    summary: 'One thematic',
    description: 'The thematic with this id.',
    parameters: [ifNoneMatch],
    answers: [
      { status: 200, description: 'The thematic.', schema: thematic, headers: etagHeader },
      notModified,
    ],
    problems: ['thematic-not-found'],
  },
  {
    method: 'GET',
    path: '/p/thematics/{id}/history',
    tag: 'thematics',
    summary: 'History of a thematic',
    description: 'The same as with the history type `all`: daily levels since inception.',
    parameters: [ifNoneMatch],
    answers: levels,
    problems: ['thematic-not-found'],
  },
  {
    method: 'GET',
    path: '/p/thematics/{id}/history/{historyType}',
    tag: 'thematics',
    summary: 'History of a thematic over a period',
    description: 'Level of the thematic at every step of the period.',
    parameters: [ifNoneMatch],
    answers: levels,
    problems: ['thematic-not-found', 'invalid-history-type'],
  },
] as const satisfies readonly Route[];
