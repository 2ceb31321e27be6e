import { mkdir, mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '#gateway/config/config.ts';
import { Refusal } from '#gateway/config/refusal.ts';
import { clearInterrupted, engineOf } from '#gateway/process/databaseFolder.ts';
import { chooseEngine } from '#gateway/process/embeddedEngine.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gateway-engine-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await rm(dataDir, { recursive: true });
});

const config = (settings: Record<string, string> = {}, folder = dataDir) =>
  readConfig([], { DATA_DIR: folder, ...settings }).config;

function asUser(uid: number): void {
  vi.spyOn(process, 'getuid').mockReturnValue(uid);
}

function onMachine(arch: string): void {
  vi.stubGlobal('process', Object.create(process, { arch: { value: arch } }));
}

async function refusal(choosing: Promise<unknown>): Promise<string> {
  const error = await choosing.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Refusal);
  return String(error instanceof Refusal && error.lines);
}

test('root gets PGlite, with the reason', async () => {
  asUser(0);
  expect(await chooseEngine(config(), null)).toEqual({
    programs: null,
    label: 'PGlite, because PostgreSQL refuses to run as root',
  });
  expect(await chooseEngine(config({ EMBEDDED_ENGINE: 'pglite' }), 'pglite')).toEqual({
    programs: null,
    label: 'PGlite',
  });
});

test('a machine without the package gets PGlite, and so does a path that is too long for a socket', async () => {
  asUser(1000);
  onMachine('mips');
  const { label } = await chooseEngine(config(), 'pglite');
  expect(label).toMatch(/^PGlite, because no PostgreSQL for \w+-mips is installed$/);
  const long = join(dataDir, 'a'.repeat(80));
  expect((await chooseEngine(config({}, long), null)).label).toBe(
    'PGlite, because the path of DATA_DIR is too long for a socket',
  );
});

test('what was asked for and does not run, or what the database needs, is refused with what to do', async () => {
  asUser(0);
  expect(await refusal(chooseEngine(config({ EMBEDDED_ENGINE: 'postgresql' }), null))).toMatch(
    /^EMBEDDED_ENGINE is postgresql, but PostgreSQL refuses to run as root\. Unset it/,
  );
  const needed = /needs PostgreSQL, but .*Nothing was changed\..*npm run backup.*npm run restore/;
  expect(await refusal(chooseEngine(config(), 'postgresql'))).toMatch(needed);
  expect(await refusal(chooseEngine(config({ EMBEDDED_ENGINE: 'pglite' }), 'postgresql'))).toMatch(
    needed,
  );
});

test('another user gets PostgreSQL where its package is installed, with links to its libraries', async ({
  skip,
}) => {
  asUser(1000);
  const { programs, label } = await chooseEngine(config(), null);
  if (label.includes('is installed')) {
    skip();
    return;
  }
  expect(label).toBe(`PostgreSQL ${programs?.version}`);
  const links = join(dataDir, 'postgresql-libraries');
  const names = await readdir(links);
  expect(names).toContain('libpq.so.5');
  expect(await readlink(join(links, 'libpq.so.5'))).toMatch(/native\/lib\/libpq\.so\.5\.\d+$/);
});

test('a move that was killed between its two renames is undone, and one before them is removed', async () => {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  await mkdir(join(dataDir, 'database.pglite'));
  await writeFile(join(dataDir, 'database.pglite/PG_VERSION'), '18');
  await mkdir(join(dataDir, 'database.moving'));
  await writeFile(join(dataDir, 'database.moving.backup'), '');
  await clearInterrupted(dataDir, print);
  expect(await readdir(dataDir)).toEqual(['database']);
  expect(await engineOf(join(dataDir, 'database'))).toBe('pglite');

  // After them, both are complete: PostgreSQL has all data, and the other one is kept.
  await mkdir(join(dataDir, 'database.pglite'));
  await clearInterrupted(dataDir, print);
  expect((await readdir(dataDir)).toSorted()).toEqual(['database', 'database.pglite']);
  expect(lines).toEqual([]);
});
