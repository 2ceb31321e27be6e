import type { Context } from 'hono';
import { parseTime } from '#contract/time.ts';
import { getImports, importUsers, undoImport } from '#contract/operations/userImports.ts';
import { bodyOf } from '#platform/http/body.ts';
import { authorOf, noteSubject } from '#platform/http/caller.ts';
import { requestPath } from '#platform/http/errors.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import { problem } from '#platform/http/problem.ts';
import { jsonLinesStream } from '#platform/http/stream.ts';
import type { Dependencies } from '../portfolio/dependencies.ts';
import { listImports } from './importRecords.ts';
import { importUserLines } from './importUsers.ts';
import { createImportSlot } from './slot.ts';
import { undoImportLines } from './undoImport.ts';

export function userImportOperations(dependencies: Dependencies): Implementation[] {
  const { database, log } = dependencies;
  const slot = createImportSlot();

  const sendLines = (c: Context, lines: AsyncGenerator<object, undefined>, failure: string) =>
    jsonLinesStream(slot.alone(lines), { instance: requestPath(c), log, failure });

  return [
    implement(importUsers, ({ query }, c) => {
      checkMediaType(c);
      const { dryRun, existing = 'update', asOf, map = {} } = query;
      const fileName = query.file?.replaceAll('\0', '') ?? null;
      noteSubject(c, { name: fileName });
      const lines = importUserLines(bodyOf(c, importUsers.body.limit), {
        ...dependencies,
        author: authorOf(c),
        dryRun: dryRun === '1',
        existing,
        asOf: asOf === undefined ? null : parseTime(asOf),
        map,
        fileName,
      });
      return sendLines(c, lines, 'An import of users failed');
    }),

    implement(undoImport, ({ params: { id } }, c) =>
      sendLines(
        c,
        undoImportLines(id, { ...dependencies, author: authorOf(c) }),
        'Undoing an import failed',
      ),
    ),

    implement(getImports, () => listImports(database.queries)),
  ];
}

/** 415 if the content type is not CSV, such as a form or JSON. */
function checkMediaType(c: Context): void {
  const type = c.req.header('content-type') ?? '';
  if (
    type === '' ||
    /^(text\/|application\/(gzip|x-gzip|csv|octet-stream|vnd\.ms-excel)\b)/i.test(type)
  ) {
    return;
  }
  throw problem(
    'unsupported-media-type',
    `This operation accepts a CSV file as its body, plain or gzipped, not ${JSON.stringify(type)}. Set the header content-type: text/csv.`,
  );
}
