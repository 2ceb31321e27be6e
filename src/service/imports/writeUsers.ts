import type { ImportedUser, Existing } from '#contract/userImport.ts';
import type { Queries } from '#platform/database/database.ts';
import { problemOf, type Log } from '#platform/http/errors.ts';
import { Problem } from '#platform/http/problem.ts';
import {
  changeLockedUsers,
  newAttributes,
  type ChangeContext,
  type LockedUserChange,
} from '../portfolio/changeUser.ts';
import { patchAttributes } from '#platform/http/userPatch.ts';
import { insertUsers, lockUsers } from '../portfolio/userStore.ts';
import type { BatchWriter } from './batchWriter.ts';
import { recordUsers, type ImportRecord } from './importRecords.ts';
import { walletsOf } from './planUsers.ts';
import type { FileUser } from './userRows.ts';

export interface WriteUsersOptions extends ChangeContext {
  readonly log: Log;
  readonly record: ImportRecord;
  readonly existing: Existing;
  readonly isCreating: boolean;
  readonly asOf: number;
}

export type Written = Exclude<ImportedUser['outcome'], 'failed'> | Problem;

/** Writes users, each completely or not at all. Throws errors that the next users would meet as well. */
export function writeUsers(
  files: readonly FileUser[],
  writer: BatchWriter,
  options: WriteUsersOptions,
): Promise<Written[]> {
  return writer.write(
    files,
    (tx, some) => writeInOne(tx, some, options),
    (_, error) => {
      const known = problemOf(error, options.log, 'The import of a user failed');
      if (error instanceof Problem || known.code === 'internal') return known;
      throw known;
    },
  );
}

async function writeInOne(
  tx: Queries,
  files: readonly FileUser[],
  context: WriteUsersOptions,
): Promise<Written[]> {
  const { clock, record, existing, isCreating, asOf } = context;
  const customIds = files.map(({ customId }) => customId);
  const fresh = files.map(({ customId, attributes }) => ({
    customId,
    attributes: newAttributes(customId, attributes),
  }));
  const inserted = byCustomId(isCreating ? await insertUsers(tx, fresh, clock()) : []);
  // Created by someone else since the plan, or earlier.
  const there = customIds.filter((customId) => !inserted.has(customId));
  const locked = byCustomId(await lockUsers(tx, there));
  const changes = files.flatMap(({ customId, attributes, statements }): LockedUserChange[] => {
    const made = inserted.get(customId);
    const row = made ?? locked.get(customId);
    if (row === undefined || (made === undefined && existing === 'skip')) return [];
    return [
      {
        row,
        attributes:
          made === undefined
            ? (before) => patchAttributes(before, row.attributes, attributes)
            : () => row.attributes,
        wallets: statements.length === 0 ? undefined : walletsOf(statements, asOf),
        isNew: made !== undefined,
      },
    ];
  });
  const results = await changeLockedUsers(tx, context, changes);
  const changed = results.filter((result) => result.changed);
  await recordUsers(
    tx,
    record,
    changed.map(({ row, before, statements }) => ({
      userSeq: row.seq,
      created: inserted.has(row.customId),
      before: before.attributes,
      after: row.attributes,
      statements,
    })),
  );
  const by = new Map(results.map((result) => [result.row.customId, result]));
  return customIds.map((customId) => {
    const result = by.get(customId);
    if (result === undefined) return 'skipped';
    if (!result.changed) return 'unchanged';
    return inserted.has(customId) ? 'created' : 'updated';
  });
}

const byCustomId = <Row extends { readonly customId: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.customId, row]));
