import * as z from 'zod/mini';
import { contribution } from '../contribution.ts';
import { holderList } from '../directory.ts';
import { history } from '../history.ts';
import { levelList } from '../levels.ts';
import { operation } from '../operation.ts';
import { definitionList, thematic, thematicDefinition, thematicList } from '../thematic.ts';
import { isoTime } from '../time.ts';
import { paging } from './paging.ts';
import { asOf } from './parameters.ts';

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
 * Returns a sparkline of each thematic. Not below `/x/thematics`, where the path could be read as a thematic's id. Complete
 * histories would be too large.
 */
export const getLevels = operation('GET', '/x/levels/{historyType}', {
  answers: { 200: levelList },
  query: { asOf },
  cache: 'revalidate',
  problems: ['invalid-history-type'],
});

/** Returns all thematics as of an instant: level, changes and target weights of then. Names and texts are today's. */
export const getPastThematics = operation('GET', '/x/thematics', {
  answers: { 200: thematicList },
  query: { asOf },
  cache: 'revalidate',
});

/** Returns a thematic as of an instant: level, changes and target weights of then. Name and text are today's. */
export const getPastThematic = operation('GET', '/x/thematics/{id}', {
  answers: { 200: thematic },
  query: { asOf },
  cache: 'revalidate',
  problems: ['thematic-not-found'],
});

/** Returns the levels of a thematic at the records of a history that ends at an instant. */
export const getPastThematicHistory = operation('GET', '/x/thematics/{id}/history/{historyType}', {
  answers: { 200: history },
  query: { asOf },
  cache: 'revalidate',
  problems: ['thematic-not-found', 'invalid-history-type'],
});

export const putThematic = operation('PUT', '/x/thematics/{id}', {
  answers: { 201: thematic, 200: thematic },
  body: { schema: thematicDefinition },
  problems: ['invalid-thematic', 'precondition-failed'],
});

/** Returns all definitions of a thematic, newest first. */
export const getDefinitions = operation('GET', '/x/thematics/{id}/definitions', {
  answers: { 200: definitionList },
  cache: 'revalidate',
  problems: ['thematic-not-found'],
});

/** Withdraws the definition that begins at an instant (ISO 8601). The previous one is in effect again. */
export const deleteDefinition = operation('DELETE', '/x/thematics/{id}/definitions/{from}', {
  answers: { 204: null },
  problems: [
    'thematic-not-found',
    'definition-not-found',
    'first-definition',
    'precondition-failed',
  ],
});

/** Returns each token's part of the change of a thematic's level over a period, or between two instants in it. */
export const getContribution = operation('GET', '/x/thematics/{id}/contribution/{historyType}', {
  answers: { 200: contribution },
  query: { from: z.optional(isoTime), to: z.optional(isoTime), asOf },
  cache: 'revalidate',
  problems: ['thematic-not-found', 'invalid-history-type'],
});

/** Returns the holders of a thematic, largest first and paged. */
export const getHolders = operation('GET', '/x/thematics/{id}/users', {
  answers: { 200: holderList },
  query: { ...paging, asOf },
  problems: ['thematic-not-found'],
});
