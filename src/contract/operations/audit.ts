import * as z from 'zod/mini';
import { auditList, auditVerification, parseHead } from '../audit.ts';
import { auditKinds, auditResults } from '../auditWords.ts';
import { operation } from '../operation.ts';
import { paging } from './paging.ts';
import { instant, oneOf } from './parameters.ts';

// Who did what, and whether what is recorded of it is still as it was written.

/** The audit trail, the newest first, paged; as CSV all that matches. */
export const getAudit = operation('GET', '/x/audit', {
  answers: { 200: auditList },
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
  role: 'admin',
});

/** Reads the whole trail and says whether every entry is as it was written. */
export const verifyAudit = operation('GET', '/x/audit/verification', {
  answers: { 200: auditVerification },
  query: {
    /** `1`: what was found last, at the start of the process or later, where it was looked. */
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
