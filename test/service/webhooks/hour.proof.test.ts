import { expect, test } from 'vitest';
import { putWebhook } from '#contract/operations/webhooks.ts';
import { thematics, wallets } from '#platform/database/schema/portfolio.ts';
import { onEmbedded } from '../../support/engines.ts';
import { holdingsPrint, hourOfTicks } from '../../support/hourOfTicks.ts';
import { deliverDue } from '../../support/webhooks.ts';

const steps = 12;

onEmbedded(
  (service) => {
    test('an hour of ticks writes a message for each hundred wallets at each whole step, and nothing else', async () => {
      const { queries } = service().database;
      await service().call('PUT', putWebhook.path, { url: 'https://example.com/hook', type: '*' });
      const counted = {
        wallets: await queries.$count(wallets),
        thematics: await queries.$count(thematics),
      };
      const holdings = await holdingsPrint(queries);

      const hour = await hourOfTicks(service());
      const messages = Math.ceil(counted.wallets / 100) + Math.ceil(counted.thematics / 100);
      expect(counted.wallets).toBeGreaterThan(240);
      expect(hour).toMatchObject({
        ticks: 360,
        ticksThatWrote: steps,
        events: steps * messages,
        deliveries: steps * messages,
        records: steps * (counted.wallets + counted.thematics),
      });
      expect(hour.largest).toBeLessThanOrEqual(20_000);
      expect(await holdingsPrint(queries)).toBe(holdings);
      expect(await deliverDue(service())).toHaveLength(steps * messages);
    });

    test('without history webhooks, an hour of ticks writes nothing', async () => {
      const { queries } = service().database;
      await service().call('PUT', putWebhook.path, {
        url: 'https://example.com/hook',
        type: 'wallet.updated',
      });
      const holdings = await holdingsPrint(queries);
      expect(await hourOfTicks(service())).toMatchObject({ events: 0, deliveries: 0 });
      expect(await holdingsPrint(queries)).toBe(holdings);
    });
  },
  { sampleUsers: 240 },
);
