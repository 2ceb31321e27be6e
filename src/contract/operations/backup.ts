import * as z from 'zod/mini';
import { backupMediaType, resumedDeliveries } from '../backup.ts';
import { mebibyte } from '../bytes.ts';
import type { Operation } from '../operation.ts';
import { importLine } from '../prices.ts';
import { oneOf } from './parameters.ts';

/** Everything but sessions, as it is at one instant, in one file. */
export const getBackup = {
  method: 'GET',
  path: '/x/backup',
  /** `1`: with the key of the secrets of endpoints, which reads them anywhere. */
  query: { key: z.optional(oneOf(['1'])) },
  answers: { 200: z.string() },
  mediaType: backupMediaType,
  problems: ['backup-running'],
  role: 'admin',
} as const satisfies Operation;

/** Puts a backup in place of everything, all or nothing; answers line by line how far it is. */
export const restoreBackup = {
  method: 'POST',
  path: '/x/restore',
  /** `1`: although the store holds something. */
  query: { replace: z.optional(oneOf(['1'])) },
  body: {
    schema: z.string(),
    limit: 64 * 1024 * mebibyte,
    mediaType: backupMediaType,
    isReadByHandler: true,
  },
  answers: { 200: importLine },
  mediaType: 'application/x-ndjson',
  problems: [
    'backup-running',
    'invalid-backup',
    'invalid-body',
    'store-not-empty',
    'too-large',
    'malformed-json',
  ],
  role: 'admin',
} as const satisfies Operation;

/** Sends webhooks again that wait since a restore. */
export const resumeDeliveries = {
  method: 'POST',
  path: '/x/restore/resume',
  answers: { 200: resumedDeliveries },
  problems: [],
  role: 'admin',
} as const satisfies Operation;
