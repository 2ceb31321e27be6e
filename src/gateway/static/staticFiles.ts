import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type PreloadsOf, readPreloads } from './preloads.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Built dashboard in memory, by path (`/assets/x.js`). */
export interface StaticFiles {
  readonly plain: ReadonlyMap<string, { readonly bytes: Bytes; readonly etag: string }>;
  /** Compressed forms, by path with suffix (`/assets/x.js.br`). */
  readonly compressed: ReadonlyMap<string, Bytes>;
  /** Returns the `Link` header for a page's address. */
  readonly preloadsOf: PreloadsOf;
}

/**
 * Reads the built dashboard, a few megabytes, into memory. A build that replaces the files of a running process cannot mix
 * versions, and no path can lead out of the folder.
 */
export async function readStaticFiles(folder: string): Promise<StaticFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((name) => !name.split('/').some((part) => part.startsWith('.')));
  const files = await Promise.all(
    names.map(async (name) => [`/${name}`, await readFile(join(folder, name))] as const),
  );
  const paths = new Set<string>(files.map(([path]) => path));
  const isCompressed = (path: string) =>
    /\.(br|gz)$/.test(path) && paths.has(path.replace(/\.\w+$/, ''));
  return {
    plain: new Map(
      files
        .filter(([path]) => !isCompressed(path))
        .map(([path, bytes]) => [path, { bytes, etag: etagOf(bytes) }]),
    ),
    compressed: new Map(files.filter(([path]) => isCompressed(path))),
    preloadsOf: await readPreloads(folder),
  };
}

/** Returns a weak tag, because it is the same for every encoding. */
function etagOf(bytes: Bytes): string {
  return `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
}
