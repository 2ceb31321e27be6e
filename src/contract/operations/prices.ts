import * as z from 'zod/mini';
import type { Operation } from '../operation.ts';
import { importLine, pricePush, priceReceipt, resolutionNames } from '../prices.ts';
import { oneOf } from './parameters.ts';

/** Adds prices to the stored market; the same again changes nothing. */
export const pushPrices = {
  method: 'POST',
  path: '/x/prices',
  /** Of a CSV: the distance of its rows, where a single row does not show it. */
  query: { step: z.optional(oneOf(resolutionNames)) },
  body: {
    schema: pricePush,
    limit: 16 * 1024 * 1024,
    otherMediaTypes: ['text/csv', 'application/gzip'],
    isReadByHandler: true,
  },
  answers: { 200: priceReceipt },
  problems: ['invalid-prices', 'market-simulated'],
  role: 'admin',
} as const satisfies Operation;

/** Imports files of prices, thematics, users and holdings, all or nothing; answers line by line how far it is. */
export const importFiles = {
  method: 'POST',
  path: '/x/import',
  /** `1` drops holdings in the way, as a part `replace` of the form does. */
  query: { replace: z.optional(z.string()) },
  body: {
    schema: z.looseObject({ file: z.array(z.string()) }),
    limit: 256 * 1024 * 1024,
    mediaType: 'multipart/form-data',
    isReadByHandler: true,
  },
  answers: { 200: importLine },
  mediaType: 'application/x-ndjson',
  problems: ['holdings-in-the-way', 'too-large', 'unsupported-media-type'],
  role: 'admin',
} as const satisfies Operation;
