import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { Blob } from 'node:buffer';
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import type { Database } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { openEmbedded } from '#platform/database/embedded.ts';
import { renewDatabase } from './emptyDatabase.ts';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url);
const cache = new URL('node_modules/.cache/portfolio-tests/', root);
const migrations = new URL('src/platform/database/migrations/', root);
const engine = new URL('node_modules/@electric-sql/pglite/package.json', root);

/**
 * Opens a new embedded database in memory from a dumped template, ten times as fast as a cold one. The template is created once
 * for each state of the migrations and of the engine.
 */
export async function openFromTemplate(): Promise<Database> {
  return openEmbedded({ from: await embeddedTemplate() });
}

/** In-memory databases that tests have closed, for the next test of this worker, because opening one takes seconds. */
const free: Database[] = [];

export async function openReused(): Promise<Database> {
  const database = free.pop() ?? (await openFromTemplate());
  let isOpen = true;
  return {
    ...database,
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await renewDatabase(database);
      free.push(database);
    },
  };
}

/** Returns the file of the dumped template: a tar of the folder of a database. Creates it if it does not exist. */
export async function embeddedTemplateFile(): Promise<string> {
  const file = new URL(`pglite-${await fingerprint()}.tar`, cache);
  const there = await access(file).then(
    () => true,
    () => false,
  );
  if (!there) await makeTemplate(file);
  return fileURLToPath(file);
}

export async function embeddedTemplate(): Promise<globalThis.Blob> {
  const bytes = new Blob([await readFile(await embeddedTemplateFile())]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node's own Blob: that of jsdom cannot be read by the engine
  return bytes as unknown as globalThis.Blob;
}

/** The engine closes in order: a copy from under an open engine is recovered at each start, with a sync of every file. */
async function makeTemplate(file: URL): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-template-'));
  try {
    const client = await PGlite.create(folder);
    await migrate({
      query: async (sql) => (await client.query<object>(sql)).rows,
      script: async (sql) => {
        await client.exec(sql);
      },
    });
    await client.close();
    await mkdir(cache, { recursive: true });
    // Written to a draft and renamed, so that test files that start at once never read half of it.
    const aside = new URL(`${randomUUID()}.part`, cache);
    await run('tar', ['-cf', fileURLToPath(aside), '-C', folder, ...(await readdir(folder))]);
    await rename(aside, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns a hash that changes with every migration, every version of the engine, and this procedure. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(engine));
  hash.update(await readFile(new URL(import.meta.url)));
  const files = (await readdir(migrations)).filter((name) => name.endsWith('.sql'));
  for (const name of files.toSorted()) {
    hash.update(name).update(await readFile(new URL(name, migrations)));
  }
  return hash.digest('hex').slice(0, 16);
}
