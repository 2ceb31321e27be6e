import * as z from 'zod/mini';
import { auditChange } from './auditChange.ts';
import { isoTime } from './time.ts';

/** What has a page that shows its own history. */
export const kindsWithChanges = ['user', 'thematic', 'endpoint'] as const;

/** `GET /x/audit/changes`: one change of something, as everyone who can read may know it. */
export const itemChange = z.looseObject({
  at: isoTime,
  /** null: nobody signs in, since there is no key. */
  by: z.nullable(z.string()),
  operation: z.string(),
  /** Old and new values; null: none were recorded, or they were erased. */
  changes: z.nullable(z.array(auditChange)),
});
export type ItemChange = z.infer<typeof itemChange>;
export const itemChangeList = z.array(itemChange);
