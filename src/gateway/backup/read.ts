import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import * as z from 'zod/mini';
import { bytesInWords, kibibyte } from '#contract/bytes.ts';
import { grouped } from '#contract/digits.ts';
import { updateUser } from '#contract/operations/users.ts';
import { knownMigrations } from '#platform/database/migrate.ts';
import { codeOf } from '../config/refusal.ts';
import {
  backupEnd,
  backupFormat,
  backupHeader,
  createSums,
  tableEnd,
  tableStart,
  type BackupHeader,
} from './format.ts';

/** Reason why a file cannot be restored, in sentences: what is wrong, what is expected, what to do. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault';
}

/** Parts of a backup in this order: its header, then of each table its start, its rows and its end. */
export type BackupPart =
  | { readonly kind: 'header'; readonly header: BackupHeader }
  | { readonly kind: 'table'; readonly table: string; readonly columns: readonly string[] }
  /** Lines, each a JSON array of texts. */
  | { readonly kind: 'rows'; readonly lines: readonly string[] }
  | { readonly kind: 'tableEnd'; readonly last: string | null };

const batchLength = 1e6;
const maxShownVersion = 50;

/** Maximum bytes of a line. A row holds at most the body of one call, whose quotes may be escaped twice. */
export const backupLineLimits = { header: 64 * kibibyte, row: 8 * updateUser.body.limit } as const;

/** Reads and verifies a complete backup. Throws a BackupFault at any mismatch, and the signal's reason once it aborts. */
export async function* readBackup(file: string, signal?: AbortSignal): AsyncGenerator<BackupPart> {
  const sums = createSums();
  const lines = linesOf(file, signal);
  const next = async (): Promise<string> => {
    const { done, value } = await lines.next();
    if (done === true) throw damaged('it ends early');
    return value;
  };
  const first = await next();
  const header = headerOf(first);
  sums.add(`${first}\n`);
  yield { kind: 'header', header };
  let total = 0;
  for (let line = await next(); ; line = await next()) {
    const start = parsed(tableStart, line);
    if (start === null) {
      const end = parsed(backupEnd, line);
      if (end === null || end.rows !== total || end.sha256 !== sums.end()) {
        throw damaged('its content was changed');
      }
      break;
    }
    const expected = header.tables[start.table];
    if (expected === undefined) throw damaged('it has a table that is not in its header');
    sums.add(`${line}\n`);
    sums.endTable();
    yield { kind: 'table', ...start };
    let count = 0;
    let batch: string[] = [];
    let length = 0;
    for (line = await next(); line.startsWith('['); line = await next()) {
      sums.add(`${line}\n`);
      count += 1;
      if (count > expected) break;
      batch.push(line);
      length += line.length;
      if (length < batchLength) continue;
      yield { kind: 'rows', lines: batch };
      batch = [];
      length = 0;
    }
    if (batch.length > 0) yield { kind: 'rows', lines: batch };
    const end = parsed(tableEnd, line);
    if (
      end === null ||
      end.rows !== count ||
      count !== expected ||
      end.sha256 !== sums.endTable()
    ) {
      throw damaged(`its table ${start.table} was changed`);
    }
    sums.add(`${line}\n`);
    total += count;
    yield { kind: 'tableEnd', last: end.last };
  }
  if ((await lines.next()).done !== true) throw damaged('it has data after its end');
}

export async function checkBackup(file: string, signal?: AbortSignal): Promise<BackupHeader> {
  let header: BackupHeader | null = null;
  for await (const part of readBackup(file, signal)) {
    if (part.kind === 'header') header = part.header;
  }
  if (header === null) throw damaged('it has no header');
  return header;
}

function headerOf(line: string): BackupHeader {
  const json = jsonOf(line);
  const { data: named } = z.safeParse(
    z.object({ backup: z.literal('portfolio'), format: z.number() }),
    json,
  );
  if (named === undefined) throw foreign();
  const { data: header } = z.safeParse(backupHeader, json);
  const { data } = z.safeParse(z.object({ version: z.string() }), json);
  const version = data?.version.slice(0, maxShownVersion) ?? 'unknown';
  if (named.format > backupFormat || header === undefined) {
    throw new BackupFault(
      `The file was written by version ${version} of this product, in a format that this version cannot read. Restore it with that version, or a newer one.`,
    );
  }
  const known = knownMigrations();
  if (!known.includes(header.migration)) {
    throw new BackupFault(
      `The file was written by version ${version} of this product, whose database is newer than this one's. Restore it with that version, or a newer one.`,
    );
  }
  return header;
}

const foreign = () =>
  new BackupFault(
    'The file is not a backup of this product. It must be a file that npm run backup wrote. Check the file name.',
  );

const damaged = (fault: string) =>
  new BackupFault(
    `The file is damaged: ${fault}. It must be exactly as npm run backup wrote it. Copy it again, or use another backup.`,
  );

async function* linesOf(file: string, signal?: AbortSignal): AsyncGenerator<string, undefined> {
  const source = createReadStream(file);
  const unpacked = source.pipe(createGunzip({ chunkSize: 64 * kibibyte }));
  source.on('error', (error) => unpacked.destroy(error));
  const chunks: AsyncIterable<Buffer> = unpacked;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let pending: Buffer[] = [];
  let length = 0;
  let isHeader = true;
  try {
    for await (const chunk of chunks) {
      signal?.throwIfAborted();
      const end = chunk.lastIndexOf('\n') + 1;
      const isTooLong = length + chunk.indexOf('\n') > backupLineLimits.header;
      if (isHeader && isTooLong) throw foreign();
      if (end > 0) {
        const lines = decoder.decode(Buffer.concat([...pending, chunk.subarray(0, end - 1)]));
        yield* lines.split('\n');
        [pending, length, isHeader] = [[], 0, false];
      }
      pending.push(chunk.subarray(end));
      length += chunk.length - end;
      if (isHeader && length > backupLineLimits.header) throw foreign();
      if (length > backupLineLimits.row) {
        throw damaged(`it has a line over ${bytesInWords(backupLineLimits.row)}`);
      }
    }
  } catch (error) {
    throw readFault(error, source.bytesRead);
  } finally {
    source.destroy();
    unpacked.destroy();
  }
  if (length > 0) throw damaged('its last line is cut off');
}

function readFault(error: unknown, at: number): unknown {
  const code = codeOf(error);
  if (code === 'Z_BUF_ERROR') return damaged('it is cut off');
  if (code === 'Z_DATA_ERROR' && at <= 65_536) return foreign();
  if (code.startsWith('Z_') || code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    return damaged(`its first ${grouped(at)} bytes cannot be unpacked`);
  }
  return error;
}

function parsed<Schema extends z.ZodMiniType>(
  schema: Schema,
  line: string,
): z.output<Schema> | null {
  return z.safeParse(schema, jsonOf(line)).data ?? null;
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
