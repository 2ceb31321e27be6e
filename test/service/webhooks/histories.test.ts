import { expect, test } from 'vitest';
import { getThematicHistory } from '#contract/operations/thematics.ts';
import { getWalletHistory } from '#contract/operations/wallets.ts';
import { putWebhook } from '#contract/operations/webhooks.ts';
import { createHistoryPublisher } from '#service/webhooks/historyEvents.ts';
import { makeUser, readEvents, stated } from '../../support/calls.ts';
import { onEachEngine } from '../../support/engines.ts';
import { pathTo } from '#test/support/pathTo.ts';

const minute = 60_000;

/** Lets one batch run, and stops before the next. */
function afterOneBatch(): () => boolean {
  let batches = 0;
  return () => (batches += 1) > 1;
}

onEachEngine((service) => {
  const register = (type: string) =>
    service().call('PUT', putWebhook.path, { url: 'https://example.com/hook', type });
  const appended = async () =>
    (await readEvents(service())).filter(({ type }) => type.endsWith('.history.appended'));
  const publisher = () => createHistoryPublisher(service().dependencies);
  const holds = async (customId: string) => {
    await makeUser(service(), customId);
    await stated(service(), customId, {
      thematics: 'data-feeds',
      tokens: [{ token: 'AUGRY', amount: 2 }],
    });
  };

  test('without a webhook for them no events are written', async () => {
    await register('user.created');
    await holds('ada');
    const publish = publisher();
    await publish();
    service().clock.now += 10 * minute;
    await publish();
    expect(await appended()).toEqual([]);
  });

  test('each whole step is published once, with the totals of the histories', async () => {
    await register('*');
    await holds('a/b?c#d e%2F');
    const publish = publisher();
    // The step during which it started is not published.
    await publish();
    expect(await appended()).toEqual([]);
    service().clock.now += 5 * minute;
    await publish();
    await publish();
    const events = await appended();
    const date = '2026-06-17T14:25:00.000Z';
    expect(events.map(({ type, data }) => [type, data['date']])).toEqual([
      ['thematic.history.appended', date],
      ['wallet.history.appended', date],
    ]);
    const at = async (path: string) => {
      const records: { date: string; total: number }[] = await (
        await service().call('GET', path)
      ).json();
      return records.find((record) => record.date === date)?.total;
    };
    expect(events[1]?.data['records']).toEqual([
      {
        user: 'a/b?c#d e%2F',
        thematics: 'data-feeds',
        total: await at(pathTo(getWalletHistory, 'a/b?c#d e%2F', 'data-feeds', 'day')),
      },
    ]);
    expect(events[0]?.data['records']).toContainEqual({
      thematics: 'data-feeds',
      total: await at(pathTo(getThematicHistory, 'data-feeds', 'day')),
    });
  });

  test('two processes, one a step behind, publish each step once', async () => {
    await register('thematic.history.appended');
    const { dependencies, clock } = service();
    const { market } = dependencies;
    const behind = { now: 0 };
    const ahead = publisher();
    const late = createHistoryPublisher({
      ...dependencies,
      market: { ...market, asOf: () => Math.min(market.asOf(), behind.now) },
    });
    await ahead();
    behind.now = market.asOf() + 5 * minute;
    clock.now += 10 * minute;
    // The one that is ahead has begun its step when it stops; the other must not begin the one before.
    const stopped = createHistoryPublisher({ ...dependencies, isStopped: afterOneBatch() });
    await stopped();
    await late();
    await ahead();
    expect((await appended()).map(({ data }) => data['date'])).toEqual([
      '2026-06-17T14:30:00.000Z',
    ]);
  });

  test('a message holds at most a hundred wallets and 20 kB', async () => {
    await register('wallet.history.appended');
    const long = '長'.repeat(120);
    for (let user = 0; user < 101; user += 1) await holds(`u${user}`);
    for (let user = 0; user < 60; user += 1) await holds(`${long}${user}`);
    const publish = publisher();
    await publish();
    service().clock.now += 5 * minute;
    await publish();
    const events = await appended();
    const records = events.flatMap(({ data }) =>
      Array.isArray(data['records']) ? data['records'] : [],
    );
    expect(records).toHaveLength(161);
    expect(events.length).toBeGreaterThan(2);
    for (const { body } of events) expect(Buffer.byteLength(body)).toBeLessThanOrEqual(20_000);
    expect(events[0]?.data['records']).toHaveLength(100);
  });
});
