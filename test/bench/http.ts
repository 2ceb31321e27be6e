import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { capabilities } from '#contract/capabilities.ts';
import { getCapabilities } from '#contract/operations/about.ts';
import { getThematics } from '#contract/operations/thematics.ts';
import { getTokens } from '#contract/operations/tokens.ts';
import { createUser, getUsers, updateUser } from '#contract/operations/users.ts';
import { getUserHistory, getWallets } from '#contract/operations/wallets.ts';
import { freePort } from '#test/support/process.ts';
import { inTurn, type Line } from './measure.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { sized } from './size.ts';
import { startMeasured } from './startMeasured.ts';

const users = sized(10_000, 100);
const rounds = sized(200, 2);
const listRounds = sized(60, 2);
const tickRounds = sized(5, 1);
const customId = 'bench';
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Compares answers of the running product with a bare Node server that sends the same bytes. */
export async function benchHttp(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-bench-'));
  const gateway = await startMeasured({
    DATA_DIR: join(folder, 'data'),
    SAMPLE_USERS: String(users),
    TICK_SECONDS: sized('10', '1'),
  });
  try {
    await makeUser(gateway.url);
    const lines: Line[] = [];
    for (const [name, path, times] of [
      ['history day, 8 wallets × 10 tokens', pathTo(getUserHistory, customId, 'day'), rounds],
      ['history all, 8 wallets × 10 tokens', pathTo(getUserHistory, customId, 'all'), rounds],
      ['GET wallets, 8 wallets × 10 tokens', pathTo(getWallets, customId), rounds],
      [`GET /p/users, ${users.toLocaleString('en-GB')} users`, getUsers.path, listRounds],
    ] as const) {
      lines.push(await beside(name, gateway.url + path, times, folder));
    }
    const list = gateway.url + getUsers.path;
    const change = () => changeUser(gateway.url, { changed: performance.now() });
    lines.push(await beside('the same, a user changed before', list, listRounds, folder, change));
    const tick = () => nextTick(gateway.url);
    lines.push(await beside('the same, the first of a tick', list, tickRounds, folder, tick));
    return lines;
  } finally {
    await gateway.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function beside(
  name: string,
  url: string,
  rounds: number,
  folder: string,
  prepare?: () => Promise<void>,
): Promise<Line> {
  const bytes = await read(url);
  const file = join(folder, 'body');
  await writeFile(file, bytes);
  const port = await freePort();
  const bare = spawn(process.execPath, [
    join(import.meta.dirname, 'bareServer.ts'),
    String(port),
    file,
  ]);
  await once(bare.stdout, 'data');
  try {
    const result = await inTurn(
      rounds,
      () => read(url),
      () => read(`http://127.0.0.1:${port}/`),
      prepare,
    );
    const size = `${(bytes.length / 1024).toFixed(0)} kB, ${result.ratio.toFixed(1)} × a bare Node server`;
    return { name, ours: result.ours, other: result.other, note: size };
  } finally {
    bare.kill();
  }
}

function read(url: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve(Buffer.concat(chunks));
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    }).on('error', reject);
  });
}

async function makeUser(base: string): Promise<void> {
  const tokens = await readIds(`${base}${getTokens.path}`);
  const thematics = await readIds(`${base}${getThematics.path}`);
  const wallets = thematics.slice(0, 8).map((thematic, index) => ({
    thematics: thematic,
    at: '2021-02-01T00:00:00Z',
    tokens: Array.from({ length: 10 }, (_, n) => ({
      token: tokens[(index * 5 + n) % tokens.length],
      amount: n + 1,
    })),
  }));
  await send(`${base}${createUser.path}`, 'PUT', { customId });
  await changeUser(base, { wallets });
}

function changeUser(base: string, patch: object): Promise<void> {
  return send(`${base}${pathTo(updateUser, customId)}`, 'POST', { json: JSON.stringify(patch) });
}

async function nextTick(base: string): Promise<void> {
  const asOf = async () =>
    capabilities.parse(JSON.parse((await read(base + getCapabilities.path)).toString())).market
      .asOf;
  const before = await asOf();
  while ((await asOf()) === before) await wait(20);
}

async function readIds(url: string): Promise<string[]> {
  const rows: unknown = JSON.parse((await read(url)).toString());
  if (!Array.isArray(rows)) throw new Error(`${url} sent no list`);
  return rows.map((row: { _id: string }) => row._id);
}

async function send(url: string, method: string, body: unknown): Promise<void> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
}
