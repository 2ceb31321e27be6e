import { setTimeout as wait } from 'node:timers/promises';
import { pathOf } from '#contract/operation.ts';
import { historyTypes } from '#contract/historyType.ts';
import {
  getBookContribution,
  getBookExposure,
  getBookFigures,
  getBookFlows,
  getBookPerformance,
} from '#contract/operations/book.ts';
import { getBookShock } from '#contract/operations/shock.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { statements } from '#platform/database/schema/portfolio.ts';
import { answerOf } from '#test/support/calls.ts';
import { directoryPage } from '#test/support/embedded.ts';
import { multiplyUsers } from '#test/support/manyUsers.ts';
import { createTestService, type TestService } from '#test/support/service.ts';
import { onEachEngine, type Open } from './engines.ts';
import type { Tell } from './measure.ts';
import { sized } from './size.ts';

const made = sized(2000, 50);
const sizes = sized([10_000, 100_000], [100]);
const replay = { from: '2026-05-01T00:00:00Z', to: '2026-06-01T00:00:00Z' };
const count = (value: number) => value.toLocaleString('en-GB');
const megabytes = () => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
};

/**
 * Measures books of all users and of 100 of them: each period, and each operation over `all`, first and repeated. Other
 * requests wait for the longest slice.
 */
export function benchBook(tell: Tell): Promise<void> {
  return onEachEngine(tell, async (open, tellEngine) => {
    for (const size of sizes) await measureOn(size, open, tellEngine);
  });
}

async function measureOn(size: number, open: Open, tell: Tell): Promise<void> {
  const service = await createTestService({ database: await open(), sampleUsers: made });
  try {
    await multiplyUsers(service.database, size / made);
    const stated = await service.database.queries.$count(statements);
    const before = megabytes();
    const built = performance.now();
    while ((await service.call('GET', '/x/directory?limit=1')).status === 503);
    const seconds = (performance.now() - built) / 1000;
    const directory = megabytes();
    tell(
      `${count(size)} users, ${count(stated)} statements; directory in ${seconds.toFixed(1)} s, ${(directory - before).toFixed(0)} MB`,
    );
    for (const historyType of historyTypes) {
      const path = pathOf(getBookPerformance, { params: { historyType } });
      tell(`  performance ${historyType}: ${await measured(service, path)}`);
    }
    tell(`  memory of earlier holdings: ${(megabytes() - directory).toFixed(0)} MB`);
    const params = { historyType: 'all' } as const;
    const ids = await hundredIds(service);
    for (const [what, path] of [
      ['flows all', pathOf(getBookFlows, { params })],
      ['contribution all by user', pathOf(getBookContribution, { params, query: { by: 'user' } })],
      ['figures all', pathOf(getBookFigures, { params })],
      ['exposure by token', pathOf(getBookExposure, { query: { by: 'token' } })],
      ['shock of a token', pathOf(getBookShock, { query: { token: ['KORV:0.3'] } })],
      ['replay of a month', pathOf(getBookShock, { query: replay })],
      ['100 users, performance all', pathOf(getBookPerformance, { params, query: { ids } })],
    ] as const) {
      tell(`  ${what}: ${await measured(service, path)}`);
    }
  } finally {
    await service.close();
  }
}

async function hundredIds(service: TestService): Promise<string[]> {
  const path = pathOf(getDirectory, { query: { limit: 100 } });
  const { rows } = await answerOf(service.call('GET', path), directoryPage);
  return rows.map(({ customId }) => customId);
}

/**
 * Time of the first request, of one with other prices and of a repeated one, and the longest slice of one with other prices. CPU is
 * that of this thread.
 */
async function measured(service: TestService, path: string): Promise<string> {
  const read = async () => {
    const used = process.threadCpuUsage();
    const at = performance.now();
    for (;;) {
      const response = await service.call('GET', path);
      await response.text();
      if (response.status === 200) break;
      if (response.status !== 503) throw new Error(`${path} answered ${response.status}`);
    }
    const took = performance.now() - at;
    const { user, system } = process.threadCpuUsage(used);
    return `${took.toFixed(0)} ms (CPU ${((user + system) / 1000).toFixed(0)} ms)`;
  };
  const first = await read();
  await tick(service);
  const again = await read();
  const repeated = await read();
  await tick(service);
  const watch = watchSlices();
  await read();
  const { longest, longestCpu } = watch();
  return `first ${first}, after a tick ${again}, repeated ${repeated}; longest slice ${longest.toFixed(0)} ms (CPU ${longestCpu.toFixed(0)} ms)`;
}

/** After a tick, sums are new, and holdings are in memory. The directory is valued in the background. */
async function tick(service: TestService): Promise<void> {
  service.clock.now += 10_000;
  while ((await service.call('GET', '/x/directory?limit=1')).status !== 200);
  await wait(sized(2500, 10));
}

/** Watches how long the thread takes between two turns of its event loop. */
function watchSlices() {
  let [longest, longestCpu, isOn] = [0, 0, true];
  let at = performance.now();
  let used = process.threadCpuUsage();
  const turn = () => {
    const { user, system } = process.threadCpuUsage(used);
    longest = Math.max(longest, performance.now() - at);
    longestCpu = Math.max(longestCpu, (user + system) / 1000);
    at = performance.now();
    used = process.threadCpuUsage();
    if (isOn) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    isOn = false;
    return { longest, longestCpu };
  };
}
