import type { AttributeImportLine } from '#contract/userImport.ts';
import { problem } from '#platform/http/problem.ts';
import { attributeRows, parseAttributeLine, readLinesOfUser } from './attributeLines.ts';
import { importSpooled, type ImportRunOptions } from './importSpooled.ts';
import { createUserSpool } from './userSpool.ts';

/**
 * Changes attributes of existing users, each completely or not at all, and reports the outcome of each line by line. If the
 * reader stops, the change stops after the current transaction. 422 invalid-users, 413 too-large.
 */
export async function* attributeImportLines(
  bytes: AsyncIterable<Uint8Array>,
  options: ImportRunOptions,
): AsyncGenerator<AttributeImportLine, undefined> {
  const spool = createUserSpool();
  try {
    for await (const row of attributeRows(bytes)) {
      const [text = ''] = row.cells;
      spool.add(row.fault === undefined ? parseAttributeLine(text).customId : null, row);
    }
    if (spool.rows === 0) {
      throw problem(
        'invalid-users',
        'The body has no lines. It needs one JSON object per line, such as {"customId": "ada", "attributes": {"country": "CH"}}.',
      );
    }
    yield* importSpooled(spool, {
      ...options,
      existing: 'update',
      isCreating: false,
      asOf: options.market.asOf(),
      columns: [],
      started: {},
      read: readLinesOfUser,
    });
  } finally {
    spool.close();
  }
}
