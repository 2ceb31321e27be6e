import { pathOf } from '#contract/operation.ts';
import { historyTypes } from '#contract/historyType.ts';
import {
  getBookContribution,
  getBookExposure,
  getBookFigures,
  getBookFlows,
  getBookPerformance,
} from '#contract/operations/book.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { statements } from '#platform/database/schema/portfolio.ts';
import { answerOf } from '#test/support/calls.ts';
import { directoryPage } from '#test/support/embedded.ts';
import { multiplyUsers } from '#test/support/manyUsers.ts';
import { createTestService, type TestService } from '#test/support/service.ts';
import { measureSets } from './bookSets.ts';
import { onEachEngine, type Open } from './engines.ts';
import type { Tell } from './measure.ts';
import { sized } from './size.ts';
import { measured } from './slices.ts';

const made = sized(2000, 20);
const sizes = sized([10_000, 100_000], [40]);
const count = (value: number) => value.toLocaleString('en-GB');
const megabytes = () => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
};

/**
 * Measures books of all users and of 100 of them: each period, and each operation over `all`, first and repeated; then what is
 * asked of sets of users. Other requests wait for the longest slice.
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
      ['100 users, performance all', pathOf(getBookPerformance, { params, query: { ids } })],
    ] as const) {
      tell(`  ${what}: ${await measured(service, path)}`);
    }
    await measureSets(service, tell);
  } finally {
    await service.close();
  }
}

async function hundredIds(service: TestService): Promise<string[]> {
  const path = pathOf(getDirectory, { query: { limit: 100 } });
  const { rows } = await answerOf(service.call('GET', path), directoryPage);
  return rows.map(({ customId }) => customId);
}
