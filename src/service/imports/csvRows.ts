import { Readable, pipeline } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { CsvError, parse } from 'csv-parse';
import { unescapeFormula } from '#contract/csv.ts';
import type { Faults } from './importFaults.ts';
import { createCellCount } from './cellCount.ts';
import { importLimits, type Allowance } from './importLimits.ts';

export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>;
}

/** A row of a CSV file: its trimmed cells, and its last line number. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A fault in any part of the pipeline destroys the parser too, which ends the loop that reads it. */
const ended = () => {};

const sliceSize = 64 * 1024;
/** Bytes. Without a limit a binary file without line breaks would be read as one endless record. */
export const longestRow = 2 * 1024 * 1024;

/**
 * The non-empty rows of a CSV file, plain or gzipped. Reads in chunks, so that the process keeps answering others. An
 * unreadable file becomes a fault and ends the rows.
 */
export async function* readCsvRows(
  file: NamedBytes,
  faults: Faults,
  allowance: Allowance,
): AsyncGenerator<CsvRow> {
  const parser = parse({
    bom: true,
    info: true,
    max_record_size: longestRow,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
  });
  const parsed: AsyncIterable<Parsed> = parser;
  const counted = (bytes: AsyncIterable<Uint8Array>) =>
    withinColumns(unpacksWithin(bytes, allowance), allowance);
  try {
    const { isGzip, bytes } = await beginningOf(slicesOf(file.bytes));
    if (isGzip) pipeline(Readable.from(bytes), createGunzip(), counted, parser, ended);
    else pipeline(Readable.from(bytes), counted, parser, ended);
    for await (const { record, info } of parsed) {
      const cells = record.map((cell) => unescapeFormula(cell.trim()));
      if (cells.length > 1 || cells[0] !== '') yield { line: info.lines, cells };
    }
  } catch (error) {
    faults.add({ file: file.name, ...lineOf(error) }, reason(error));
  }
}

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

export async function* slicesOf(bytes: NamedBytes['bytes']): AsyncGenerator<Uint8Array> {
  const all = bytes instanceof Uint8Array ? [bytes] : bytes;
  let given = 0;
  for await (const part of all) {
    for (let at = 0; at < part.length; at += sliceSize) {
      const chunk = part.subarray(at, at + sliceSize);
      yield chunk;
      given += chunk.length;
      if (given < sliceSize) continue;
      given = 0;
      // Streams alone would starve timers and sockets.
      await setImmediate();
    }
  }
}

export async function beginningOf(
  chunks: AsyncGenerator<Uint8Array>,
): Promise<{ isGzip: boolean; bytes: AsyncIterable<Uint8Array> }> {
  const first: Uint8Array[] = [];
  let head = new Uint8Array(0);
  while (head.length < 2) {
    const { done, value } = await chunks.next();
    if (done === true) break;
    first.push(value);
    head = Buffer.concat([head, value.subarray(0, 2)]);
  }
  return {
    isGzip: head[0] === 0x1f && head[1] === 0x8b,
    bytes: chained(first, chunks),
  };
}

async function* chained(
  first: readonly Uint8Array[],
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* first;
  yield* rest;
}

/** Limits the unpacked size: a small gzip file can contain endless rows. */
export async function* unpacksWithin(
  bytes: AsyncIterable<Uint8Array>,
  allowance: Allowance,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    allowance.take('bytes', chunk.byteLength);
    yield chunk;
  }
}

/** Stops at the first excess cell, however long its row is: 413 too-large. */
async function* withinColumns(
  bytes: AsyncIterable<Uint8Array>,
  allowance: Allowance,
): AsyncGenerator<Uint8Array> {
  // Plus the column of times.
  const count = createCellCount(',', importLimits.columns + 1);
  for await (const chunk of bytes) {
    if (count.add(chunk) !== null) allowance.take('columns', importLimits.columns + 1);
    yield chunk;
  }
}

function lineOf(error: unknown): { line?: number } {
  if (!(error instanceof CsvError)) return {};
  const line = error['lines'];
  return typeof line === 'number' ? { line } : {};
}

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('Z_')) return 'is not a complete gzip file';
  if (error instanceof CsvError) return `is not CSV: ${error.message}`;
  throw error;
}
