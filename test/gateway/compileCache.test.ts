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

test('the folder of compiled modules is created for this user only, and used again', async () => {
  expect(compileCacheFault(cache, user)).toBeNull();
  expect((await lstat(cache)).mode & 0o777).toBe(0o700);
  expect(compileCacheFault(cache, user)).toBeNull();
});

test.each([0o777, 0o770, 0o701, 0o740])('a folder with mode %o is not used', async (mode) => {
  await mkdir(cache, { recursive: true });
  await chmod(cache, mode);
  expect(compileCacheFault(cache, user)).toBe('is open to other users');
});

test('a link is not used, not even to a folder of this user', async () => {
  await mkdir(join(folder, '.cache'));
  await mkdir(join(folder, 'own'), { mode: 0o700 });
  await symlink(join(folder, 'own'), cache);
  expect(compileCacheFault(cache, user)).toBe('is a link');
});

test('gives no warning if no folder can be created', async () => {
  await writeFile(join(folder, '.cache'), '');
  expect(compileCacheFault(cache, user)).toBe('');
});

test.skipIf(user !== 0)('a folder of another user is not used', async () => {
  await mkdir(cache, { recursive: true, mode: 0o700 });
  await chmod(cache, 0o700);
  await chown(cache, 65_534, 65_534);
  expect(compileCacheFault(cache, user)).toBe('belongs to another user');
});

test('a command neither writes nor reads compiled modules in the shared temporary folder', async () => {
  const started = command(['--version'], { NODE_COMPILE_CACHE: '', TMPDIR: folder });
  expect(await started.ended).toBe(0);
  expect(await readdir(folder)).toEqual([]);
  const own = await lstat(join('node_modules', '.cache', `compiled-${user ?? 'modules'}`));
  expect(own.mode & 0o777).toBe(0o700);
});
