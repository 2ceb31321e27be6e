import * as z from 'zod/mini';
import { isoTime } from './time.ts';

/** Media type of a backup: gzip over lines of JSON. */
export const backupMediaType = 'application/gzip';

/** Answer of `POST /x/restore/resume`. */
export const resumedDeliveries = z.looseObject({
  /** Deliveries were paused before. */
  resumed: z.boolean(),
});

/** State of scheduled backups in the health answer; null if none are scheduled. */
export const scheduledBackups = z.nullable(
  z.looseObject({
    ok: z.boolean(),
    /** Why the last one failed, in a sentence. */
    reason: z.nullable(z.string()),
    lastAt: z.nullable(isoTime),
  }),
);
export type ScheduledBackups = z.infer<typeof scheduledBackups>;
