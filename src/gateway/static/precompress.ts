import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Smaller files are sent uncompressed. */
const minBytes = 1024;
const compressible = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest', '.txt']);

/** Writes the smallest brotli and gzip form beside each file, if it is smaller. */
export async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      if (bytes.byteLength <= minBytes) return;
      const forms = [
        ['.br', await promisify(brotliCompress)(bytes, brotliOptions(bytes.byteLength))],
        ['.gz', await promisify(gzip)(bytes, { level: 9 })],
      ] as const;
      for (const [ending, form] of forms) {
        if (form.byteLength < bytes.byteLength) await writeFile(file + ending, form);
      }
    }),
  );
}

function brotliOptions(size: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: size,
    },
  };
}
