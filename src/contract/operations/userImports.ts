import * as z from 'zod/mini';
import { mebibyte } from '../bytes.ts';
import { operation } from '../operation.ts';
import { oneOf } from './parameters.ts';
import { isoTime } from '../time.ts';
import {
  attributeImportLine,
  attributePatch,
  columnMap,
  existingChoices,
  importUndoLine,
  maxFileNameLength,
  pastImportList,
  userImportLine,
} from '../userImport.ts';

const maxImportBytes = 256 * mebibyte;

/** `1`: returns the expected outcomes and changes nothing. */
const dryRun = z.optional(z.literal('1', 'it is 1, or left out'));
/** Name of the file, for the list of imports. */
const file = z.optional(z.string().check(z.maxLength(maxFileNameLength)));

const importProblems = [
  'invalid-users',
  'malformed-json',
  'too-large',
  'unsupported-media-type',
  'import-running',
] as const;

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
    dryRun,
    existing: z.optional(oneOf(existingChoices)),
    file,
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
    limit: maxImportBytes,
    mediaType: 'text/csv',
    otherMediaTypes: ['application/gzip', 'text/tab-separated-values', 'text/plain'],
    isReadByHandler: true,
  },
  mediaType: 'application/x-ndjson',
  problems: importProblems,
});

/**
 * Changes attributes of users, one line of JSON for each. Each user is changed completely or not at all. Streams the outcomes. The
 * change is listed among the imports, and `undoImport` undoes it.
 */
export const changeAttributes = operation('POST', '/x/users/attributes', {
  answers: { 200: attributeImportLine },
  query: { dryRun, file },
  body: {
    schema: attributePatch,
    limit: maxImportBytes,
    mediaType: 'application/x-ndjson',
    isReadByHandler: true,
  },
  mediaType: 'application/x-ndjson',
  problems: importProblems,
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
