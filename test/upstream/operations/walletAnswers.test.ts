import { expect, test, vi } from 'vitest';
import { performance, walletsPerformance } from '#contract/performance.ts';
import { answerOf } from '#test/support/calls.ts';
import { notReported } from '#upstream/reading/notReported.ts';
import { answering, readingOn } from '../answering.ts';

const inFrontOf = answering({ now: Date.UTC(2026, 5, 17, 14) });

const at = (hour: number) => `2026-06-17T${String(hour).padStart(2, '0')}:00:00.000Z`;
/** Records of each hour, each so much later. */
const late = (ms: number, totals: readonly number[]) =>
  totals.map((total, hour) => ({ date: Date.parse(at(hour)) + ms, total }));

test('performance is the value alone, with the reason, and a gap is no zero', async () => {
  const records = [
    { date: at(1), total: 1 },
    { date: at(2), total: null },
    { date: at(3), total: 3 },
  ];
  const { call } = inFrontOf({ '/p/users/u/wallets/history/day': records });
  const dates = records.map(({ date }) => date);
  expect(await answerOf(call('GET', '/x/users/u/performance/day'), performance)).toEqual({
    dates,
    total: [1, null, 3],
    index: null,
    flow: null,
    flatRecords: 0,
    reason: notReported.holdings,
  });
});

test('wallets whose records are at other times are known between two of them, never before or after', async () => {
  const { call } = inFrontOf({
    '/p/users/u/wallets/history/day': [1, 2, 3, 4, 5].map((hour) => ({ date: at(hour), total: 9 })),
    '/p/users/u/wallets': [{ thematics: 's' }, { thematics: 't' }, { thematics: 'gone' }],
    '/p/users/u/wallets/thematics/s/history/day': [
      { date: at(2), total: 20 },
      { date: at(4), total: 40 },
    ],
    '/p/users/u/wallets/thematics/t/history/day': [
      { date: at(1), total: 1 },
      { date: at(2), total: null },
      { date: at(5), total: 5 },
    ],
    '/p/users/u/wallets/thematics/gone/history/day': new TypeError('fetch failed'),
  });
  const answer = await call('GET', '/x/users/u/wallets/performance/day');
  expect(readingOn(answer)?.notes[0]).toMatch(/^The history of the wallet in gone is not known\./);
  expect((await answerOf(answer, walletsPerformance)).wallets).toEqual([
    { thematics: 's', total: [null, 20, 20, 40, null], flow: null },
    { thematics: 't', total: [1, null, null, null, 5], flow: null },
    { thematics: 'gone', total: [null, null, null, null, null], flow: null },
  ]);
});

test('records that a service makes when they are requested are of one time, though those of two answers are moments apart', async () => {
  const { call } = inFrontOf({
    '/p/users/u/wallets/history/day': late(0, [1, 2, 3, 4]),
    '/p/users/u/wallets': [{ thematics: 's' }, { thematics: 't' }, { thematics: 'far' }],
    '/p/users/u/wallets/thematics/s/history/day': late(170, [10, 20, 30, 40]),
    '/p/users/u/wallets/thematics/t/history/day': late(-2400, [100, 200, 300, 400]),
    '/p/users/u/wallets/thematics/far/history/day': late(600_000, [5, 6, 7, 8]),
  });
  const { wallets } = await answerOf(
    call('GET', '/x/users/u/wallets/performance/day'),
    walletsPerformance,
  );
  expect(wallets.map(({ total }) => total)).toEqual([
    [10, 20, 30, 40],
    [100, 200, 300, 400],
    [null, 5, 6, 7],
  ]);
});

test('prices that cannot be read are derived and said to be, once, and only where prices are shown', async () => {
  const token = { id: 'x', symbol: 'EX', price: { usd: 2, eur: 1 } };
  const tokens = [{ token, amount: 2, total: 4, weight: 1 }];
  const { call, sync } = inFrontOf({
    '/p/users': ['u'],
    '/p/users/u': { customId: 'u' },
    '/p/users/u/wallets': [{ thematics: 't', tokens }],
    '/p/thematics': [{ id: 't', tokens }],
    '/p/thematics/t': { id: 't', tokens },
  });
  await sync.begin();
  await vi.waitFor(() => expect(sync.user('u')?.walletsAt).not.toBeNull());
  const sentencesOf = async (path: string) => {
    const reading = readingOn(await call('GET', path));
    return [
      ...(reading?.unread.map(({ what, why }) => `${what}: ${why}`) ?? []),
      ...(reading?.notes ?? []),
    ];
  };
  expect(await sentencesOf('/p/users/u/wallets')).toEqual([
    'price: not a number',
    'Such prices are derived: total ÷ amount.',
  ]);
  expect(await sentencesOf('/p/users/u')).toEqual([]);
  expect(await sentencesOf('/p/thematics')).toEqual([]);
  expect(await sentencesOf('/p/thematics/t')).toEqual([
    'Unreadable prices of a thematic are replaced by those of the wallets read last.',
  ]);
  expect(await sentencesOf('/x/tokens')).toEqual([
    'Prices that are derived from wallets, total ÷ amount: EX.',
  ]);
});

test('prices that are not stated are derived, and said to be', async () => {
  const { call } = inFrontOf({
    '/p/users/u/wallets': [{ thematics: 't', tokens: [{ token: 'x', amount: 2, total: 4 }] }],
  });
  const answer = await call('GET', '/p/users/u/wallets');
  expect(readingOn(answer)).toMatchObject({
    unread: [],
    notes: ['Prices that the service does not report are derived: total ÷ amount.'],
  });
});
