import * as z from 'zod/mini';
import { mebibyte } from '../bytes.ts';
import { operation } from '../operation.ts';
import { importLine, pricePush, priceReceipt, resolutionNames } from '../prices.ts';
import { oneOf } from './parameters.ts';

/** Adds prices to the stored market. A repeated request changes nothing. */
export const pushPrices = operation('POST', '/x/prices', {
  answers: { 200: priceReceipt },
  /** Step of a CSV's rows. Defaults to the smallest difference between two rows. */
  query: { step: z.optional(oneOf(resolutionNames)) },
  body: {
    schema: pricePush,
    limit: 16 * mebibyte,
    otherMediaTypes: ['text/csv', 'application/gzip'],
    isReadByHandler: true,
  },
  problems: ['invalid-prices', 'market-simulated'],
});

/** Imports files of prices and thematics, or nothing if one fails. Streams its progress. */
export const importFiles = operation('POST', '/x/import', {
  answers: { 200: importLine },
  /** `1`: drops conflicting holdings, unless the form's part `replace` differs. */
  query: { replace: z.optional(z.string()) },
  body: {
    schema: z.looseObject({ file: z.array(z.string()) }),
    limit: 256 * mebibyte,
    mediaType: 'multipart/form-data',
    isReadByHandler: true,
  },
  mediaType: 'application/x-ndjson',
  problems: [
    'holdings-in-the-way',
    'invalid-prices',
    'invalid-thematic',
    'invalid-body',
    'malformed-json',
    'too-large',
    'unsupported-media-type',
  ],
});
