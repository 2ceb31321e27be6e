import { grouped } from '#contract/digits.ts';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import * as z from 'zod/mini';
import { csvText } from '#contract/csv.ts';
import { failureRows } from '#contract/failuresCsv.ts';
import { pathOf } from '#contract/operation.ts';
import { importUsers } from '#contract/operations/userImports.ts';
import {
  importFields,
  columnMap,
  existingChoices,
  failureColumns,
  userImportLine,
  type ColumnMap,
  type Existing,
  type ImportCounts,
  type ImportedUser,
  type UserImportLine,
} from '#contract/userImport.ts';
import type { Flags, Given } from '../config/flags.ts';
import { Refusal, wrongUse } from '../config/refusal.ts';
import type { Request } from './holder.ts';
import { connectionLost, faultLines, linesOf, problemLines, progressText } from './importAnswer.ts';

const maxShown = 20;

export const userFlags = {
  'dry-run': { about: 'Shows what would be done, without writing anything.' },
  existing: { takes: 'skip', about: 'Skips existing users. Default: update them.' },
  map: {
    takes: `'{"E-Mail": "customId"}'`,
    about: `Changes the meaning of columns: to one of ${importFields.join(', ')}, to {"attribute": "tier", "as": "text"}, or to ignored. Headers are case-insensitive.`,
  },
  failures: { takes: 'FILE', about: 'Writes failed rows to a file, with line and reason.' },
} as const satisfies Flags;

export interface UserImportFlags {
  readonly isDryRun: boolean;
  readonly existing: Existing;
  /** Columns with another meaning than in their header. */
  readonly map: ColumnMap;
  /** File for the failed rows; null: none. */
  readonly failures: string | null;
}

export function readUserImportFlags({
  existing: givenExisting = 'update',
  ...given
}: Given<typeof userFlags>): UserImportFlags {
  const existing = existingChoices.find((choice) => choice === givenExisting);
  if (existing === undefined) {
    throw new Refusal(
      `--existing is ${givenExisting}; it must be ${existingChoices.join(' or ')}.`,
      wrongUse,
    );
  }
  return {
    isDryRun: given['dry-run'],
    existing,
    map: readMap(given.map ?? '{}'),
    failures: given.failures ?? null,
  };
}

function readMap(text: string): ColumnMap {
  const map = z.safeParse(columnMap, jsonOf(text));
  if (map.success) return map.data;
  throw new Refusal(
    `--map is ${text}; it must be a JSON object of columns, such as '{"E-Mail": "customId", "Notes": "ignored"}'.`,
    wrongUse,
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Imports files of users one after another and prints the results.
 * @returns the number of failed users.
 */
export async function importUserFiles(
  files: readonly string[],
  request: Request,
  print: (line: string) => void,
  flags: UserImportFlags,
  signal: AbortSignal,
): Promise<number> {
  const failures = await openFailures(flags.failures);
  let failed = 0;
  try {
    for (const file of files) {
      failed += (await importFile(file, request, print, { ...flags, failures, signal })).failed;
    }
  } finally {
    await failures?.close();
  }
  if (failed > 0 && flags.failures !== null) {
    print(`The failed rows are in ${flags.failures}: correct them and import that file.`);
  }
  return failed;
}

async function openFailures(file: string | null): Promise<FileHandle | null> {
  if (file === null) return null;
  try {
    return await open(file, 'w');
  } catch {
    throw new Refusal(`${file} cannot be written.`, wrongUse);
  }
}

interface FileOptions extends Omit<UserImportFlags, 'failures'> {
  readonly failures: FileHandle | null;
  readonly signal: AbortSignal;
}

async function importFile(
  file: string,
  request: Request,
  print: (line: string) => void,
  { isDryRun, existing, map, failures, signal }: FileOptions,
): Promise<ImportCounts> {
  const name = basename(file);
  const query = {
    existing,
    ...(isDryRun ? { dryRun: '1' } : {}),
    ...(Object.keys(map).length === 0 ? {} : { map: JSON.stringify(map) }),
  };
  const response = await request(pathOf(importUsers, { query }), {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: ReadableStream.from(createReadStream(file)),
    duplex: 'half',
    signal,
  });
  if (!response.ok) throw new Refusal(await problemLines(response));
  let isOwn: readonly boolean[] = [];
  let shown = 0;
  let progress = '';
  for await (const json of linesOf(response, `${connectionLost} ${importedSoFar}`)) {
    // Aborting the read stops the import after the current transaction.
    signal.throwIfAborted();
    const line = readLine(json);
    if ('problem' in line) throw new Refusal([...faultLines(line.problem), importedSoFar]);
    if ('import' in line) {
      const names = line.import.columns.map((column) => column.name);
      isOwn = names.map((column) => !failureColumns.some((own) => own === column));
      const head = names.filter((_, index) => isOwn[index]);
      await failures?.write(csvText([...failureColumns, ...head], []));
    } else if ('user' in line) {
      if (line.outcome !== 'failed') continue;
      shown += 1;
      if (shown <= maxShown) print(failureLine(name, line));
      const ownCells = (cells: readonly string[]) =>
        cells.filter((_, index) => isOwn[index] !== false);
      await failures?.write(failureRows(line, ownCells));
    } else if ('progress' in line) {
      const text = progressText(line);
      if (text !== progress) print(text);
      progress = text;
    } else {
      if (shown > maxShown) print(`and ${grouped(shown - maxShown)} more failed`);
      print(summary(name, line.result, isDryRun));
      return line.result;
    }
  }
  throw new Refusal(`The import ended early. ${importedSoFar}`);
}

export const importedSoFar =
  'Users imported so far stay. To continue where it stopped, import the same file again.';

function readLine(text: string): UserImportLine {
  const line = z.safeParse(userImportLine, JSON.parse(text));
  if (line.success) return line.data;
  throw new Refusal('This version cannot read the answer of the process.');
}

function failureLine(file: string, { row, field, reason, user }: ImportedUser): string {
  const column = field === undefined ? '' : `, column ${field}`;
  return `${file} line ${row}${column}, user ${JSON.stringify(user)}: ${reason ?? ''}`;
}

function summary(
  file: string,
  { rows, created, updated, unchanged, skipped, failed }: ImportCounts,
  isDryRun: boolean,
): string {
  const counts = [
    `${grouped(created)} created`,
    `${grouped(updated)} updated`,
    `${grouped(unchanged)} unchanged`,
    ...(skipped > 0 ? [`${grouped(skipped)} skipped`] : []),
    `${grouped(failed)} failed`,
  ].join(', ');
  const end = isDryRun
    ? ' This was a dry run: nothing was written. Created users cannot be deleted.'
    : '';
  return `${file}: ${grouped(rows)} rows; users: ${counts}.${end}`;
}
