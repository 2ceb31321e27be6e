import * as z from 'zod/mini';
import {
  auditKinds,
  auditList,
  auditResults,
  auditVerification,
  itemChangeList,
  kindsWithChanges,
  parseHead,
} from '../audit.ts';
import type { Operation } from '../operation.ts';
import { paging } from './paging.ts';
import { instant, oneOf } from './parameters.ts';

// Who did what, and whether what is recorded of it is still as it was written.

/** The audit trail, the newest first, paged; as CSV all that matches. */
export const getAudit = {
  method: 'GET',
  path: '/x/audit',
  query: {
    /** Words that an entry has, all of them, in any of its texts. */
    q: z.optional(z.string()),
    /** Whoever has this id, or else this name. */
    actor: z.optional(z.string()),
    operation: z.optional(z.string()),
    kind: z.optional(oneOf(auditKinds)),
    id: z.optional(z.string()),
    result: z.optional(oneOf(auditResults)),
    from: z.optional(instant),
    to: z.optional(instant),
    format: z.optional(oneOf(['json', 'csv'])),
    ...paging,
  },
  otherAnswerTypes: ['text/csv'],
  answers: { 200: auditList },
  problems: [],
  role: 'admin',
} as const satisfies Operation;

/** Reads the whole trail and says whether every entry is as it was written. */
export const verifyAudit = {
  method: 'GET',
  path: '/x/audit/verification',
  query: {
    /** The last entry as it was noted earlier: `17:0a1b…`. */
    head: z.optional(
      z.pipe(
        z
          .string()
          .check(
            z.refine(
              (text) => parseHead(text) !== null,
              'it is the number and the hash of an entry, such as 17:0a1b… with 64 digits',
            ),
          ),
        z.transform(parseHead),
      ),
    ),
  },
  answers: { 200: auditVerification },
  problems: [],
  role: 'admin',
} as const satisfies Operation;

/** The last changes of one user, thematic or endpoint, the newest first: what, when and by whom. */
export const getChanges = {
  method: 'GET',
  path: '/x/audit/changes',
  query: { kind: oneOf(kindsWithChanges), id: z.string('it is the id of what was changed') },
  answers: { 200: itemChangeList },
  problems: [],
  role: 'analyst',
} as const satisfies Operation;
