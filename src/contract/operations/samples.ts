import { kibibyte } from '../bytes.ts';
import { operation } from '../operation.ts';
import { importLine } from '../prices.ts';
import { sampleOrder } from '../samples.ts';

/**
 * Replaces all sample users and their wallets with this number of new ones; 0 removes them. Other users remain. All or nothing.
 * Streams its progress.
 */
export const putSamples = operation('PUT', '/x/samples', {
  answers: { 200: importLine },
  body: { schema: sampleOrder, limit: 8 * kibibyte },
  mediaType: 'application/x-ndjson',
});
