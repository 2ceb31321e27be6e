import { expect, test } from 'vitest';
import { deliveryList } from '#contract/delivery.ts';
import { endpointList, endpointSecret } from '#contract/endpoint.ts';
import { inspector } from '#contract/inspector.ts';
import {
  getDeliveries,
  getEndpointSecret,
  getEndpoints,
  rotateEndpointSecret,
} from '#contract/operations/endpoints.ts';
import { getInspector, receiveMessage } from '#contract/operations/inspector.ts';
import { putWebhook } from '#contract/operations/webhooks.ts';
import { endpoints } from '#platform/database/schema/webhooks.ts';
import { newSecret, seal } from '#platform/http/secrets.ts';
import { countUnreadable } from '#service/webhooks/registry/webhookStore.ts';
import { makeUser, problemOf } from '../../support/calls.ts';
import { asking, delivering } from '../../support/delivering.ts';
import { onEmbedded } from '../../support/engines.ts';
import { localTargets, verify } from '../../support/receiver.ts';
import { pathTo } from '#test/support/pathTo.ts';

const otherKey = new Uint8Array(32).fill(9);

onEmbedded(
  (service) => {
    const rig = delivering(service);
    const ask = asking(service);
    const unreadable = () =>
      countUnreadable(service().database.queries, service().dependencies.secretKey);

    /** Registers a URL whose secret then is one that the key of this process does not open. */
    async function registerLost(url: string): Promise<string> {
      await service().call('PUT', putWebhook.path, { url, type: 'user.created' });
      await service()
        .database.queries.update(endpoints)
        .set({ secret: seal(newSecret(), otherKey) });
      const [one] = await ask('GET', getEndpoints.path, endpointList);
      return one?._id ?? '';
    }

    test('a secret lost with its key is explained in words, and a rotation puts another in its place', async () => {
      expect(await unreadable()).toBe(0);
      const id = await registerLost(rig().receiver.url);
      expect(await unreadable()).toBe(1);
      const { detail } = await problemOf(
        service().call('GET', pathTo(getEndpointSecret, id)),
        'secret-unreadable',
      );
      await makeUser(service(), 'ada');
      await rig().engine.idle();
      expect(rig().receiver.received).toEqual([]);
      expect(await ask('GET', getDeliveries.path, deliveryList)).toMatchObject([
        { state: 'pending', attempts: 1, fault: detail },
      ]);

      const rotated = await ask('POST', pathTo(rotateEndpointSecret, id), endpointSecret);
      // The one before cannot sign: it is dropped, and not promised.
      expect(rotated.previousUntil).toBeNull();
      expect(await unreadable()).toBe(0);
      service().clock.now += 6000;
      await rig().engine.idle();
      const [message] = rig().receiver.received;
      if (message === undefined) throw new Error('Nothing came');
      verify(message, rotated.secret);
    });

    test('the inspector takes what it cannot check, and says why', async () => {
      const own = await ask('GET', getInspector.path, inspector);
      await registerLost(`${own.url}mine`);
      expect((await service().call('POST', pathTo(receiveMessage, 'mine'), {})).status).toBe(204);
      const { messages } = await ask('GET', getInspector.path, inspector);
      expect(messages[0]?.verdict).toEqual({
        holds: false,
        why: expect.stringContaining('cannot be decrypted'),
      });
    });
  },
  { webhookTargets: localTargets },
);
