import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { putWebhook, removeWebhook } from '#contract/operations/webhooks.ts';
import { exampleEvent } from '#service/events/message.ts';
import { createWebhookEngine } from '#service/webhooks/engine.ts';
import { localTargets } from '#test/support/receiver.ts';
import { createTestService, type TestService } from '#test/support/service.ts';
import { onEachEngine, type Open } from './engines.ts';
import { median, type Tell } from './measure.ts';
import { sized } from './size.ts';

const slowest = 50;
const rates = sized([slowest, 200, 500], [slowest]);
const seconds = sized(8, 0.2);
const turns = sized(5, 1);
const burst = sized(5000, 16);
const many = sized(1000, 3);
const warmUp = sized(50, 5);

/**
 * Measures from the commit of an event to its signed request at a receiver in another process: at a steady rate, with one more
 * endpoint that never answers, to a thousand endpoints, and all at once. On both engines.
 */
export async function benchWebhooks(tell: Tell): Promise<void> {
  await onEachEngine(tell, measureOn);
}

async function measureOn(open: Open, tell: Tell): Promise<void> {
  for (const rate of rates) tell(await steady(open, rate));
  tell(await besideSilent(open));
  tell(await fanOut(open));
  tell(await allAtOnce(open));
}

interface Bench {
  readonly service: TestService;
  readonly origin: string;
  /** Time of the commit by message id. */
  readonly committed: Map<string, number>;
  append(count: number): Promise<void>;
  arrivals(): Promise<[string, number][]>;
  countOf(): Promise<number>;
}

async function withBench(open: Open, work: (bench: Bench) => Promise<string>): Promise<string> {
  const child = fork(new URL('./webhooks/receiver.ts', import.meta.url), { execArgv: [] });
  const [{ port }]: [{ port: number }] = await next(child);
  const service = await createTestService({
    database: await open(),
    webhookTargets: localTargets,
  });
  const dependencies = { ...service.dependencies, clock: Date.now };
  const engine = createWebhookEngine(dependencies);
  await engine.start();
  const committed = new Map<string, number>();
  const ask = async <Answer>(question: string): Promise<Answer> => {
    child.send(question);
    const [answer]: [Answer] = await next(child);
    return answer;
  };
  try {
    return await work({
      service,
      origin: `http://127.0.0.1:${port}`,
      committed,
      async append(count) {
        const ids = await service.database.transaction((tx) =>
          dependencies.events.publishNow(
            tx,
            Date.now(),
            Array.from({ length: count }, () => exampleEvent('wallet.updated', 'w')),
          ),
        );
        const at = performance.timeOrigin + performance.now();
        for (const id of ids) committed.set(id, at);
      },
      arrivals: async () => (await ask<{ arrivals: [string, number][] }>('take')).arrivals,
      countOf: async () => (await ask<{ count: number }>('count')).count,
    });
  } finally {
    await engine.stop();
    await service.close();
    child.kill();
  }
}

async function next<Message>(child: ChildProcess): Promise<[Message]> {
  const [message]: unknown[] = await once(child, 'message');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the receiver beside it says what it sends
  return [message as Message];
}

const register = (service: TestService, url: string) =>
  service.call('PUT', putWebhook.path, { url, type: 'wallet.updated' });

function steady(open: Open, rate: number): Promise<string> {
  return withBench(open, async (bench) => {
    await register(bench.service, `${bench.origin}/hook`);
    await warm(bench);
    const { times, took } = await atRate(bench, rate, seconds);
    const kept = Math.round(times.length / (took / 1000));
    return `${rate} events/s: ${percentiles(times)} (${times.length} deliveries, ${kept} committed/s)`;
  });
}

/** Alternates in one process: the same rate alone, and with an endpoint that accepts each message and never answers. */
function besideSilent(open: Open): Promise<string> {
  return withBench(open, async (bench) => {
    const silent = { url: `${bench.origin}/silent`, type: 'wallet.updated' };
    await register(bench.service, `${bench.origin}/hook`);
    await warm(bench);
    const alone: number[] = [];
    const beside: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      alone.push(share((await atRate(bench, slowest, seconds / 2)).times, 0.95));
      await register(bench.service, silent.url);
      beside.push(share((await atRate(bench, slowest, seconds / 2)).times, 0.95));
      await bench.service.call('DELETE', removeWebhook.path, silent);
    }
    const ratio = median(beside) / median(alone);
    return `${slowest} events/s, p95 beside one that never answers: ${median(beside).toFixed(1)} ms, alone ${median(alone).toFixed(1)} ms: ${ratio.toFixed(2)} times (${turns} turns)`;
  });
}

/** Warms up code and connections. */
async function warm(bench: Bench): Promise<void> {
  for (let index = 0; index < warmUp; index += 1) await bench.append(1);
  await until(bench, warmUp);
  await bench.arrivals();
}

/** Commits events at a steady rate. @returns the time of each to arrive, and of all to be committed. */
async function atRate(
  bench: Bench,
  rate: number,
  duration: number,
): Promise<{ readonly times: number[]; readonly took: number }> {
  bench.committed.clear();
  const began = performance.now();
  const pending: Promise<void>[] = [];
  for (let made = 0; made < rate * duration;) {
    const due = Math.min(rate * duration, Math.floor(((performance.now() - began) / 1000) * rate));
    for (; made < due; made += 1) pending.push(bench.append(1));
    await wait(2);
  }
  await Promise.all(pending);
  const took = performance.now() - began;
  await until(bench, rate * duration);
  return { times: delays(bench, await bench.arrivals()), took };
}

function fanOut(open: Open): Promise<string> {
  return withBench(open, async (bench) => {
    for (let index = 0; index < many; index += 1)
      await register(bench.service, `${bench.origin}/hook/${index}`);
    await bench.append(1);
    await until(bench, many);
    const times = delays(bench, await bench.arrivals());
    return `one event to ${many} endpoints: ${percentiles(times)}`;
  });
}

function allAtOnce(open: Open): Promise<string> {
  return withBench(open, async (bench) => {
    for (let index = 0; index < 8; index += 1)
      await register(bench.service, `${bench.origin}/hook/${index}`);
    await bench.append(burst / 8);
    await until(bench, burst);
    const all = await bench.arrivals();
    const first = Math.min(...bench.committed.values());
    const last = Math.max(...all.map(([, at]) => at));
    return `${burst} deliveries at once, 8 endpoints: ${Math.round(burst / ((last - first) / 1000))} deliveries/s`;
  });
}

async function until(bench: Bench, count: number): Promise<void> {
  while ((await bench.countOf()) < count) await wait(20);
}

function delays({ committed }: Bench, arrivals: readonly (readonly [string, number])[]): number[] {
  return arrivals.flatMap(([id, at]) => {
    const from = committed.get(id);
    return from === undefined ? [] : [Math.max(0, at - from)];
  });
}

function percentiles(times: readonly number[]): string {
  const at = (part: number) => share(times, part).toFixed(1);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`;
}

function share(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(part * times.length) - 1] ?? NaN;
}
