import { mkdtemp, mkdir, readdir, rm, symlink, writeFile, stat, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareDataDir } from '#gateway/process/dataDir.ts';
import { lockFolder, readLockHolder } from '#gateway/process/lock.ts';
import { keepSecretKey } from '#gateway/process/secretKey.ts';
import { Refusal } from '#gateway/config/refusal.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a folder is held by one at a time, by whatever path it is reached', async () => {
  const real = join(folder, 'real');
  await mkdir(real);
  await symlink(real, join(folder, 'link'));
  const lock = await lockFolder(real, 'start');
  expect(lock).not.toBeNull();
  for (const path of [real, `${real}/`, join(folder, 'link'), relative('.', real)]) {
    expect(await lockFolder(path, 'start')).toBeNull();
  }
  await lock?.release();
  const again = await lockFolder(join(folder, 'link'), 'start');
  expect(again).not.toBeNull();
  await again?.release();
});

test('who holds it, and where it listens, stands beside it until it is let go', async () => {
  expect(await readLockHolder(folder)).toBeNull();
  const lock = await lockFolder(folder, 'start');
  expect(await readLockHolder(folder)).toMatchObject({
    pid: process.pid,
    url: null,
    command: 'start',
  });
  await lock?.announce('http://127.0.0.1:5160', 'token');
  expect(await readLockHolder(folder)).toMatchObject({ url: 'http://127.0.0.1:5160' });
  await lock?.release();
  expect(await readLockHolder(folder)).toBeNull();
});

test('a process.json that is no longer readable hides nobody', async () => {
  await writeFile(join(folder, 'process.json'), '{"pid":');
  expect(await readLockHolder(folder)).toBeNull();
  await writeFile(join(folder, 'process.json'), '{"pid":"x"}');
  expect(await readLockHolder(folder)).toBeNull();
});

test('a folder is made for this user alone', async () => {
  const made = join(folder, 'a', 'b');
  await prepareDataDir(made);
  expect((await stat(made)).mode & 0o777).toBe(0o700);
  await prepareDataDir(made);
});

test('what cannot be the folder is refused in a line', async () => {
  await writeFile(join(folder, 'file'), '');
  const paths = [
    join(folder, 'file'),
    join(folder, 'file', 'below'),
    join(folder, 'x'.repeat(300)),
  ];
  for (const path of paths) {
    const failure = prepareDataDir(path);
    await expect(failure).rejects.toThrow(Refusal);
    await expect(failure).rejects.toThrow(/DATA_DIR/);
  }
});

test.skipIf(process.getuid?.() === 0)('a folder that may not be written to is told', async () => {
  await chmod(folder, 0o500);
  await expect(prepareDataDir(join(folder, 'below'))).rejects.toThrow(
    /no permission to write there/,
  );
  await expect(prepareDataDir(folder)).rejects.toThrow(/no permission to write there/);
  await chmod(folder, 0o700);
});

test('the key is made once, for this user alone, and stays', async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => keepSecretKey(folder)));
  expect(keys[0]).toHaveLength(32);
  for (const key of keys) expect(key).toEqual(keys[0]);
  expect(await keepSecretKey(folder)).toEqual(keys[0]);
  expect(await readdir(folder)).toEqual(['secret.key']);
  expect((await stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600);
});

test('a key file that holds no key is never written over', async () => {
  for (const text of ['', 'short', 'x'.repeat(64)]) {
    await writeFile(join(folder, 'secret.key'), text);
    await expect(keepSecretKey(folder)).rejects.toThrow(/has no key of 32 bytes/);
  }
  await rm(join(folder, 'secret.key'));
  await mkdir(join(folder, 'secret.key'));
  await expect(keepSecretKey(folder)).rejects.toThrow(/cannot be read \(EISDIR\)/);
});
