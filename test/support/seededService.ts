import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { asc, desc } from 'drizzle-orm';
import { openEmbedded } from '#platform/database/embedded.ts';
import { statements } from '#platform/database/schema/portfolio.ts';
import { embeddedTemplate } from './embeddedTemplate.ts';
import { multiplyUsers } from './manyUsers.ts';
import { createTestService } from './service.ts';

// A separate process: the service on an embedded database in a folder, with the given number of users in thousands. One thousand
// are invented, the others are copies. It sends `{ url, seededIn }` to its parent once it listens, and answers every message with
// the requested figures.

const count = Number(process.argv[2]);
const folder = await mkdtemp(join(tmpdir(), 'portfolio-seeded-'));
const database = await openEmbedded({
  dataDir: join(folder, 'data'),
  from: await embeddedTemplate(),
});
const began = performance.now();
const invented = 1000;
const service = await createTestService({ database, sampleUsers: invented });
await multiplyUsers(database, count / invented);
const seededIn = performance.now() - began;

const server = serve({ fetch: service.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
  process.send?.({ url: `http://127.0.0.1:${port}`, seededIn });
});

// A test that checks 100,000 users sends no requests meanwhile, for longer than the default keep-alive time.
if ('keepAliveTimeout' in server) server.keepAliveTimeout = 300_000;

/** Returns the sum of all holdings, directly from the statements: the last one of each wallet, at current prices. */
async function sumByHand(): Promise<number> {
  const rows = await database.queries
    .selectDistinctOn([statements.walletSeq])
    .from(statements)
    .orderBy(asc(statements.walletSeq), desc(statements.at), desc(statements.seq));
  const asOf = service.market.asOf();
  let sum = 0;
  for (const { positions } of rows) {
    for (const { token, amount } of positions ?? []) {
      sum += amount * (service.market.priceAt(token, asOf)?.price ?? 0);
    }
  }
  return sum;
}

async function stop(): Promise<void> {
  server.close();
  await service.close();
  await rm(folder, { recursive: true, force: true });
  process.disconnect();
}

process.on('message', (message) => {
  switch (message) {
    case 'use':
      process.send?.({ rss: process.memoryUsage.rss(), cpu: process.cpuUsage() });
      break;
    case 'sum':
      void sumByHand().then((sum) => process.send?.({ sum, logged: service.logged }));
      break;
    default:
      void stop();
  }
});
process.on('disconnect', () => process.exit());
