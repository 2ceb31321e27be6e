import { expect, test } from 'vitest';
import { holderList } from '#contract/directory.ts';
import { exposurePage } from '#contract/exposure.ts';
import { day } from '#contract/historyType.ts';
import { performance } from '#contract/performance.ts';
import { positionsHistory } from '#contract/positions.ts';
import { thematic } from '#contract/thematic.ts';
import { formatTime } from '#contract/time.ts';
import { userList as users } from '#contract/user.ts';
import { pastWallets } from '#contract/wallet.ts';
import { answerOf, makeUser, problemOf, stated } from '../../../support/calls.ts';
import { onEmbedded, onEachEngine } from '../../../support/engines.ts';
import { testNow } from '../../../support/service.ts';

const at = (days: number) => formatTime(testNow - days * day);

onEmbedded((service) => {
  const walletsAt = (user: string, asOf: string) =>
    answerOf(service().call('GET', `/x/users/${user}/wallets?asOf=${asOf}`), pastWallets);
  const amounts = async (user: string, asOf: string) =>
    (await walletsAt(user, asOf)).wallets.map(({ thematics, tokens }) => [
      thematics,
      ...tokens.map(({ token, amount }) => `${amount} ${token._id}`),
    ]);
  const hold = (user: string, daysAgo: number, thematics: string, token: string, amount: number) =>
    stated(service(), user, { thematics, tokens: [{ token, amount }], at: at(daysAgo) });

  test('the past has the wallets and positions of then; a statement entered later with an earlier date changes it', async () => {
    await makeUser(service(), 'ada');
    await hold('ada', 400, 'data-feeds', 'AUGRY', 1);
    await hold('ada', 100, 'data-feeds', 'AUGRY', 2);
    await hold('ada', 50, 'open-lending', 'SOLVA', 3);
    expect(await amounts('ada', at(399))).toEqual([['data-feeds', '1 AUGRY']]);
    expect(await amounts('ada', at(100))).toEqual([['data-feeds', '2 AUGRY']]);
    expect(await amounts('ada', at(10))).toEqual([
      ['data-feeds', '2 AUGRY'],
      ['open-lending', '3 SOLVA'],
    ]);
    await hold('ada', 200, 'data-feeds', 'AUGRY', 7);
    expect(await amounts('ada', at(150))).toEqual([['data-feeds', '7 AUGRY']]);
    expect(await amounts('ada', at(250))).toEqual([['data-feeds', '1 AUGRY']]);
    const [wallet] = (await walletsAt('ada', at(150))).wallets;
    const price = service().market.priceAt('AUGRY', testNow - 150 * day)?.price;
    expect(wallet?.tokens[0]?.token).toMatchObject({ price, priceAt: at(150) });
    expect(wallet?.total).toBe(7 * (price ?? NaN));
  });

  test('before the first holding everything is empty, with the reason', async () => {
    await makeUser(service(), 'ada');
    await hold('ada', 10, 'data-feeds', 'AUGRY', 1);
    const reason = 'No holdings were recorded by then.';
    expect(await walletsAt('ada', at(20))).toEqual({
      asOf: at(20),
      total: 0,
      reason,
      positionsReason: null,
      wallets: [],
    });
    const query = `?asOf=${at(20)}`;
    const read = (path: string) => service().call('GET', `/x/users/ada/${path}${query}`);
    expect(await answerOf(read('performance/month'), performance)).toMatchObject({
      dates: [],
      reason,
    });
    expect(await answerOf(read('positions/history/all'), positionsHistory)).toEqual({
      dates: [],
      tokens: [],
      reason,
    });
    // A user who never held anything, and an instant before all prices.
    await makeUser(service(), '日本');
    expect(await amounts('日本', at(0))).toEqual([]);
    expect(await amounts('ada', '0001-01-01T00:00:00Z')).toEqual([]);
  });

  test('a definition counts from its start', async () => {
    const tokens = [{ token: 'SOLVA', weight: 1 }];
    const body = { name: 'One token', tokens, from: at(30) };
    expect((await service().call('PUT', '/x/thematics/data-feeds', body)).status).toBe(200);
    const dated = { name: 'New', tokens, from: at(5) };
    expect((await service().call('PUT', '/x/thematics/late', dated)).status).toBe(201);
    const read = (id: string, days: number) =>
      answerOf(service().call('GET', `/x/thematics/${id}?asOf=${at(days)}`), thematic);
    expect((await read('data-feeds', 31)).tokens?.length).toBeGreaterThan(1);
    expect((await read('data-feeds', 30)).tokens).toMatchObject([{ weight: 1 }]);
    expect(await read('late', 6)).toMatchObject({ name: 'New', total: null, tokens: [] });
    expect(await read('late', 5)).toMatchObject({ total: 100, tokens: [{ weight: 1 }] });
  });

  test('the future is rejected with the present, and so is any text that is not an instant', async () => {
    await makeUser(service(), 'ada');
    const future = formatTime(testNow + 10_000);
    const { detail } = await problemOf(
      service().call('GET', `/x/tokens?asOf=${future}`),
      'invalid-query',
    );
    expect(detail).toBe(
      `asOf is ${future}, which is in the future: the present is ${formatTime(testNow)}. Use an earlier time, or omit asOf.`,
    );
    // The tick has not ended yet.
    const within = await service().call('GET', `/x/tokens?asOf=${formatTime(testNow + 9_999)}`);
    expect(within.status).toBe(200);
    const hostile = [
      '',
      'now',
      '0',
      '1781705020000',
      '2026-06-17',
      '2026-02-30T00:00:00Z',
      '2026-06-17T25:00:00Z',
      '2026-06-17T10:00:00',
      "2026-06-17T10:00:00Z';--",
      '日本',
      '-1',
      'NaN',
      '2026-06-17T10:00:00Z ',
    ];
    for (const path of ['/x/users/ada/wallets', '/x/exposure', '/x/tokens/AUGRY/history/day']) {
      for (const text of hostile) {
        const asked = `${path}?asOf=${encodeURIComponent(text)}`;
        expect((await problemOf(service().call('GET', asked), 'invalid-query')).detail).toBe(
          `asOf is ${JSON.stringify(text)}; it is a time such as 2026-03-12T14:00:00Z.`,
        );
      }
      const twice = `${path}?asOf=${at(1)}&asOf=${at(2)}`;
      await problemOf(service().call('GET', twice), 'invalid-query');
    }
  });

  test('filters by the holdings of the present do not go with a past exposure', async () => {
    for (const filter of ['thematic=data-feeds', 'token=AUGRY', 'total=1..', 'change=..0']) {
      const { detail } = await problemOf(
        service().call('GET', `/x/exposure?asOf=${at(1)}&${filter}`),
        'invalid-query',
      );
      expect(detail).toContain(`asOf does not go with ${filter.split('=')[0]}`);
    }
  });
});

onEachEngine(
  (service) => {
    test('the exposure and the holders at any time are the sums of the wallets of then', async () => {
      await makeUser(service(), 'busy');
      // More statements than the directory caches, at instants of no record; the first of each series is corrected.
      for (const days of [45, 500]) {
        for (const [index, hour] of [0, ...Array(40).keys()].entries()) {
          await stated(service(), 'busy', {
            thematics: 'data-feeds',
            tokens: [{ token: hour % 2 === 0 ? 'AUGRY' : 'KANAL', amount: 1e6 + index }],
            at: formatTime(testNow - days * day + hour * 1_234_567),
          });
        }
      }
      const { call } = service();
      const ids = (await answerOf(call('GET', '/p/users'), users)).map(({ customId }) => customId);
      const instants = [0, 44.95, 45.1, 300, 366, 499.95, 500.1, 900, 1500, 2500];
      for (const days of instants) {
        const asOf = formatTime(testNow - Math.round(days * 8640) * 10_000);
        const byToken = new Map<string, number>();
        const byHolder = new Map<string, number>();
        for (const id of ids) {
          const path = `/x/users/${encodeURIComponent(id)}/wallets?asOf=${asOf}`;
          for (const { tokens, thematics } of (await answerOf(call('GET', path), pastWallets))
            .wallets) {
            for (const { token, total } of tokens) {
              byToken.set(token._id, (byToken.get(token._id) ?? 0) + (total ?? NaN));
            }
            if (thematics !== 'data-feeds' || tokens.length === 0) continue;
            byHolder.set(
              id,
              tokens.reduce((sum, { total }) => sum + (total ?? NaN), 0),
            );
          }
        }
        const page = await answerOf(
          call('GET', `/x/exposure?by=token&limit=500&asOf=${asOf}`),
          exposurePage,
        );
        expect(page.asOf).toBe(asOf);
        expect(page.rows.map(({ id }) => id).toSorted()).toEqual([...byToken.keys()].toSorted());
        for (const { id, total } of page.rows) {
          expect(total).toBeCloseTo(byToken.get(id) ?? NaN, 4);
        }
        const holders = await answerOf(
          call('GET', `/x/thematics/data-feeds/users?limit=500&asOf=${asOf}`),
          holderList,
        );
        const expected = [...byHolder].toSorted(([, a], [, b]) => b - a).map(([id]) => id);
        expect(holders.map(({ customId }) => customId)).toEqual(expected);
      }
    }, 120_000);
  },
  { sampleUsers: 25 },
);
