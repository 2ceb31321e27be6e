import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { getDirectory } from '#contract/operations/directory.ts';
import { createUser, updateUser } from '#contract/operations/users.ts';
import { asAccount } from '#test/support/postgres.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { percentile } from '#test/support/processFigures.ts';
import { otherUser, type OtherUser } from '../gateway/embeddedPostgres.ts';
import { median, type Tell } from './measure.ts';
import { isSmallest, sized } from './size.ts';

const child = fileURLToPath(new URL('../gateway/child.ts', import.meta.url));
const engines = ['pglite', 'postgresql'] as const;
const writers = 16;
const rounds = sized(4, 1);
const roundSeconds = sized(4, 0.2);
const idleSeconds = sized(15, 0);
const starts = 3;

interface Running {
  readonly engine: string;
  readonly process: ChildProcess;
  readonly url: string;
  readonly startedIn: number;
}

/** Compares both engines of the embedded database, on disk, as `npm start` uses them. */
export async function benchEmbedded(tell: Tell): Promise<void> {
  const users: OtherUser[] = [];
  const running: Running[] = [];
  try {
    for (const engine of engines) {
      const user = await otherUser();
      if (user === null) return;
      users.push(user);
      const first = await start(engine, user);
      if (isSmallest) {
        running.push(first);
        continue;
      }
      await stop(first);
      const again: number[] = [];
      for (let count = 0; count < starts; count += 1) {
        const one = await start(engine, user);
        again.push(one.startedIn);
        await stop(one);
      }
      tell(
        `${engine.padEnd(11)} first start ${seconds(first.startedIn)} s, then ${seconds(median(again))} s`,
      );
      running.push(await start(engine, user));
    }
    const measured = new Map<string, Round[]>(engines.map((engine) => [engine, []]));
    for (const { url } of running) await createWriters(url);
    // In turn, after one round of warm-up.
    for (let count = isSmallest ? 1 : 0; count <= rounds; count += 1) {
      for (const one of running) {
        const round = await measure(one);
        if (count > 0) measured.get(one.engine)?.push(round);
      }
    }
    await wait(idleSeconds * 1000);
    for (const {
      engine,
      process: { pid = 0 },
    } of running) {
      const all = measured.get(engine) ?? [];
      const of = (read: (round: Round) => number) => median(all.map(read));
      tell(
        `${engine.padEnd(11)} ${writers} writers: ${of(({ changes }) => changes).toFixed(0)} changes/s, ${of(({ cpuMs }) => cpuMs).toFixed(1)} ms of CPU each; lists beside them p95 ${of(({ listP95 }) => listP95).toFixed(0)} ms; memory after it ${memory(pid)} MB`,
      );
    }
  } finally {
    for (const one of running) await stop(one);
    for (const user of users) await user.remove();
  }
}

async function start(engine: string, { account, dataDir }: OtherUser): Promise<Running> {
  const began = performance.now();
  const settings = ['--port=0', `--data-dir=${dataDir}`, `--embedded-engine=${engine}`];
  const few = sized([], ['--sample-users=10']);
  const [program, args] = asAccount(
    account,
    process.execPath,
    [child, ...settings, ...few],
    'KILL',
  );
  const started = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], NODE_ENV: 'production' },
  });
  let output = '';
  for await (const text of started.stdout
    .setEncoding('utf8')
    .iterator({ destroyOnReturn: false })) {
    output += String(text);
    const url = /Ready on (\S+)/.exec(output)?.[1];
    if (url === undefined) continue;
    started.stdout.resume();
    return { engine, process: started, url, startedIn: performance.now() - began };
  }
  throw new Error(`The service did not start:\n${output}`);
}

async function stop({ process: { exitCode }, process: running }: Running): Promise<void> {
  if (exitCode !== null) return;
  running.kill('SIGTERM');
  await once(running, 'exit');
}

const idOf = (writer: number) => `writer-${writer}`;

async function createWriters(url: string): Promise<void> {
  for (let writer = 0; writer < writers; writer += 1) {
    await send(url + createUser.path, 'PUT', { customId: idOf(writer) });
  }
}

interface Round {
  readonly changes: number;
  readonly cpuMs: number;
  readonly listP95: number;
}

async function measure({ url, process: { pid = 0 } }: Running): Promise<Round> {
  const before = cpuMs(pid);
  const until = performance.now() + roundSeconds * 1000;
  let changes = 0;
  const write = async (writer: number) => {
    const path = url + pathTo(updateUser, idOf(writer));
    for (; performance.now() < until; changes += 1) {
      await send(path, updateUser.method, { json: JSON.stringify({ change: changes }) });
    }
  };
  const lists: number[] = [];
  const list = async () => {
    while (performance.now() < until) {
      const began = performance.now();
      await (await fetch(`${url}${getDirectory.path}?limit=50`)).arrayBuffer();
      lists.push(performance.now() - began);
    }
  };
  await Promise.all([...Array.from({ length: writers }, (_, writer) => write(writer)), list()]);
  return {
    changes: changes / roundSeconds,
    cpuMs: (cpuMs(pid) - before) / changes,
    listP95: percentile(lists, 0.95),
  };
}

async function send(url: string, method: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (response.status >= 400) throw new Error(await response.text());
  await response.arrayBuffer();
}

/** A file about a process; empty once it has ended. */
function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/** Numbers of /proc/PID/stat, from the third on, which is a letter. */
const statOf = (pid: number) =>
  readProc(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);

/** A process and those that it started. */
function familyOf(pid: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = all.map(Number).filter((one) => statOf(one)[1] === pid);
  return [pid, ...children.flatMap(familyOf)];
}

const tickMs = 10;

function cpuMs(pid: number): number {
  const ticks = familyOf(pid).map((one) => {
    const stat = statOf(one);
    return (stat[11] ?? 0) + (stat[12] ?? 0);
  });
  return tickMs * ticks.reduce((sum, one) => sum + one, 0);
}

/** Megabytes of a process and those that it started; shared pages count in parts. */
function memory(pid: number): string {
  const kilobytes = familyOf(pid).map((one) =>
    Number(/^Pss:\s+(\d+)/m.exec(readProc(one, 'smaps_rollup'))?.[1] ?? 0),
  );
  return (kilobytes.reduce((sum, one) => sum + one, 0) / 1024).toFixed(0);
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);
