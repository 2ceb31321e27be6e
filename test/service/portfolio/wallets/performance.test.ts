import { expect, test } from 'vitest';
import { day, historyTypes, type HistoryType } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getPerformance, getWalletsPerformance } from '#contract/operations/wallets.ts';
import { sumOf } from '#analytics/weights.ts';
import { answerOf, makeUser, problemOf, readHistory, stated } from '../../../support/calls.ts';
import { onEmbedded } from '../../../support/engines.ts';
import { performance, walletsPerformance } from '#test/support/embedded.ts';

const feeds = 'data-feeds';
const lending = 'open-lending';

onEmbedded((service) => {
  const read = (type: HistoryType, thematic?: string, id = 'ada') =>
    service().call(
      'GET',
      pathOf(getPerformance, { params: { id, historyType: type }, query: { thematic } }),
    );
  const readWallets = (type: HistoryType, id = 'ada') =>
    service().call('GET', pathOf(getWalletsPerformance, { params: { id, historyType: type } }));
  const performed = (type: HistoryType, thematic?: string) =>
    answerOf(read(type, thematic), performance);
  const hold = (thematics: string, tokens: Record<string, number>, ago: number) =>
    stated(service(), 'ada', {
      thematics,
      tokens: Object.entries(tokens).map(([token, amount]) => ({ token, amount })),
      at: new Date(service().market.asOf() - ago).toISOString(),
    });
  const priceAt = (token: string, date: string | undefined) =>
    service().market.priceAt(token, Date.parse(date ?? ''))?.price ?? NaN;

  test('a deposit alone moves the total, not the index; what came in is the flow', async () => {
    await makeUser(service(), 'ada');
    await hold(feeds, { AUGRY: 2 }, 50 * day);
    await hold(feeds, { AUGRY: 200 }, 10.5 * day);
    for (const type of historyTypes) {
      const { dates, total, index, flow, flatRecords } = await performed(type);
      const records = await readHistory(service(), 'ada', type);
      expect(dates.map((date, i) => ({ date, total: total[i] }))).toEqual(records);
      const grown = priceAt('AUGRY', dates.at(-1)) / priceAt('AUGRY', dates[0]);
      expect((index.at(-1) ?? NaN) / 100).toBeCloseTo(grown, 9);
      expect(index[0]).toBe(100);
      const came = flow.findIndex((one) => one !== 0);
      const isInside = type === 'month' || type === 'year' || type === 'all';
      expect(came > 0).toBe(isInside);
      expect(sumOf(flow)).toBeCloseTo(isInside ? 198 * priceAt('AUGRY', dates[came]) : 0, 6);
      expect(flatRecords).toBe(0);
    }
  });

  test('one wallet alone, or all of them; what moved between two is no flow of the user', async () => {
    await makeUser(service(), 'ada');
    await hold(feeds, { AUGRY: 5 }, 20 * day);
    await hold(lending, { TALO: 3 }, 20 * day);
    await hold(feeds, {}, 4.5 * day);
    await hold(lending, { TALO: 3, AUGRY: 5 }, 4.5 * day);
    const all = await performed('month');
    expect(all.flow.every((flow) => flow === 0)).toBe(true);
    expect(all.flatRecords).toBe(0);
    const left = await performed('month', feeds);
    expect(sumOf(left.flow)).toBeLessThan(0);
    expect(left.total.at(-1)).toBe(0);
    // From the record at which it was closed on: all but that one stood still.
    const closed = left.total.indexOf(0);
    expect(left.flatRecords).toBe(left.total.length - 1 - closed);
    expect(left.index.at(-1)).toBe(left.index[closed]);
    const joined = await performed('month', lending);
    for (const [i, total] of all.total.entries()) {
      expect((left.total[i] ?? NaN) + (joined.total[i] ?? NaN)).toBeCloseTo(total, 6);
    }
  });

  test('of each wallet: totals that add up to the history, and flows between them', async () => {
    await makeUser(service(), 'ada');
    await hold(feeds, { AUGRY: 5 }, 20 * day);
    await hold(lending, { TALO: 3 }, 10.5 * day);
    await hold(feeds, {}, 4.5 * day);
    await hold(lending, { TALO: 3, AUGRY: 5 }, 4.5 * day);
    for (const type of historyTypes) {
      const { dates, wallets } = await answerOf(readWallets(type), walletsPerformance);
      const records = await readHistory(service(), 'ada', type);
      expect(dates).toEqual(records.map(({ date }) => date));
      expect(new Set(wallets.map(({ thematics }) => thematics))).toEqual(new Set([feeds, lending]));
      for (const [i, { total }] of records.entries()) {
        expect(sumOf(wallets.map((one) => one.total[i] ?? NaN))).toBe(total);
      }
      const alone = await performed(type, feeds);
      const among = wallets.find(({ thematics }) => thematics === feeds);
      expect(sumOf(among?.flow ?? [])).toBeCloseTo(sumOf(alone.flow), 6);
      expect(among?.total.at(-1)).toBe(0);
    }
  });

  test('nothing before the first holding; distinguishes unknown users and thematics', async () => {
    await makeUser(service(), 'ada');
    expect(await performed('all')).toEqual({
      dates: [],
      total: [],
      index: [],
      flow: [],
      flatRecords: 0,
    });
    expect(await answerOf(readWallets('all'), walletsPerformance)).toEqual({
      dates: [],
      wallets: [],
    });
    await problemOf(readWallets('day', 'nobody'), 'user-not-found');
    expect((await performed('day', feeds)).dates).toEqual([]);
    await problemOf(read('day', undefined, 'nobody'), 'user-not-found');
    await problemOf(read('day', 'nothing'), 'thematic-not-found');
  });
});
