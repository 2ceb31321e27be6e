import { expect, test } from 'vitest';
import { deliveryList } from '#contract/delivery.ts';
import { endpointList, webhooksSummary } from '#contract/endpoint.ts';
import { getDeliveries, getEndpoints, getWebhooksSummary } from '#contract/operations/endpoints.ts';
import { putWebhook, removeWebhook } from '#contract/operations/webhooks.ts';
import { answerOf, makeUser } from '../../support/calls.ts';
import { onEachEngine } from '../../support/engines.ts';
import { deliverDue } from '../../support/webhooks.ts';
import { webhook } from '#test/support/embedded.ts';

const url = 'https://example.com/hook';
const second = 1000;
const day = 86_400_000;

onEachEngine((service) => {
  const call = (method: string, path: string, body?: unknown) => service().call(method, path, body);
  const register = (type: string) => call('PUT', putWebhook.path, { url, type });
  const remove = (type: string) => call('DELETE', removeWebhook.path, { url, type });
  const list = () => answerOf(call('GET', getDeliveries.path), deliveryList);
  const states = async () => (await list()).map(({ state }) => state);

  test('deliveries cancelled by a removal wait again when it is undone, each at its time', async () => {
    const made = await answerOf(register('user.created'), webhook, 201);
    expect(made.secret).toBeDefined();
    await makeUser(service(), 'tried');
    await deliverDue(service(), { status: 500 });
    await makeUser(service(), 'new');
    const before = await list();
    expect(before.map(({ attempts }) => attempts)).toEqual([0, 1]);
    await remove('user.created');
    expect(await list()).toMatchObject([
      { state: 'cancelled', nextAt: null },
      { state: 'cancelled', nextAt: null },
    ]);
    expect(await answerOf(call('GET', getWebhooksSummary.path), webhooksSummary)).toMatchObject({
      waiting: 0,
      cancelled: 2,
    });
    service().clock.now += second;
    await register('user.created');
    expect(await list()).toEqual(before);
    expect(await deliverDue(service())).toHaveLength(1);
    service().clock.now += 4 * second;
    const [retry] = await deliverDue(service());
    expect(retry).toMatchObject({ attempts: 1 });
    expect(await states()).toEqual(['delivered', 'delivered']);
  });

  test('only deliveries that a webhook wants again are restored, and only within a day', async () => {
    await register('user.created');
    await makeUser(service(), 'ada');
    await remove('user.created');
    await register('wallet.updated');
    expect(await states()).toEqual(['cancelled']);
    await register('*');
    expect(await states()).toEqual(['pending']);
    await remove('*');
    service().clock.now += day;
    await register('*');
    expect(await states()).toEqual(['pending']);
    await remove('*');
    service().clock.now += day + 1;
    await register('*');
    expect(await states()).toEqual(['cancelled']);
    expect(await answerOf(call('GET', getEndpoints.path), endpointList)).toHaveLength(1);
  });
});
