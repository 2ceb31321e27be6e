import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { putWebhook } from '#contract/operations/webhooks.ts';
import { deliveries } from '#platform/database/schema/webhooks.ts';
import { makeUser } from '../../support/calls.ts';
import { delivering } from '../../support/delivering.ts';
import { onEachEngine } from '../../support/engines.ts';
import { headerOf, localTargets } from '../../support/receiver.ts';

onEachEngine(
  (service) => {
    const rig = delivering(service);

    test('if a pass fails, a later one records its attempts, and claims what it was to claim without a gap', async () => {
      const { logged, database } = service();
      const { queries } = database;
      const numbers = () => rig().receiver.received.map((sent) => headerOf(sent, 'webhook-seq'));
      const readDeliveries = () => queries.select().from(deliveries).orderBy(deliveries.seq);
      await service().call('PUT', putWebhook.path, {
        url: rig().receiver.url,
        type: 'user.created',
      });
      await queries.execute(
        sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'No room'; END $$`,
      );
      await queries.execute(
        sql`CREATE TRIGGER refusing BEFORE INSERT ON attempts FOR EACH ROW EXECUTE FUNCTION refuse()`,
      );
      await makeUser(service(), 'ada');
      const done = rig().engine.idle();
      try {
        await expect.poll(() => logged.length).toBeGreaterThan(0);
        await makeUser(service(), 'bob');
        await expect.poll(readDeliveries).toHaveLength(2);
        const before = logged.length;
        await expect.poll(() => logged.length).toBeGreaterThan(before + 1);
        expect(numbers()).toEqual(['1']);
        expect(await readDeliveries()).toMatchObject([
          { state: 'pending', attempts: 0, number: 1 },
          { state: 'pending', attempts: 0, number: null },
        ]);
      } finally {
        await queries.execute(sql`DROP FUNCTION refuse() CASCADE`);
      }
      await done;
      for (const line of logged.splice(0)) {
        expect(line).toMatch(/^Webhooks could not be sent: .*No room$/s);
      }
      expect(numbers()).toEqual(['1', '2']);
      expect(await readDeliveries()).toMatchObject([
        { state: 'delivered', attempts: 1, number: 1 },
        { state: 'delivered', attempts: 1, number: 2 },
      ]);
    });
  },
  { webhookTargets: localTargets },
);
