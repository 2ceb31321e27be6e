import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'undici';
import * as z from 'zod/mini';
import { getSession } from '#contract/operations/access.ts';
import { serving } from '#test/gateway/spawned.ts';
import { percentile, watchMemory } from '#test/support/processFigures.ts';
import { sized } from '../size.ts';
import type { Store, Stores } from './stores.ts';

/** Wait after a start, because a new process still releases memory. */
const settleMs = sized(3000, 200);

export interface Target {
  readonly url: string;
  readonly pid: number | undefined;
  readonly kill: () => Promise<void>;
}

/** Starts a gateway on a store. `ulimit` sets system limits, such as `-n 300` for open files. */
export async function startTarget(
  { folder, environment }: Store,
  ulimit?: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Target> {
  const running = serving(
    ['--port=0', '--sample-users=0', `--data-dir=${folder}`],
    {
      WEBHOOKS_ALLOW_HTTP: '1',
      WEBHOOKS_ALLOW_NETWORKS: '127.0.0.0/8',
      ...environment,
      ...settings,
    },
    ulimit === undefined ? {} : { ulimit },
  );
  const url = await running.ready;
  return {
    url,
    pid: running.process.pid,
    async kill() {
      running.process.kill('SIGKILL');
      await running.ended;
    },
  };
}

export async function withTarget(
  stores: Stores,
  attack: (target: Target) => Promise<void>,
  ulimit?: string,
  settings?: Readonly<Record<string, string>>,
): Promise<void> {
  const target = await startTarget(await stores.small(), ulimit, settings);
  try {
    await attack(target);
  } finally {
    await target.kill();
  }
}

const probed = z.array(z.object({ times: z.array(z.number()), failures: z.number() }));
export type Probed = z.infer<typeof probed>;

const smallRequest = `GET\t${getSession.path}`;

/** Effects of an attack on memory and on small requests, which other clients repeat meanwhile. */
export interface Effects<Result> {
  readonly result: Result;
  /** Response times in milliseconds and number of failures, by request of the other clients. */
  readonly others: Probed;
  /** Resident megabytes before the attack and at the peak. */
  readonly before: number;
  readonly peak: number;
}

export async function underWatch<Result>(
  { url, pid }: Target,
  attack: () => Promise<Result>,
  requests: readonly string[] = [smallRequest],
): Promise<Effects<Result>> {
  // A separate process, because this one is busy with the attack.
  const prober = fork(new URL('./prober.ts', import.meta.url), [url, ...requests], {
    execArgv: [],
  });
  await once(prober, 'message');
  await wait(settleMs);
  const memory = watchMemory(pid, 50);
  try {
    const result = await attack();
    prober.send('end');
    const [message] = await once(prober, 'message');
    const [before = Number.NaN, ...rest] = memory.stop();
    return { result, others: z.parse(probed, message), before, peak: Math.max(before, ...rest) };
  } finally {
    memory.stop();
    prober.kill();
  }
}

export function describeEffects({ others, before, peak }: Effects<unknown>): string {
  const times = others.flatMap((one) => one.times);
  const failures = others.reduce((sum, one) => sum + one.failures, 0);
  const [p50, p99, max] = [0.5, 0.99, 1].map((part) => percentile(times, part).toFixed(0));
  const lost = failures === 0 ? '' : `, ${failures} without an answer`;
  return `${times.length} × /x/session meanwhile: p50 ${p50}, p99 ${p99}, max ${max} ms${lost}; RSS ${before.toFixed(0)} → ${peak.toFixed(0)} MB at most`;
}

export function attackLine(name: string, tried: number, held: number, figures: string): string {
  const counts = `${tried.toLocaleString('en')} / ${held.toLocaleString('en')}`;
  return `${name.padEnd(62)} ${counts.padStart(15)}  ${figures}`;
}

/** Sends a call with a JSON body. @returns the status; 0: no answer. */
export async function send(
  client: Client,
  method: 'GET' | 'PUT' | 'POST',
  path: string,
  body?: unknown,
): Promise<number> {
  try {
    const answer = await client.request({
      method,
      path,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    await answer.body.dump();
    return answer.statusCode;
  } catch {
    return 0;
  }
}
