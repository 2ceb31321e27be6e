import * as z from 'zod/mini';
import { itemChangeList, kindsWithChanges } from '../itemChange.ts';
import { operation } from '../operation.ts';
import { oneOf } from './parameters.ts';

/** Returns the latest changes of one user, thematic or endpoint, newest first. */
export const getChanges = operation('GET', '/x/audit/changes', {
  answers: { 200: itemChangeList },
  query: { kind: oneOf(kindsWithChanges), id: z.string('it is the id of what was changed') },
});
