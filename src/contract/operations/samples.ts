import { kibibyte } from '../bytes.ts';
import { operation } from '../operation.ts';
import { importLine } from '../prices.ts';
import { sampleOrder } from '../samples.ts';

/**
 * Replaces all sample users, with their wallets, by so many others; 0 removes them. Other users stay. All or nothing; answers
 * line by line how far it is.
 */
export const putSamples = operation('PUT', '/x/samples', {
  answers: { 200: importLine },
  body: { schema: sampleOrder, limit: 8 * kibibyte },
  mediaType: 'application/x-ndjson',
});
