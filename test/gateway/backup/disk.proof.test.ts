import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { smallDisk, type SmallDisk } from '#test/support/smallDisk.ts';
import { commandHere, endAll, serving } from '../spawned.ts';

let disk: SmallDisk | null;
let folder: string;
beforeAll(async () => {
  disk = await smallDisk(200);
  folder = await mkdtemp(join(tmpdir(), 'gateway-backup-disk-'));
});
beforeEach(async ({ skip }) => {
  if (disk === null) skip();
  await disk?.empty();
});
afterEach(endAll);
afterAll(async () => {
  await disk?.remove();
  await rm(folder, { recursive: true });
});

const said = (...args: string[]) => commandHere(args);

const idsOf = async (url: string): Promise<string[]> => {
  const users: { customId: string }[] = await (await fetch(`${url}/p/users`)).json();
  return users.map(({ customId }) => customId);
};

async function create(url: string, customId: string): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ customId });
  return (await fetch(`${url}/p/users`, { method: 'PUT', headers, body })).status;
}

test('a backup to a full or read-only disk, or a missing folder, fails with one line and leaves nothing', async () => {
  const dataDir = join(folder, 'elsewhere');
  await makeDataFolder(dataDir);
  const service = serving(['--port=0', '--sample-users=20', `--data-dir=${dataDir}`]);
  const url = await service.ready;
  const target = disk?.folder ?? '';
  const backup = (file: string) => said('backup', file, `--data-dir=${dataDir}`);
  await disk?.leave(2000);
  expect(await backup(join(target, 'a.backup'))).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^The file \S+a\.backup cannot be written: the disk is full\.$/m),
  });
  await disk?.empty();
  await disk?.setReadOnly(true);
  const readOnly = await backup(join(target, 'a.backup'));
  await disk?.setReadOnly(false);
  expect(readOnly).toMatchObject({
    code: 1,
    output: expect.stringMatching(/cannot be written: the file system is read-only\.$/m),
  });
  expect(await backup(join(target, 'no', 'a.backup'))).toMatchObject({
    code: 1,
    output: expect.stringMatching(/cannot be written: it does not exist\.$/m),
  });
  expect(await readdir(target)).toEqual([]);
  expect(await create(url, 'goes on')).toBe(201);
  expect((await backup(join(target, 'a.backup'))).code).toBe(0);
});

test('if the data disk fills up, a backup and a restore fail, and acknowledged changes remain', async () => {
  const dataDir = join(disk?.folder ?? '', 'data');
  await makeDataFolder(dataDir);
  const settings = [`--data-dir=${dataDir}`, '--disk-reserve-mb=40'];
  const service = serving(['--port=0', '--sample-users=20', ...settings]);
  const url = await service.ready;
  expect(await create(url, 'before')).toBe(201);
  const file = join(folder, 'full.backup');
  expect((await said('backup', file, ...settings)).code).toBe(0);
  expect(await create(url, 'since')).toBe(201);
  const before = await idsOf(url);

  await disk?.leave(30e6);
  const second = join(folder, 'second.backup');
  expect(await said('backup', second, ...settings)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/The disk is full: \S+ needs 40 MB free and has \d+ MB/),
  });
  const refused = await said('restore', file, '--replace', ...settings);
  expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/The disk is full/) });
  expect(await idsOf(url)).toEqual(before);

  await disk?.empty();
  await expect.poll(() => create(url, 'after'), { timeout: 20_000 }).toBe(201);
  expect((await said('restore', file, '--replace', ...settings)).code).toBe(0);
  expect(await idsOf(url)).not.toContain('since');
  expect(await idsOf(url)).toContain('before');
  expect((await readdir(dataDir)).filter((name) => name.startsWith('spool-'))).toEqual([]);
});
