import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { pathOf } from '#contract/operation.ts';
import {
  changeAttributes,
  getImports,
  importUsers,
  undoImport,
} from '#contract/operations/userImports.ts';
import { getUsers } from '#contract/operations/users.ts';
import type { User } from '#contract/user.ts';
import { pastImportList } from '#contract/userImport.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { userList } from '#test/support/embedded.ts';
import { endAll, serving } from './spawned.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-attributes-'));
  await makeDataFolder(folder);
});
afterEach(endAll);
afterAll(() => rm(folder, { recursive: true }));

const count = 2000;
const ids = Array.from({ length: count }, (_, index) => `u-${index}`);
const lines = ids.map((customId) =>
  JSON.stringify({ customId, attributes: { country: 'CH', adviser: null } }),
);

const post = (address: string, contentType: string, body: string) =>
  fetch(address, { method: 'POST', headers: { 'content-type': contentType }, body });
const address = (base: string) => base + pathOf(changeAttributes, {});
const usersAt = async (url: string) =>
  userList.parse(await (await fetch(url + getUsers.path)).json());
const isDone = ({ country, adviser }: User) => country === 'CH' && adviser === undefined;
const isNotDone = ({ country, adviser }: User) => country === 'DE' && adviser === 'Bo';

test('after kill -9, each user is changed or not, the record has those changed, and undo restores them', async () => {
  const own = ['--port=0', '--sample-users=0', `--data-dir=${folder}`];
  const first = serving(own);
  const url = await first.ready;
  const csv = ['id,country,adviser', ...ids.map((id) => `${id},DE,Bo`)].join('\n');
  await (await post(url + pathOf(importUsers, {}), 'text/csv', csv)).text();
  const { mediaType } = changeAttributes.body;
  const answer = await post(address(url), mediaType, lines.join('\n'));
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let seen = '';
  while ((seen.match(/"updated"/g) ?? []).length < 10) seen += (await reader?.read())?.value ?? '';
  first.process.kill('SIGKILL');
  await first.ended;
  await reader?.cancel().catch(() => {});

  const after = await serving(own).ready;
  const users = await usersAt(after);
  const done = users.filter(isDone).length;
  expect(done).toBeGreaterThanOrEqual(10);
  expect(done).toBeLessThan(count);
  expect(users.filter(isNotDone)).toHaveLength(count - done);
  const [record] = pastImportList.parse(await (await fetch(after + getImports.path)).json());
  expect(record).toMatchObject({ updated: done, endedAt: null, undoneAt: null });

  const undo = pathOf(undoImport, { params: { id: record?.id ?? '' } });
  const undone = (await (await fetch(after + undo, { method: 'POST' })).text()).trimEnd();
  expect(JSON.parse(undone.split('\n').at(-1) ?? '')).toEqual({
    result: { restored: done, kept: 0, created: 0 },
  });
  expect((await usersAt(after)).every(isNotDone)).toBe(true);

  const again = (await (await post(address(after), mediaType, lines.join('\n'))).text()).trimEnd();
  expect(JSON.parse(again.split('\n').at(-1) ?? '')).toMatchObject({
    result: { rows: count, updated: count, unchanged: 0, failed: 0 },
  });
}, 180_000);
