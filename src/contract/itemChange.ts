import * as z from 'zod/mini';
import { auditChange } from './auditChange.ts';
import { isoTime } from './time.ts';

/** Subjects whose page shows their own changes. */
export const kindsWithChanges = ['user', 'thematic', 'endpoint'] as const;

/** A row of `GET /x/audit/changes`: one change, visible to all analysts and admins. */
export const itemChange = z.looseObject({
  at: isoTime,
  /** null if sign-in is not configured. */
  by: z.nullable(z.string()),
  operation: z.string(),
  /** Old and new values; null if none were recorded or if they were erased. */
  changes: z.nullable(z.array(auditChange)),
});
export type ItemChange = z.infer<typeof itemChange>;
export const itemChangeList = z.array(itemChange);
