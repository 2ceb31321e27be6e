import { putWebhook } from '#contract/operations/webhooks.ts';
import { wallets } from '#platform/database/schema/portfolio.ts';
import { hourOfTicks } from '#test/support/hourOfTicks.ts';
import { multiplyUsers } from '#test/support/manyUsers.ts';
import { createTestService } from '#test/support/service.ts';
import { onEachEngine, type Open } from './engines.ts';
import { median, type Tell } from './measure.ts';
import { sized } from './size.ts';

const made = sized(5000, 20);
const times = sized(20, 2);
const count = (value: number) => value.toLocaleString('en-GB');

/**
 * Measures an hour of ticks on an injected clock, with 100,000 users and one webhook for all events: writes, and the time of a
 * step.
 */
export function benchTicks(tell: Tell): Promise<void> {
  return onEachEngine(tell, measureOn);
}

async function measureOn(open: Open, tell: Tell): Promise<void> {
  const service = await createTestService({ database: await open(), sampleUsers: made });
  try {
    await multiplyUsers(service.database, times);
    await service.call('PUT', putWebhook.path, { url: 'https://example.com/hook', type: '*' });
    const held = await service.database.queries.$count(wallets);
    const hour = await hourOfTicks(service);
    tell(
      `${count(made * times)} users, ${count(held)} wallets, one webhook for *: ${hour.ticks} ticks, of which ${hour.ticksThatWrote} wrote`,
    );
    tell(
      `${count(hour.events)} events and ${count(hour.deliveries)} deliveries, which tell ${count(hour.records)} records (${(hour.records / hour.events).toFixed(1)} a message), the largest ${(hour.largest / 1000).toFixed(1)} kB`,
    );
    tell(
      `a step was told in ${(median(hour.took) / 1000).toFixed(1)} s (median), a tick between in ${median(hour.idle).toFixed(1)} ms`,
    );
  } finally {
    await service.close();
  }
}
