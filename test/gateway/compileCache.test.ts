import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compileCacheFault } from '#gateway/compileCache.ts';
import { command, endAll } from './spawned.ts';

const user = process.getuid?.();

let folder: string;
let cache: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-compiled-'));
  cache = join(folder, '.cache', 'compiled');
});
afterEach(async () => {
  await endAll();
  await rm(folder, { recursive: true });
});

test('the folder of compiled modules is made for this user alone, and found again', async () => {
  expect(compileCacheFault(cache, user)).toBeNull();
  expect((await lstat(cache)).mode & 0o777).toBe(0o700);
  expect(compileCacheFault(cache, user)).toBeNull();
});

test.each([0o777, 0o770, 0o701, 0o740])('one of mode %o is not used', async (mode) => {
  await mkdir(cache, { recursive: true });
  await chmod(cache, mode);
  expect(compileCacheFault(cache, user)).toBe('is open to other users');
});

test('nor is a link, not even to a folder of our own', async () => {
  await mkdir(join(folder, '.cache'));
  await mkdir(join(folder, 'own'), { mode: 0o700 });
  await symlink(join(folder, 'own'), cache);
  expect(compileCacheFault(cache, user)).toBe('is a link');
});

test('where no folder can be made there is nothing to warn of', async () => {
  await writeFile(join(folder, '.cache'), '');
  expect(compileCacheFault(cache, user)).toBe('');
});

test.skipIf(user !== 0)('nor what another user made first', async () => {
  await mkdir(cache, { recursive: true, mode: 0o700 });
  await chmod(cache, 0o700);
  await chown(cache, 65_534, 65_534);
  expect(compileCacheFault(cache, user)).toBe('belongs to another user');
});

test('a command compiles nothing into the shared folder for temporary files, and takes nothing out of it', async () => {
  const started = command(['--version'], { NODE_COMPILE_CACHE: '', TMPDIR: folder });
  expect(await started.ended).toBe(0);
  expect(await readdir(folder)).toEqual([]);
  const own = await lstat(join('node_modules', '.cache', `compiled-${user ?? 'modules'}`));
  expect(own.mode & 0o777).toBe(0o700);
});
