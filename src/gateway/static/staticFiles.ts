import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type PreloadsOf, readPreloads } from './preloads.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The built dashboard in memory, by path (`/assets/x.js`). */
export interface StaticFiles {
  readonly plain: ReadonlyMap<string, { readonly bytes: Bytes; readonly etag: string }>;
  /** What was compressed of them at build, by path with its ending (`/assets/x.js.br`). */
  readonly compressed: ReadonlyMap<string, Bytes>;
  /** What a browser is to load beside the page at an address: the value of `Link`. */
  readonly preloadsOf: PreloadsOf;
}

/**
 * Reads the built dashboard into memory. It is a few megabytes; a build that replaces the files under a running process does
 * not tear its pages apart; and no path can lead out of it.
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

/** A weak one, which stands for the file in any encoding. */
function etagOf(bytes: Bytes): string {
  return `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
}
