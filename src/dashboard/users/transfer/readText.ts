import { CsvFault } from './csvReader.ts';

/** A larger file is refused before it is read: 100,000 users take about 10 MB. */
const largestFile = 200 * 2 ** 20;

/**
 * The text of a file: UTF-8, or UTF-16 where it begins with that mark (as Excel's “Unicode Text” does).
 * @throws {CsvFault} where it is no text.
 */
export async function readText(file: Blob): Promise<string> {
  if (file.size > largestFile) {
    throw new CsvFault(
      'The file is over 200 MB. Split it, and import the parts one after the other.',
    );
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isZip(bytes)) {
    throw new CsvFault(
      'The file is a workbook or an archive, no text. Save its sheet as “CSV UTF-8” and choose that.',
    );
  }
  const text = decoded(bytes);
  // UTF-16 without its mark reads as UTF-8 full of zeros.
  if (text === null || text.includes('\0')) {
    throw new CsvFault('The file is no UTF-8 text. Save it as “CSV UTF-8” and choose it again.');
  }
  return text;
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Workbooks (.xlsx, .ods) are archives, and all begin alike. */
function isZip(bytes: Uint8Array): boolean {
  return [0x50, 0x4b, 0x03, 0x04].every((byte, place) => bytes[place] === byte);
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
