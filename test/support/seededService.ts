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

// A process of its own: the service on an embedded database in a folder, with as many users as its argument says,
// in thousands: a thousand that are invented, and copies of them.
// It tells its parent `{ url, seededIn }` once it listens, and answers every message with what it is asked for.

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

// Whoever checks 100,000 users reads nothing meanwhile, for longer than a connection is kept by default.
if ('keepAliveTimeout' in server) server.keepAliveTimeout = 300_000;

/** The sum of everything held, straight from the statements: the last one of each wallet, at the prices of now. */
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
