import { access, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { command, endAll, serving, type Spawned } from '../spawned.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-backup-killed-'));
});
afterEach(endAll);
afterAll(() => rm(folder, { recursive: true }));

const dataDir = () => `--data-dir=${join(folder, 'data')}`;
const start = () => serving(['--port=0', '--sample-users=3000', dataDir()]);
/** All of them, without their totals, which the market moves. */
const usersOf = async (url: string) =>
  (await (await fetch(`${url}/p/users`)).text()).replaceAll(/"total":[^,}]+/g, '');

async function kill(service: Spawned): Promise<void> {
  service.process.kill('SIGKILL');
  await service.ended;
}

test('a process killed during a backup or a restore has its previous data at the next start', async () => {
  await makeDataFolder(join(folder, 'data'));
  const first = start();
  const url = await first.ready;
  const whole = join(folder, 'whole.backup');
  expect(await command(['backup', whole, dataDir()]).ended).toBe(0);
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ customId: 'since' });
  expect((await fetch(`${url}/p/users`, { method: 'PUT', headers, body })).status).toBe(201);
  const before = await usersOf(url);

  const half = join(folder, 'half.backup');
  const backup = command(['backup', half, dataDir()]);
  // It is being written.
  await vi.waitUntil(
    async () => (await readdir(join(folder, 'data'))).some((name) => name.startsWith('spool-')),
    { timeout: 30_000, interval: 1 },
  );
  await kill(first);
  expect(await backup.ended).toBe(1);
  expect(backup.output()).toMatch(
    /back up again: no file was written|connection was lost during the backup/,
  );
  await expect(access(half)).rejects.toThrow('ENOENT');

  const second = start();
  expect(await usersOf(await second.ready)).toBe(before);
  const restore = command(['restore', whole, '--replace', dataDir()]);
  await vi.waitUntil(() => /Restoring [1-9]0 %/.test(restore.output()), {
    timeout: 60_000,
    interval: 1,
  });
  await kill(second);
  expect(await restore.ended).toBe(1);
  expect(restore.output()).toMatch(/Either everything was restored or nothing/);

  const third = start();
  expect(await usersOf(await third.ready)).toBe(before);
  expect((await readdir(join(folder, 'data'))).filter((name) => name.startsWith('spool-'))).toEqual(
    [],
  );
  expect(await command(['backup', half, dataDir()]).ended).toBe(0);
});
