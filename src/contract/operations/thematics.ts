import * as z from 'zod/mini';
import { contribution } from '../contribution.ts';
import { holderList } from '../directory.ts';
import { history } from '../history.ts';
import { levelList } from '../levels.ts';
import type { Operation } from '../operation.ts';
import { definitionList, thematic, thematicDefinition, thematicList } from '../thematic.ts';
import { isoTime } from '../time.ts';
import { paging } from './paging.ts';

export const getThematics = {
  method: 'GET',
  path: '/p/thematics',
  answers: { 200: thematicList },
  cache: 'revalidate',
  problems: [],
  role: 'analyst',
} as const satisfies Operation;

export const getThematic = {
  method: 'GET',
  path: '/p/thematics/{id}',
  answers: { 200: thematic },
  cache: 'revalidate',
  problems: ['thematic-not-found'],
  role: 'analyst',
} as const satisfies Operation;

export const getFullThematicHistory = {
  method: 'GET',
  path: '/p/thematics/{id}/history',
  answers: { 200: history },
  cache: 'revalidate',
  problems: ['thematic-not-found'],
  role: 'analyst',
} as const satisfies Operation;

export const getThematicHistory = {
  method: 'GET',
  path: '/p/thematics/{id}/history/{historyType}',
  answers: { 200: history },
  cache: 'revalidate',
  problems: ['thematic-not-found', 'invalid-history-type'],
  role: 'analyst',
} as const satisfies Operation;

/**
 * A line of each thematic. Not below `/x/thematics`: there it could be a call of the thematic with that id, and the payload of
 * complete histories would grow with both thematics and records.
 */
export const getLevels = {
  method: 'GET',
  path: '/x/levels/{historyType}',
  answers: { 200: levelList },
  cache: 'revalidate',
  problems: ['invalid-history-type'],
  role: 'analyst',
} as const satisfies Operation;

export const putThematic = {
  method: 'PUT',
  path: '/x/thematics/{id}',
  body: { schema: thematicDefinition },
  answers: { 201: thematic, 200: thematic },
  problems: ['invalid-thematic', 'precondition-failed'],
  role: 'admin',
} as const satisfies Operation;

/** What a thematic was made of: every definition that was ever stated, newest first. */
export const getDefinitions = {
  method: 'GET',
  path: '/x/thematics/{id}/definitions',
  answers: { 200: definitionList },
  cache: 'revalidate',
  problems: ['thematic-not-found'],
  role: 'analyst',
} as const satisfies Operation;

/** Retracts the definition that begins at an instant (ISO 8601): the one before it is in force again. */
export const deleteDefinition = {
  method: 'DELETE',
  path: '/x/thematics/{id}/definitions/{from}',
  answers: { 204: null },
  problems: [
    'thematic-not-found',
    'definition-not-found',
    'first-definition',
    'precondition-failed',
  ],
  role: 'admin',
} as const satisfies Operation;

/** What each token added to the change of a thematic's level over a period, or from one instant of it to another. */
export const getContribution = {
  method: 'GET',
  path: '/x/thematics/{id}/contribution/{historyType}',
  query: { from: z.optional(isoTime), to: z.optional(isoTime) },
  answers: { 200: contribution },
  cache: 'revalidate',
  problems: ['thematic-not-found', 'invalid-history-type'],
  role: 'analyst',
} as const satisfies Operation;

/** Who holds a thematic, largest first, paged. */
export const getHolders = {
  method: 'GET',
  path: '/x/thematics/{id}/users',
  query: paging,
  answers: { 200: holderList },
  problems: ['thematic-not-found'],
  role: 'analyst',
} as const satisfies Operation;
