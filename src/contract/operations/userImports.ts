import * as z from 'zod/mini';
import { mebibyte } from '../bytes.ts';
import { operation } from '../operation.ts';
import { oneOf } from './parameters.ts';
import { isoTime } from '../time.ts';
import {
  columnMap,
  existingChoices,
  importUndoLine,
  maxFileNameLength,
  pastImportList,
  userImportLine,
} from '../userImport.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Imports users with their attributes and holdings from a CSV file, plain or gzipped. Each user is imported completely or not at
 * all. Streams the outcomes.
 */
export const importUsers = operation('POST', '/x/users/import', {
  answers: { 200: userImportLine },
  query: {
    /** `1`: returns the expected outcomes and changes nothing. */
    dryRun: z.optional(z.literal('1', 'it is 1, or left out')),
    existing: z.optional(oneOf(existingChoices)),
    /** Name of the file, for the list of imports. */
    file: z.optional(z.string().check(z.maxLength(maxFileNameLength))),
    /** Effective date of holdings whose rows have no `at`, as the dry run returned it. */
    asOf: z.optional(isoTime),
    /** JSON: `{"E-Mail": "customId", "Code": {"attribute": "code", "as": "text"}, "Notes": "ignored"}`. */
    map: z.optional(
      z.pipe(
        z.string().check(z.refine(isJson, 'it is a JSON object of columns')),
        z.pipe(
          z.transform((text: string): unknown => JSON.parse(text)),
          columnMap,
        ),
      ),
    ),
  },
  body: {
    schema: z.string(),
    limit: 256 * mebibyte,
    mediaType: 'text/csv',
    otherMediaTypes: ['application/gzip', 'text/tab-separated-values', 'text/plain'],
    isReadByHandler: true,
  },
  mediaType: 'application/x-ndjson',
  problems: [
    'invalid-users',
    'malformed-json',
    'too-large',
    'unsupported-media-type',
    'import-running',
  ],
});

/** Restores attributes and holdings from before an import, except those with later changes. Users that it created remain. */
export const undoImport = operation('POST', '/x/users/import/{id}/undo', {
  answers: { 200: importUndoLine },
  mediaType: 'application/x-ndjson',
  problems: ['import-not-found', 'import-undone', 'import-running'],
});

/** Returns the last imports, newest first, with their counts and undo deadlines. */
export const getImports = operation('GET', '/x/users/imports', {
  answers: { 200: pastImportList },
  role: 'admin',
});
