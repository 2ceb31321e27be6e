import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { encodings, type Encoding } from '../http/encodings.ts';

/** A file of the built dashboard, with what was compressed of it at build. */
export interface StaticFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly encoded: ReadonlyMap<Encoding, Uint8Array<ArrayBuffer>>;
  readonly type: string;
  readonly etag: string;
}

/** Endings under which the build leaves what it compressed. */
export const endings: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

/**
 * Reads the built dashboard into memory, by path (`/assets/x.js`). It is a few megabytes; a build that
 * replaces the files under a running process does not tear its pages apart; and no path can lead out of it.
 */
export async function readStaticFiles(folder: string): Promise<ReadonlyMap<string, StaticFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
  const known = new Set(names);
  const plain = names.filter(
    (name) =>
      !name.split('/').some((part) => part.startsWith('.')) &&
      !encodings.some(
        (encoding) =>
          name.endsWith(endings[encoding]) && known.has(name.slice(0, -endings[encoding].length)),
      ),
  );
  const files = await Promise.all(
    plain.map(async (name) => [`/${name}`, await readStaticFile(folder, name, known)] as const),
  );
  return new Map(files);
}

async function readStaticFile(
  folder: string,
  name: string,
  known: ReadonlySet<string>,
): Promise<StaticFile> {
  const bytes = await readFile(join(folder, name));
  const encoded = new Map<Encoding, Uint8Array<ArrayBuffer>>();
  for (const encoding of encodings) {
    const file = name + endings[encoding];
    if (known.has(file)) encoded.set(encoding, await readFile(join(folder, file)));
  }
  return {
    bytes,
    encoded,
    type: getMimeType(name) ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
  };
}
