import { expect, test } from 'vitest';
import { deliveryList } from '#contract/delivery.ts';
import {
  endpoint,
  endpointList,
  recovery,
  recoveryCount,
  type Endpoint,
} from '#contract/endpoint.ts';
import {
  deleteRecovery,
  enableEndpoint,
  getDeliveries,
  getEndpoints,
  getRecovery,
  recoverEndpoint,
  testEndpoint,
} from '#contract/operations/endpoints.ts';
import { putWebhook, removeWebhook } from '#contract/operations/webhooks.ts';
import { formatTime } from '#contract/time.ts';
import { answerOf, changed, makeUser, problemOf } from '../../support/calls.ts';
import { onEachEngine } from '../../support/engines.ts';
import { deliverDue } from '../../support/webhooks.ts';
import { pathTo } from '#test/support/pathTo.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const strange = 'a/b?c#d e%2F';
const url = 'https://example.com/hook';

onEachEngine((service) => {
  const call = (method: string, path: string, body?: unknown) => service().call(method, path, body);
  const register = (type: string) => call('PUT', putWebhook.path, { url, type });
  const remove = (type: string) => call('DELETE', removeWebhook.path, { url, type });
  const onlyEndpoint = async (): Promise<Endpoint> => {
    const [one] = await answerOf(call('GET', getEndpoints.path), endpointList);
    if (one === undefined) throw new Error('There is no endpoint');
    return one;
  };
  const recover = (id: string, body: unknown) => call('POST', pathTo(recoverEndpoint, id), body);
  const missing = (id: string, since: string) =>
    answerOf(recover(id, { since, dryRun: true }), recoveryCount);

  test('what a disabled endpoint missed is counted, then recovered, each message once', async () => {
    await register('user.created');
    const { _id } = await onlyEndpoint();
    const since = formatTime(service().clock.now);
    await makeUser(service(), 'a');
    await deliverDue(service(), { status: 410 });
    expect(await onlyEndpoint()).toMatchObject({
      status: 'disabled',
      disabledBecause: 'It answered 410 Gone: it accepts no more messages.',
      disabledAt: since,
    });
    await makeUser(service(), 'b');
    await makeUser(service(), 'c');
    expect(await deliverDue(service())).toEqual([]);
    await problemOf(recover(_id, { since }), 'webhook-is-disabled');
    expect(await missing(_id, since)).toEqual({ count: 3, older: 0 });
    expect(await answerOf(call('POST', pathTo(enableEndpoint, _id)), endpoint)).toMatchObject({
      status: 'enabled',
      disabledAt: null,
    });
    const begun = await answerOf(recover(_id, { since }), recovery, 201);
    expect(begun).toMatchObject({ count: 3, pending: 3, state: 'running', endpoint: _id });
    const sent = await deliverDue(service());
    expect(await answerOf(call('GET', pathTo(getRecovery, begun._id)), recovery)).toMatchObject({
      delivered: 3,
      pending: 0,
      state: 'finished',
    });
    const received = sent.map(({ body }) => String(JSON.parse(body).data.customId));
    expect(received.toSorted()).toEqual(['a', 'b', 'c']);
    expect(await missing(_id, since)).toEqual({ count: 0, older: 0 });
    await problemOf(recover(_id, { since: 'yesterday' }), 'invalid-body');
  });

  test('events from before the webhook are counted apart, and sent only on request', async () => {
    const since = formatTime(service().clock.now);
    await makeUser(service(), 'long ago');
    await makeUser(service(), 'a moment ago');
    service().clock.now += minute;
    await register('user.created');
    const { _id } = await onlyEndpoint();
    await makeUser(service(), 'registered');
    await deliverDue(service());
    expect(await missing(_id, since)).toEqual({ count: 0, older: 2 });
    const none = await answerOf(recover(_id, { since }), recovery, 201);
    expect(none).toMatchObject({ count: 0, state: 'finished' });
    expect(await deliverDue(service())).toEqual([]);
    const older = await answerOf(recover(_id, { since, includeOlder: true }), recovery, 201);
    expect(older).toMatchObject({ count: 2, pending: 2 });
    expect(await deliverDue(service())).toHaveLength(2);
    expect(await missing(_id, since)).toEqual({ count: 0, older: 0 });
    // A type that is added later is no reason to send what happened before.
    await register('*');
    expect(await missing(_id, since)).toEqual({ count: 0, older: 0 });
  });

  test('a second type counts from its own registration', async () => {
    await register('user.created');
    const { _id } = await onlyEndpoint();
    const since = formatTime(service().clock.now);
    await makeUser(service(), 'a');
    await changed(service(), 'a', { note: 1 });
    await deliverDue(service());
    service().clock.now += minute;
    await register('user.updated');
    expect(await missing(_id, since)).toEqual({ count: 0, older: 1 });
  });

  test('types without a webhook are not recovered, nor are tests', async () => {
    await register('user.created');
    await register('wallet.updated');
    const { _id } = await onlyEndpoint();
    const since = formatTime(service().clock.now);
    await makeUser(service(), 'a');
    await remove('user.created');
    await call('POST', pathTo(testEndpoint, _id), { type: 'user.created' });
    await deliverDue(service(), { status: 410 });
    const states = await answerOf(call('GET', getDeliveries.path), deliveryList);
    expect(states.map(({ state, test: isTest }) => [state, isTest])).toEqual([
      ['failed', true],
      ['cancelled', false],
    ]);
    expect(await missing(_id, since)).toEqual({ count: 0, older: 0 });
    // After a day the removal is not undone any more.
    service().clock.now += day + 1;
    await register('user.created');
    expect(await missing(_id, since)).toEqual({ count: 1, older: 0 });
  });

  test('a recovery that is cancelled does not send the rest', async () => {
    await register('user.created');
    const { _id } = await onlyEndpoint();
    const since = formatTime(service().clock.now);
    await makeUser(service(), 'a');
    await deliverDue(service(), { status: 410 });
    await call('POST', pathTo(enableEndpoint, _id));
    const begun = await answerOf(recover(_id, { since }), recovery, 201);
    const cancelled = await answerOf(call('DELETE', pathTo(deleteRecovery, begun._id)), recovery);
    expect(cancelled).toMatchObject({ state: 'cancelled', failed: 1, pending: 0 });
    service().clock.now += 10 * minute;
    expect(await deliverDue(service())).toEqual([]);
    await problemOf(call('GET', pathTo(getRecovery, strange)), 'recovery-not-found');
    await problemOf(call('DELETE', pathTo(deleteRecovery, strange)), 'recovery-not-found');
  });
});
