import { kibibyte } from '../bytes.ts';
import type { Operation } from '../operation.ts';
import { importLine } from '../prices.ts';
import { sampleOrder } from '../samples.ts';

/**
 * Replaces all sample users, with their wallets, by so many others; 0 removes them. Other users stay. All or nothing; answers
 * line by line how far it is.
 */
export const putSamples = {
  method: 'PUT',
  path: '/x/samples',
  body: { schema: sampleOrder, limit: 8 * kibibyte },
  answers: { 200: importLine },
  mediaType: 'application/x-ndjson',
  problems: [],
  role: 'admin',
} as const satisfies Operation;
