import * as z from 'zod/mini';
import { backupMediaType, resumedDeliveries } from '../backup.ts';
import { mebibyte } from '../bytes.ts';
import { operation } from '../operation.ts';
import { importLine } from '../prices.ts';
import { oneOf } from './parameters.ts';

/** Returns a consistent backup of everything except sessions, as one file. */
export const getBackup = operation('GET', '/x/backup', {
  answers: { 200: z.string() },
  /** `1`: includes the encryption key of endpoint secrets, so that any installation can read them. */
  query: { key: z.optional(oneOf(['1'])) },
  mediaType: backupMediaType,
  problems: ['backup-running'],
  role: 'admin',
});

/** Replaces all data with a backup, or changes nothing if it fails. Streams its progress. */
export const restoreBackup = operation('POST', '/x/restore', {
  answers: { 200: importLine },
  /** `1`: allows a store that is not empty. */
  query: { replace: z.optional(oneOf(['1'])) },
  body: {
    schema: z.string(),
    limit: 64 * 1024 * mebibyte,
    mediaType: backupMediaType,
    isReadByHandler: true,
  },
  mediaType: 'application/x-ndjson',
  problems: [
    'backup-running',
    'invalid-backup',
    'invalid-body',
    'store-not-empty',
    'too-large',
    'malformed-json',
  ],
});

/** Resumes webhook deliveries that have been paused since a restore. */
export const resumeDeliveries = operation('POST', '/x/restore/resume', {
  answers: { 200: resumedDeliveries },
});
