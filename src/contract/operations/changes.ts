import * as z from 'zod/mini';
import { itemChangeList, kindsWithChanges } from '../itemChange.ts';
import type { Operation } from '../operation.ts';
import { oneOf } from './parameters.ts';

/** The last changes of one user, thematic or endpoint, the newest first: what, when and by whom. */
export const getChanges = {
  method: 'GET',
  path: '/x/audit/changes',
  query: { kind: oneOf(kindsWithChanges), id: z.string('it is the id of what was changed') },
  answers: { 200: itemChangeList },
  problems: [],
  role: 'analyst',
} as const satisfies Operation;
