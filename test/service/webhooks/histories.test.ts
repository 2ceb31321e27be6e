import { expect, test } from 'vitest';
import { paths } from '#contract/paths.ts';
import { createHistoryTelling } from '#service/webhooks/historySteps.ts';
import { makeUser, readEvents, stated } from '../../support/calls.ts';
import { onEachEngine } from '../../support/engines.ts';

const minute = 60_000;

/** Lets one piece of work begin, and stops before the next. */
function onceAsked(): () => boolean {
  let asked = 0;
  return () => (asked += 1) > 1;
}

onEachEngine((service) => {
  const register = (type: string) =>
    service().call('PUT', paths.webhooks(), { url: 'https://example.com/hook', type });
  const appended = async () =>
    (await readEvents(service())).filter(({ type }) => type.endsWith('.history.appended'));
  const telling = () => createHistoryTelling(service().dependencies);
  const holds = async (customId: string) => {
    await makeUser(service(), customId);
    await stated(service(), customId, {
      thematics: 'data-feeds',
      tokens: [{ token: 'AUGRY', amount: 2 }],
    });
  };

  test('where nobody asks, nothing is written', async () => {
    await register('user.created');
    await holds('ada');
    const tell = telling();
    await tell();
    service().clock.now += 10 * minute;
    await tell();
    expect(await appended()).toEqual([]);
  });

  test('each whole step is told once, with the totals that the histories have', async () => {
    await register('*');
    await holds('a/b?c#d e%2F');
    const tell = telling();
    // The step that was when it began is not told.
    await tell();
    expect(await appended()).toEqual([]);
    service().clock.now += 5 * minute;
    await tell();
    await tell();
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
        total: await at(paths.walletHistory('a/b?c#d e%2F', 'data-feeds', 'day')),
      },
    ]);
    expect(events[0]?.data['records']).toContainEqual({
      thematics: 'data-feeds',
      total: await at(paths.thematicHistory('data-feeds', 'day')),
    });
  });

  test('of two processes, one a step behind, each step is told once', async () => {
    await register('thematic.history.appended');
    const { dependencies, clock } = service();
    const { market } = dependencies;
    const behind = { now: 0 };
    const ahead = telling();
    const late = createHistoryTelling({
      ...dependencies,
      market: { ...market, asOf: () => Math.min(market.asOf(), behind.now) },
    });
    await ahead();
    behind.now = market.asOf() + 5 * minute;
    clock.now += 10 * minute;
    // The one that is ahead has begun its step when it stops; the other must not begin the one before.
    const stopped = createHistoryTelling({ ...dependencies, isStopped: onceAsked() });
    await stopped();
    await late();
    await ahead();
    expect((await appended()).map(({ data }) => data['date'])).toEqual([
      '2026-06-17T14:30:00.000Z',
    ]);
  });

  test('of many wallets a message tells a hundred, and none is larger than 20 kB', async () => {
    await register('wallet.history.appended');
    const long = '長'.repeat(120);
    for (let user = 0; user < 101; user += 1) await holds(`u${user}`);
    for (let user = 0; user < 60; user += 1) await holds(`${long}${user}`);
    const tell = telling();
    await tell();
    service().clock.now += 5 * minute;
    await tell();
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
