import { expect, test } from 'vitest';
import {
  deliveryList,
  endpoint,
  endpointList,
  recovery,
  recoveryCount,
  type Endpoint,
} from '#contract/delivery.ts';
import { paths } from '#contract/paths.ts';
import { formatTime } from '#contract/time.ts';
import { answerOf, makeUser, problemOf } from '../../support/calls.ts';
import { onEachEngine } from '../../support/engines.ts';
import { deliverDue } from '../../support/webhooks.ts';

const minute = 60_000;
const strange = 'a/b?c#d e%2F';
const url = 'https://example.com/hook';

onEachEngine((service) => {
  const call = (method: string, path: string, body?: unknown) => service().call(method, path, body);
  const register = (type: string) => call('PUT', paths.webhooks(), { url, type });
  const remove = (type: string) => call('DELETE', paths.webhooks(), { url, type });
  const onlyEndpoint = async (): Promise<Endpoint> => {
    const [one] = await answerOf(call('GET', paths.endpoints()), endpointList);
    if (one === undefined) throw new Error('There is no endpoint');
    return one;
  };
  const recover = (id: string, body: unknown) => call('POST', paths.endpointRecovery(id), body);
  const missing = (id: string, since: string) =>
    answerOf(recover(id, { since, dryRun: true }), recoveryCount);

  test('what a disabled endpoint missed is counted, then recovered, each once', async () => {
    await register('user.created');
    const { _id } = await onlyEndpoint();
    const since = formatTime(service().clock.now);
    await makeUser(service(), 'a');
    await deliverDue(service(), { status: 410 });
    expect(await onlyEndpoint()).toMatchObject({
      status: 'disabled',
      disabledBecause: 'It answered 410 Gone: it wants no more messages.',
      disabledAt: since,
    });
    await makeUser(service(), 'b');
    await makeUser(service(), 'c');
    expect(await deliverDue(service())).toEqual([]);
    await problemOf(recover(_id, { since }), 'webhook-is-disabled');
    expect(await missing(_id, since)).toEqual({ count: 3 });
    expect(await answerOf(call('POST', paths.endpointEnabling(_id)), endpoint)).toMatchObject({
      status: 'enabled',
      disabledAt: null,
    });
    const begun = await answerOf(recover(_id, { since }), recovery, 201);
    expect(begun).toMatchObject({ count: 3, pending: 3, state: 'running', endpoint: _id });
    const sent = await deliverDue(service());
    expect(await answerOf(call('GET', paths.recovery(begun._id)), recovery)).toMatchObject({
      delivered: 3,
      pending: 0,
      state: 'finished',
    });
    const told = sent.map(({ body }) => JSON.parse(body).data.customId);
    expect(new Set(told)).toEqual(new Set(['a', 'b', 'c']));
    expect(told).toHaveLength(3);
    expect(await missing(_id, since)).toEqual({ count: 0 });
    await problemOf(recover(_id, { since: 'yesterday' }), 'invalid-body');
  });

  test('what nobody asks for any more is not recovered, nor is a test', async () => {
    await register('user.created');
    await register('wallet.updated');
    const { _id } = await onlyEndpoint();
    const since = formatTime(service().clock.now);
    await makeUser(service(), 'a');
    await remove('user.created');
    await call('POST', paths.endpointTest(_id), { type: 'user.created' });
    await deliverDue(service(), { status: 410 });
    const states = await answerOf(call('GET', paths.deliveries()), deliveryList);
    expect(states.map(({ state, test: isTest }) => [state, isTest])).toEqual([
      ['failed', true],
      ['cancelled', false],
    ]);
    expect(await missing(_id, since)).toEqual({ count: 0 });
    await register('user.created');
    expect(await missing(_id, since)).toEqual({ count: 1 });
  });

  test('a recovery that is cancelled gives up what was not sent yet', async () => {
    await register('user.created');
    const { _id } = await onlyEndpoint();
    const since = formatTime(service().clock.now);
    await makeUser(service(), 'a');
    await remove('user.created');
    await register('user.created');
    const begun = await answerOf(recover(_id, { since }), recovery, 201);
    const cancelled = await answerOf(call('DELETE', paths.recovery(begun._id)), recovery);
    expect(cancelled).toMatchObject({ state: 'cancelled', failed: 1, pending: 0 });
    service().clock.now += 10 * minute;
    expect(await deliverDue(service())).toEqual([]);
    await problemOf(call('GET', paths.recovery(strange)), 'recovery-not-found');
    await problemOf(call('DELETE', paths.recovery(strange)), 'recovery-not-found');
  });
});
