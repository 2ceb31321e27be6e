import * as z from 'zod/mini';
import { contribution } from '../contribution.ts';
import { holderList } from '../directory.ts';
import { history } from '../history.ts';
import { levelList } from '../levels.ts';
import { operation } from '../operation.ts';
import { definitionList, thematic, thematicDefinition, thematicList } from '../thematic.ts';
import { isoTime } from '../time.ts';
import { paging } from './paging.ts';

export const getThematics = operation('GET', '/p/thematics', {
  answers: { 200: thematicList },
  cache: 'revalidate',
});

export const getThematic = operation('GET', '/p/thematics/{id}', {
  answers: { 200: thematic },
  cache: 'revalidate',
  problems: ['thematic-not-found'],
});

export const getFullThematicHistory = operation('GET', '/p/thematics/{id}/history', {
  answers: { 200: history },
  cache: 'revalidate',
  problems: ['thematic-not-found'],
});

export const getThematicHistory = operation('GET', '/p/thematics/{id}/history/{historyType}', {
  answers: { 200: history },
  cache: 'revalidate',
  problems: ['thematic-not-found', 'invalid-history-type'],
});

/**
 * A line of each thematic. Not below `/x/thematics`: there it could be a call of the thematic with that id, and the payload of
 * complete histories would grow with both thematics and records.
 */
export const getLevels = operation('GET', '/x/levels/{historyType}', {
  answers: { 200: levelList },
  cache: 'revalidate',
  problems: ['invalid-history-type'],
});

export const putThematic = operation('PUT', '/x/thematics/{id}', {
  answers: { 201: thematic, 200: thematic },
  body: { schema: thematicDefinition },
  problems: ['invalid-thematic', 'precondition-failed'],
});

/** What a thematic was made of: every definition that was ever stated, newest first. */
export const getDefinitions = operation('GET', '/x/thematics/{id}/definitions', {
  answers: { 200: definitionList },
  cache: 'revalidate',
  problems: ['thematic-not-found'],
});

/** Retracts the definition that begins at an instant (ISO 8601): the one before it is in force again. */
export const deleteDefinition = operation('DELETE', '/x/thematics/{id}/definitions/{from}', {
  answers: { 204: null },
  problems: [
    'thematic-not-found',
    'definition-not-found',
    'first-definition',
    'precondition-failed',
  ],
});

/** What each token added to the change of a thematic's level over a period, or from one instant of it to another. */
export const getContribution = operation('GET', '/x/thematics/{id}/contribution/{historyType}', {
  answers: { 200: contribution },
  query: { from: z.optional(isoTime), to: z.optional(isoTime) },
  cache: 'revalidate',
  problems: ['thematic-not-found', 'invalid-history-type'],
});

/** Who holds a thematic, largest first, paged. */
export const getHolders = operation('GET', '/x/thematics/{id}/users', {
  answers: { 200: holderList },
  query: paging,
  problems: ['thematic-not-found'],
});
