import * as z from 'zod/mini';
import { backupMediaType, resumedDeliveries } from '../backup.ts';
import { mebibyte } from '../bytes.ts';
import { operation } from '../operation.ts';
import { importLine } from '../prices.ts';
import { oneOf } from './parameters.ts';

/** Everything but sessions, as it is at one instant, in one file. */
export const getBackup = operation('GET', '/x/backup', {
  answers: { 200: z.string() },
  /** `1`: with the key of the secrets of endpoints, which reads them anywhere. */
  query: { key: z.optional(oneOf(['1'])) },
  mediaType: backupMediaType,
  problems: ['backup-running'],
  role: 'admin',
});

/** Puts a backup in place of everything, all or nothing; answers line by line how far it is. */
export const restoreBackup = operation('POST', '/x/restore', {
  answers: { 200: importLine },
  /** `1`: although the store holds something. */
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

/** Sends webhooks again that wait since a restore. */
export const resumeDeliveries = operation('POST', '/x/restore/resume', {
  answers: { 200: resumedDeliveries },
});
