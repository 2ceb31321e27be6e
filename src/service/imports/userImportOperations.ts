import type { Context } from 'hono';
import { attributesFileName } from '#contract/userImport.ts';
import { parseTime } from '#contract/time.ts';
import {
  changeAttributes,
  getImports,
  importUsers,
  undoImport,
} from '#contract/operations/userImports.ts';
import { bodyOf } from '#platform/http/body.ts';
import { authorOf, callOf, noteSubject } from '#platform/http/caller.ts';
import { requestPath } from '#platform/http/errors.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import { problem } from '#platform/http/problem.ts';
import { jsonLinesStream } from '#platform/http/stream.ts';
import type { Dependencies } from '../portfolio/dependencies.ts';
import { attributeImportLines } from './attributeImport.ts';
import { listImports } from './importRecords.ts';
import { importUserLines } from './importUsers.ts';
import { createImportSlot } from './slot.ts';
import { undoImportLines } from './undoImport.ts';

export function userImportOperations(dependencies: Dependencies): Implementation[] {
  const { database, log } = dependencies;
  const slot = createImportSlot();
  const contextOf = (c: Context) => ({
    ...dependencies,
    author: authorOf(c),
    recorder: callOf(c).recorder,
  });

  const sendLines = (c: Context, lines: AsyncGenerator<object, undefined>, failure: string) =>
    jsonLinesStream(slot.alone(lines), { instance: requestPath(c), log, failure });

  return [
    implement(importUsers, ({ query }, c) => {
      checkMediaType(c, csvTypes, 'a CSV file as its body, plain or gzipped', 'text/csv');
      const { dryRun, existing = 'update', asOf, map = {} } = query;
      const fileName = noteFile(c, query.file);
      const lines = importUserLines(bodyOf(c, importUsers.body.limit), {
        ...contextOf(c),
        dryRun: dryRun === '1',
        existing,
        asOf: asOf === undefined ? null : parseTime(asOf),
        map,
        fileName,
      });
      return sendLines(c, lines, 'An import of users failed');
    }),

    implement(changeAttributes, ({ query: { dryRun, file } }, c) => {
      const { mediaType, limit } = changeAttributes.body;
      checkMediaType(c, jsonLinesTypes, 'lines of JSON as its body', mediaType);
      const lines = attributeImportLines(bodyOf(c, limit), {
        ...contextOf(c),
        dryRun: dryRun === '1',
        fileName: noteFile(c, file ?? attributesFileName),
      });
      return sendLines(c, lines, 'A change of attributes failed');
    }),

    implement(undoImport, ({ params: { id } }, c) =>
      sendLines(c, undoImportLines(id, contextOf(c)), 'Undoing an import failed'),
    ),

    implement(getImports, () => listImports(database.queries)),
  ];
}

/** Notes the name of the file for the audit trail. */
function noteFile(c: Context, file: string | undefined): string | null {
  const name = file?.replaceAll('\0', '') ?? null;
  noteSubject(c, { name });
  return name;
}

const csvTypes = /^(text\/|application\/(gzip|x-gzip|csv|octet-stream|vnd\.ms-excel)\b)/i;
const jsonLinesTypes = /^application\/(x-ndjson|ndjson|jsonl|json-lines|octet-stream)\b/i;

/** 415 if the content type is another one, such as that of a form. */
function checkMediaType(c: Context, accepted: RegExp, body: string, mediaType: string): void {
  const type = c.req.header('content-type') ?? '';
  if (type === '' || accepted.test(type)) return;
  throw problem(
    'unsupported-media-type',
    `This operation accepts ${body}, not ${JSON.stringify(type)}. Set the header content-type: ${mediaType}.`,
  );
}
