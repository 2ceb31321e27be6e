import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOf } from '#contract/operation.ts';
import { getThematics } from '#contract/operations/thematics.ts';
import { importUsers } from '#contract/operations/userImports.ts';
import { getUsers } from '#contract/operations/users.ts';
import { getStatements } from '#contract/operations/wallets.ts';
import { statementList } from '#contract/statement.ts';
import { thematicList } from '#contract/thematic.ts';
import { userList, type User } from '#contract/user.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { endAll, serving } from '#test/gateway/spawned.ts';
import { usersCsv } from '#test/support/usersCsv.ts';
import { createTestService, type TestService } from '#test/support/service.ts';
import { onEachEngine, type Open } from './engines.ts';
import type { Tell } from './measure.ts';
import { isSmallest, sized } from './size.ts';

const count = Number(process.env['BENCH_USERS'] ?? sized(10_000, 40));
const shown = (value: number) => value.toLocaleString('en-GB');

/**
 * Measures an import of 10,000 users with two positions each and one faulty row in a hundred: dry run, import, the same import
 * again, and a process that is killed halfway.
 */
export async function benchImport(tell: Tell): Promise<void> {
  await onEachEngine(tell, measureOn);
  const folder = await mkdtemp(join(tmpdir(), 'bench-import-'));
  try {
    if (isSmallest) await makeDataFolder(folder);
    tell(await killInTheMiddle(folder));
  } finally {
    await endAll();
    await rm(folder, { recursive: true });
  }
}

/** Kills a process at half the file, sends the file again to another one, and counts users that do not exist exactly once. */
async function killInTheMiddle(folder: string): Promise<string> {
  const holdable = { thematic: 'settlement-layers', tokens: ['KORV', 'AUGRY'] };
  const body = usersCsv(count, holdable, { hasFaults: true });
  const start = () => serving(['--port=0', '--sample-users=0', `--data-dir=${folder}`]);
  const post = (url: string) =>
    fetch(url + pathOf(importUsers, {}), {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body,
    });
  const first = start();
  const answer = await post(await first.ready);
  let created = 0;
  for await (const text of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    created += text.split('"created"').length - 1;
    if (created >= count / 2) break;
  }
  first.process.kill('SIGKILL');
  await first.ended;

  const url = await start().ready;
  const kept = await usersAt(url);
  const since = performance.now();
  const lines = (await (await post(url)).text()).trimEnd().split('\n');
  const took = performance.now() - since;
  const users = await usersAt(url);
  let wrong = Math.abs(users.length - new Set(users.map(({ customId }) => customId)).size);
  for (let from = 0; from < users.length; from += 20) {
    const counts = await Promise.all(
      users.slice(from, from + 20).map(async ({ customId }) => {
        const path = pathOf(getStatements, { params: { id: customId } });
        const statements = statementList.parse(await (await fetch(url + path)).json());
        return statements.map(({ tokens }) => tokens.length).join();
      }),
    );
    wrong += counts.filter((positions) => positions !== '2').length;
  }
  return [
    `PGlite      kill -9 after ${shown(created)} were acknowledged: ${shown(kept.length)} there`,
    `sent again ${(took / 1000).toFixed(1)} s  ${lines.at(-1)}`,
    `${shown(users.length)} users, ${shown(wrong)} not there once with their two positions`,
  ].join('; ');
}

async function usersAt(url: string): Promise<readonly User[]> {
  return userList.parse(await (await fetch(url + getUsers.path)).json());
}

async function measureOn(open: Open, tell: Tell): Promise<void> {
  const service = await createTestService({ database: await open() });
  try {
    const [thematic] = thematicList.parse(
      await (await service.call('GET', getThematics.path)).json(),
    );
    const csv = usersCsv(
      count,
      {
        thematic: thematic?._id ?? '',
        tokens: (thematic?.tokens ?? []).map(({ token }) => token._id),
      },
      { hasFaults: true },
    );
    tell(
      `${shown(count)} users in ${shown(csv.split('\n').length - 2)} rows, ${(csv.length / 2 ** 20).toFixed(1)} MiB`,
    );
    tell(`dry run  ${await timed(service, csv, { dryRun: '1' })}`);
    tell(`import   ${await timed(service, csv, {})}`);
    tell(`again    ${await timed(service, csv, {})}`);
  } finally {
    await service.close();
  }
}

async function timed(
  { service }: TestService,
  csv: string,
  query: { readonly dryRun?: '1' },
): Promise<string> {
  const since = performance.now();
  const answer = await service.request(`http://127.0.0.1:4173${pathOf(importUsers, { query })}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: csv,
  });
  const lines = (await answer.text()).trimEnd().split('\n');
  const took = performance.now() - since;
  return `${(took / 1000).toFixed(1).padStart(6)} s  ${lines.at(-1)}`;
}
