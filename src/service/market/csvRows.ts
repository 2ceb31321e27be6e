import { Readable, pipeline } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { CsvError, parse } from 'csv-parse';
import { bodyLimits } from '../http/body.ts';
import type { Faults } from './faults.ts';

/** A file as it was found or sent. */
export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A row of a CSV file: its cells without white space around them, and the line it ends on. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A fault of any part of a pipeline destroys the parser with it, and so ends the loop that reads it. */
const ended = () => {};

const sliceSize = 64 * 1024;
/** Without a limit a binary file without any line would be read as one endless record. */
const longestRow = 16 * 1024 * 1024;

/**
 * The rows of a CSV file, plain or gzipped, without those that are empty. It reads piece by piece, so that a
 * process that serves others meanwhile keeps answering. What cannot be read at all becomes a fault and ends the rows.
 */
export async function* csvRows(file: NamedBytes, faults: Faults): AsyncGenerator<CsvRow> {
  const parser = parse({
    bom: true,
    info: true,
    max_record_size: longestRow,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
  });
  const parsed: AsyncIterable<Parsed> = parser;
  const source = Readable.from(slices(file.bytes));
  const gzipped = file.bytes[0] === 0x1f && file.bytes[1] === 0x8b;
  if (gzipped) pipeline(source, createGunzip(), upToLimit, parser, ended);
  else pipeline(source, parser, ended);
  try {
    for await (const { record, info } of parsed) {
      const cells = record.map((cell) => cell.trim());
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

async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += sliceSize) {
    // Streams alone go on and on without letting timers and sockets in.
    await setImmediate();
    yield bytes.subarray(at, at + sliceSize);
  }
}

/** A small gzip file can hold endless rows: it may unpack to no more than a plain file may have. */
async function* upToLimit(unpacked: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const piece of unpacked) {
    length += piece.byteLength;
    if (length > bodyLimits.import) throw new TooLong();
    yield piece;
  }
}

class TooLong extends Error {}

function lineOf(error: unknown): { line?: number } {
  if (!(error instanceof CsvError)) return {};
  const line = error['lines'];
  return typeof line === 'number' ? { line } : {};
}

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('Z_')) return 'is not a whole gzip file';
  if (error instanceof TooLong) return `unpacks to more than ${bodyLimits.import / 2 ** 20} MiB`;
  if (error instanceof CsvError) return `is not CSV: ${error.message}`;
  throw error;
}
