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

test('only one process at a time holds a folder, by any path', async () => {
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

test('the holder and its address are in process.json until it releases the folder', async () => {
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

test('an unreadable process.json does not hide the holder', async () => {
  await writeFile(join(folder, 'process.json'), '{"pid":');
  expect(await readLockHolder(folder)).toBeNull();
  await writeFile(join(folder, 'process.json'), '{"pid":"x"}');
  expect(await readLockHolder(folder)).toBeNull();
});

test('a folder is created for this user only', async () => {
  const made = join(folder, 'a', 'b');
  await prepareDataDir(made);
  expect((await stat(made)).mode & 0o777).toBe(0o700);
  await prepareDataDir(made);
});

test('an unusable folder gets a one-line error', async () => {
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

test.skipIf(process.getuid?.() === 0)('a folder without write permission is reported', async () => {
  await chmod(folder, 0o500);
  await expect(prepareDataDir(join(folder, 'below'))).rejects.toThrow(
    /no permission to write there/,
  );
  await expect(prepareDataDir(folder)).rejects.toThrow(/no permission to write there/);
  await chmod(folder, 0o700);
});

test('the key is created once, for this user only, and stays', async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => keepSecretKey(folder)));
  expect(keys[0]).toHaveLength(32);
  for (const key of keys) expect(key).toEqual(keys[0]);
  expect(await keepSecretKey(folder)).toEqual(keys[0]);
  expect(await readdir(folder)).toEqual(['secret.key']);
  expect((await stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600);
});

test('a key file without a key is never overwritten', async () => {
  for (const text of ['', 'short', 'x'.repeat(64)]) {
    await writeFile(join(folder, 'secret.key'), text);
    await expect(keepSecretKey(folder)).rejects.toThrow(/has no key of 32 bytes/);
  }
  await rm(join(folder, 'secret.key'));
  await mkdir(join(folder, 'secret.key'));
  await expect(keepSecretKey(folder)).rejects.toThrow(/cannot be read \(EISDIR\)/);
});
