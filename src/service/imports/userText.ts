import { pipeline, Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { createGunzip } from 'node:zlib';
import { beginningOf, slicesOf, unpacksWithin } from './csvRows.ts';
import { invalidFile } from './userCsv.ts';
import type { Allowance } from './importLimits.ts';

const notUtf8 = 'is not UTF-8 text. Save it as “CSV UTF-8” and choose it again';

/**
 * Decodes a file: UTF-8, or UTF-16 with a byte order mark (like Excel's “Unicode Text”), plain or gzipped. 422
 * invalid-users if it is not text, 413 too-large.
 */
export async function* textOf(
  bytes: AsyncIterable<Uint8Array>,
  allowance: Allowance,
): AsyncGenerator<string> {
  const file = await beginningOf(slicesOf(bytes));
  let decoder: TextDecoder | null = null;
  try {
    for await (const slice of unpacksWithin(
      file.isGzip ? unzipped(file.bytes) : file.bytes,
      allowance,
    )) {
      decoder ??= decoderFor(slice);
      const text = decoder.decode(slice, { stream: true });
      // UTF-16 without a mark decodes as UTF-8 full of zeros.
      if (text.includes('\0')) throw invalidFile(notUtf8);
      yield text;
    }
    yield decoder?.decode() ?? '';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') throw invalidFile(notUtf8);
    if (code.startsWith('Z_')) throw invalidFile('is not a complete gzip file');
    throw error;
  }
}

function unzipped(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  // An error ends the loop that reads it.
  return pipeline(Readable.from(bytes), createGunzip(), () => {});
}

/** Workbooks (.xlsx, .ods) are archives with equal first bytes. */
const archive = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

function decoderFor(slice: Uint8Array): TextDecoder {
  if (archive.equals(slice.subarray(0, 4))) {
    throw invalidFile(
      'is a workbook or an archive, not text. Save its sheet as “CSV UTF-8” and choose that',
    );
  }
  const [first, second] = slice;
  const isLittleEndian = first === 0xff && second === 0xfe;
  const isBigEndian = first === 0xfe && second === 0xff;
  const encoding = isLittleEndian ? 'utf-16le' : isBigEndian ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding, { fatal: true });
}
