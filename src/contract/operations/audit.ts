import * as z from 'zod/mini';
import { auditList, auditVerification, parseHead } from '../audit.ts';
import { auditKinds, auditResults } from '../auditKinds.ts';
import { operation } from '../operation.ts';
import { paging } from './paging.ts';
import { instant, oneOf } from './parameters.ts';

// The audit trail and its verification.

/** Returns the audit trail, newest first and paged; as CSV, all matching entries. */
export const getAudit = operation('GET', '/x/audit', {
  answers: { 200: auditList },
  query: {
    /** Words that must all occur in an entry's texts. */
    q: z.optional(z.string()),
    /** Id or name of the actor. */
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
  role: 'admin',
});

/** Checks that no entry of the trail was altered. */
export const verifyAudit = operation('GET', '/x/audit/verification', {
  answers: { 200: auditVerification },
  query: {
    /** `1`: returns the latest result, from the start of the process or later, without a new check. */
    last: z.optional(z.literal('1', 'it is 1, or left out')),
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
  role: 'admin',
});
