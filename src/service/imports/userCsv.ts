import { bytesInWords } from '#contract/bytes.ts';
import { grouped } from '#contract/digits.ts';
import { updateUser } from '#contract/operations/users.ts';
import { finished } from 'node:stream/promises';
import { CsvError, parse, type Options } from 'csv-parse';
import { parse as parseLine } from 'csv-parse/sync';
import { unescapeFormula } from '#contract/csv.ts';
import { problem, type Problem } from '#platform/http/problem.ts';
import { createCellCount } from './cellCount.ts';

export interface UserCsvRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** Why it cannot be parsed; its cells are then those of the line, as far as they can be separated. */
  readonly fault?: string;
}

/** Per row, including the header. */
export const maxColumns = 1000;
/** Bytes. No change of a user is larger. Without a limit a file with one quote would be read as one endless row. */
export const maxRowSize = updateUser.body.limit;
/** Bytes that may be parsed again after faults: a file of nothing but faults is rejected before it takes minutes. */
const maxReread = 512 * 1024 * 1024;
/** A fault requires parsing the rest of its chunk again, so chunks are small, and smaller still after faults. */
const chunkSize = 8 * 1024;
const rereadChunkSize = 512;
/** Maximum number of bytes after a row that csv-parse waits for. */
const lookAhead = 64;

/**
 * The rows of a CSV text, its header first. Commas, semicolons or tabs separate cells, detected from the header or
 * declared by a first line `sep=`. A line with wrong quotes is a faulty row; parsing continues with the next line.
 */
export async function* userCsvRows(text: AsyncIterable<string>): AsyncGenerator<UserCsvRow> {
  const source = text[Symbol.asyncIterator]();
  const beginning = await readBeginning(source);
  const named = separatorNamed(beginning);
  const body = named === null ? beginning : beginning.slice(lineEnd(beginning));
  const delimiter = named ?? separatorOf(body);
  const chunks = chunksOf(body, source);
  let section = createSection(delimiter, named === null ? 1 : 2);
  let again: Buffer = Buffer.alloc(0);
  let reread = 0;
  const nextChunk = async (size: number = rereadChunkSize): Promise<Buffer | null> => {
    if (again.length === 0) return (await chunks.next()).value ?? null;
    const chunk = again.subarray(0, size);
    again = again.subarray(chunk.length);
    return chunk;
  };
  for (;;) {
    let chunk = await nextChunk();
    const fault = chunk === null ? await section.end() : await section.write(chunk);
    yield* section.take();
    if (fault === null) {
      if (chunk === null) return;
      continue;
    }
    // The first line of the row is at fault; parsing continues with the next one.
    let { bytes, line } = section.rest();
    while (chunk !== null && bytes.length <= maxRowSize && lineOf(bytes) === null) {
      const more: Buffer[] = [];
      let length = 0;
      do {
        chunk = await nextChunk(chunkSize);
        if (chunk === null) break;
        more.push(chunk);
        length += chunk.length;
      } while (bytes.length + length <= maxRowSize && !/[\r\n]/.test(chunk.toString('latin1')));
      bytes = Buffer.concat([bytes, ...more]);
    }
    const { blank, text, end } = lineOf(bytes) ?? { blank: '', text: bytes, end: bytes.length };
    line += breaksIn(blank);
    yield { line, ...lenientRow(text.toString(), delimiter, fault) };
    reread += bytes.length - end;
    if (reread > maxReread) {
      throw invalidFile('has too many unclosed quotes. Double the quotes inside a cell');
    }
    again = Buffer.concat([bytes.subarray(end), again]);
    section = createSection(delimiter, line + 1);
  }
}

/** The first non-empty line, with the empty ones before it; null if its end has not arrived. */
function lineOf(bytes: Buffer): { blank: string; text: Buffer; end: number } | null {
  const [whole, blank = '', text = '', lineBreak] =
    /^([\r\n]*)([^\r\n]+)(\r\n|\r|\n)/.exec(bytes.toString('latin1')) ?? [];
  // A LF may follow a CR at the end of the bytes.
  if (whole === undefined || (lineBreak === '\r' && whole.length === bytes.length)) return null;
  const from = blank.length;
  return { blank, text: bytes.subarray(from, from + text.length), end: whole.length };
}

export function invalidFile(detail: string, members: Record<string, unknown> = {}): Problem {
  return problem('invalid-users', `The file ${detail}.`, { members });
}

type RowFault = CsvError | 'too wide' | 'too long';

/** A part that is parsed in one go, up to the next fault. */
interface Section {
  /** @returns the fault after the last parsed row; null if there is none. */
  write(chunk: Buffer): Promise<RowFault | null>;
  end(): Promise<CsvError | null>;
  take(): UserCsvRow[];
  /** The bytes after the last row, and their first line number. */
  rest(): { bytes: Buffer; line: number };
}

function createSection(delimiter: string, firstLine: number): Section {
  const count = createCellCount(delimiter, maxColumns);
  let rows: UserCsvRow[] = [];
  let pending: Buffer = Buffer.alloc(0);
  /** Offset of `pending` in all written bytes, and its first line number. */
  let offset = 0;
  let line = firstLine;
  let rowEnd = 0;
  /** csv-parse counts a CRLF inside a cell as two lines. */
  let overcounted = 0;
  const parser = parse({
    delimiter,
    max_record_size: maxRowSize,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    on_record: (record: string[], { lines, bytes }) => {
      const breaks = record.reduce((sum, cell) => sum + breaksIn(cell), 0);
      const counted = record.reduce((sum, cell) => sum + (cell.match(/[\r\n]/g)?.length ?? 0), 0);
      const last = firstLine + lines - 1 - overcounted - (counted - breaks);
      overcounted += counted - breaks;
      rows.push({ line: last - breaks, cells: record.map(unescapeFormula) });
      line = last + 1;
      rowEnd = bytes;
    },
  });
  const whole = finished(parser).then(() => null, csvFault);
  parser.resume();
  const drop = () => {
    pending = pending.subarray(rowEnd - offset);
    offset = rowEnd;
  };
  const parseMore = async (chunk: Buffer) => {
    const fault = await new Promise<CsvError | null>((resolve) => {
      parser.write(chunk, (error) => resolve(error == null ? null : csvFault(error)));
    });
    drop();
    return fault;
  };
  return {
    async write(chunk) {
      const wideRow = count.add(chunk);
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      if (wideRow === null) {
        const fault = await parseMore(chunk);
        // csv-parse counts neither the quotes nor the empty lines of a row.
        return fault ?? (pending.length > maxRowSize ? 'too long' : null);
      }
      // The row before it is complete once some of the following bytes have arrived.
      return (await parseMore(chunk.subarray(0, wideRow + lookAhead))) ?? 'too wide';
    },
    async end() {
      parser.end();
      const fault = await whole;
      drop();
      return fault;
    },
    take() {
      const taken = rows;
      rows = [];
      return taken.filter(({ cells }) => cells.length > 1 || cells[0] !== '');
    },
    rest: () => ({ bytes: pending, line }),
  };
}

function csvFault(error: unknown): CsvError {
  if (error instanceof CsvError) return error;
  throw error;
}

const wrongQuotes = 'Unclosed or unescaped quote. Double the quotes inside a quoted cell.';

/** Parses a line with wrong quotes. A quote inside a cell that does not begin with one is an ordinary character. */
function lenientRow(line: string, delimiter: string, fault: RowFault): Omit<UserCsvRow, 'line'> {
  if (fault === 'too wide') {
    return { cells: [], fault: `The row has more than ${grouped(maxColumns)} cells.` };
  }
  if (fault === 'too long' || (fault.code === 'CSV_MAX_RECORD_SIZE' && line.length > maxRowSize)) {
    return { cells: [], fault: `The row is larger than ${bytesInWords(maxRowSize)}.` };
  }
  if (fault.code === 'INVALID_OPENING_QUOTE') {
    const cells = cellsOf(line, { delimiter, relax_quotes: true });
    if (cells !== null) return { cells };
  }
  return { cells: cellsOf(line, { delimiter, quote: null }) ?? [line], fault: wrongQuotes };
}

function cellsOf(line: string, options: Options): string[] | null {
  try {
    const [cells]: string[][] = parseLine(line, { ...options, relax_column_count: true });
    return cells?.map(unescapeFormula) ?? null;
  } catch {
    return null;
  }
}

/** Reads up to the end of the header, including a line `sep=` before it. */
async function readBeginning(source: AsyncIterator<string>): Promise<string> {
  let text = '';
  for (;;) {
    const named = separatorNamed(text);
    const body = named === null ? text : text.slice(lineEnd(text));
    if (headerOf(body).split(named ?? separatorOf(body)).length > maxColumns) {
      throw problem(
        'too-large',
        `The file has more than ${grouped(maxColumns)} columns, the limit.`,
      );
    }
    if (/^[\r\n]*[^\r\n"]*(?:"[^"]*"[^\r\n"]*)*[\r\n]/.test(body.replace(/^\s*$/, ''))) return text;
    if (text.length > maxRowSize) return text;
    const { done, value } = await source.next();
    if (done === true) return text;
    text += value;
  }
}

async function* chunksOf(
  beginning: string,
  source: AsyncIterator<string>,
): AsyncGenerator<Buffer, undefined> {
  let text = beginning;
  for (;;) {
    const bytes = Buffer.from(text);
    for (let from = 0; from < bytes.length; from += chunkSize) {
      yield bytes.subarray(from, from + chunkSize);
    }
    const { done, value } = await source.next();
    if (done === true) return;
    text = value;
  }
}

const separators = [',', ';', '\t'] as const;

/** The most frequent separator in the header outside quotes. */
function separatorOf(text: string): string {
  const header = headerOf(text);
  const count = (separator: string) => header.split(separator).length;
  return separators.toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}

function headerOf(text: string): string {
  const unquoted = text.replace(/^[\r\n]+/, '').replaceAll(/"[^"]*("|$)/g, '');
  return unquoted.slice(0, lineEnd(unquoted));
}

/** The separator in a first line `sep=;`, as Excel reads and writes it; null if there is none. */
function separatorNamed(text: string): string | null {
  const [, named] = /^"?sep=(.)"?[\r\n]/i.exec(text) ?? [];
  return separators.find((separator) => separator === named) ?? null;
}

function lineEnd(text: string): number {
  const found = /\r\n|\n|\r/.exec(text);
  return found === null ? text.length : found.index + found[0].length;
}

function breaksIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}
