import { expect, test } from 'vitest';
import { history } from '#contract/history.ts';
import { performance } from '#contract/performance.ts';
import { thematic } from '#contract/thematic.ts';
import { formatTime } from '#contract/time.ts';
import { pastWallets } from '#contract/wallet.ts';
import { answerOf, problemOf } from '#test/support/calls.ts';
import { notReported } from '#upstream/reading/notReported.ts';
import { answering } from '../answering.ts';

const now = Date.UTC(2026, 5, 17, 14);
const inFrontOf = answering({ now });
const day = 86_400_000;
const at = (daysAgo: number) => formatTime(now - daysAgo * day);
/** A record of each of the past 400 days: its number. */
const records = (factor: number) =>
  Array.from({ length: 401 }, (_, index) => ({ date: at(400 - index), total: factor * index }));

const service = {
  '/p/users': ['u'],
  '/p/users/u': { customId: 'u', total: 4000 },
  '/p/users/u/wallets': [
    { thematics: 's', total: 3000, tokens: [{ token: 'x', amount: 1, total: 3000 }] },
  ],
  '/p/users/u/wallets/history/month': records(10).slice(-31),
  '/p/users/u/wallets/history/year': records(10).slice(-366),
  '/p/users/u/wallets/history/all': records(10),
  '/p/users/u/wallets/thematics/s/history/month': records(7).slice(-31),
  '/p/users/u/wallets/thematics/s/history/year': records(7).slice(-366),
  '/p/users/u/wallets/thematics/s/history/all': records(7),
  '/p/thematics': [{ id: 's', name: 'Set' }],
  '/p/thematics/s': { id: 's', name: 'Set', total: 999, tokens: [{ token: 'x', weight: 1 }] },
  '/p/thematics/s/history/year': records(1).slice(-366),
  '/p/thematics/s/history/all': records(1),
};

test('a past instant has the last reported totals at or before it, no positions, and the reason', async () => {
  const { call } = inFrontOf(service);
  const read = (days: number) =>
    answerOf(call('GET', `/x/users/u/wallets?asOf=${at(days)}`), pastWallets);
  // Ten and a half days ago, the last record is eleven days old.
  expect(await read(10.5)).toMatchObject({
    total: 3890,
    reason: null,
    positionsReason: notReported.holdings,
    wallets: [{ thematics: 's', total: 2723, tokens: [] }],
  });
  expect(await read(390)).toMatchObject({ total: 100, wallets: [{ total: 70 }] });
  expect(await read(401)).toMatchObject({
    total: null,
    reason: 'The connected service reports no total by then.',
    wallets: [],
  });
});

test('a period that ends in the past is read from a longer history', async () => {
  const { call } = inFrontOf(service);
  const { dates, total, index } = await answerOf(
    call('GET', `/x/users/u/performance/month?asOf=${at(100)}`),
    performance,
  );
  expect([dates.at(0), dates.at(-1), dates.length]).toEqual([at(130), at(100), 31]);
  expect([total.at(0), total.at(-1), index]).toEqual([2700, 3000, null]);
  const levels = await answerOf(
    call('GET', `/x/thematics/s/history/week?asOf=${at(380)}`),
    history,
  );
  expect(levels.map((record) => record.total)).toEqual([13, 14, 15, 16, 17, 18, 19, 20]);
});

test('a thematic has its level and changes of then, and no tokens', async () => {
  const { call } = inFrontOf(service);
  const then = await answerOf(call('GET', `/x/thematics/s?asOf=${at(100)}`), thematic);
  expect(then).toMatchObject({ name: 'Set', total: 300, tokens: null });
  expect(then.change.month).toBeCloseTo(300 / 270 - 1, 12);
});

test('what is not reported of the past is refused with the reason, and so is the future', async () => {
  const { call } = inFrontOf(service);
  for (const path of ['/x/tokens', '/x/exposure', '/x/thematics/s/users']) {
    const { detail } = await problemOf(call('GET', `${path}?asOf=${at(1)}`), 'not-offered');
    expect([notReported.prices, notReported.holdings]).toContain(detail);
  }
  await problemOf(call('GET', `/x/users/u/wallets?asOf=${at(-1)}`), 'invalid-query');
});
