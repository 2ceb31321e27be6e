import { expect, test, vi } from 'vitest';
import { pathOf } from '#contract/operation.ts';
import {
  getQuality,
  getThematicQuality,
  getTokenQuality,
  getUserQuality,
} from '#contract/operations/quality.ts';
import { qualityPage, seriesQuality } from '#contract/quality.ts';
import { answerOf, problemOf } from '../support/calls.ts';
import { answering } from './answering.ts';

const hour = 3_600_000;
const clock = { now: Date.UTC(2026, 5, 17, 14) };
const inFrontOf = answering(clock);

const at = (hours: number) => new Date(clock.now - hours * hour).toISOString();
const id = 'a/b?c#d e%2F';

/** Wallets that do and do not add up, and histories with gaps: of nulls, and of absent records. */
const answers = {
  '/p/users': [{ customId: 'ada' }, { customId: id }, { customId: '日本' }],
  '/p/users/ada': { customId: 'ada' },
  '/p/thematics/u': { id: 'u', name: 'You' },
  '/p/thematics': [
    { id: 't', name: 'Tee', tokens: [{ token: 'x', weight: 1 }] },
    { id: 'u', name: 'You', tokens: [{ token: 'x', weight: 1 }] },
  ],
  '/p/users/ada/wallets': [
    { thematics: 't', total: 30, tokens: [{ token: 'x', amount: 2, total: 30 }] },
  ],
  [`/p/users/${id}/wallets`]: [
    { thematics: 't', total: 100, tokens: [{ token: 'x', amount: 2, total: 90 }] },
    { thematics: 'u', total: 50, tokens: [{ token: 'x', amount: 1, total: 50.001 }] },
  ],
  '/p/users/日本/wallets': [
    { thematics: 't', total: 60, tokens: [{ token: 'x', amount: 2, total: 90 }] },
  ],
  '/p/users/ada/wallets/history/week': [5, 4, 3, 2, 1, 0].map((hours) => ({
    date: at(hours),
    total: hours === 3 || hours === 2 ? null : 30,
  })),
  '/p/thematics/t/history/year': [72, 48, 24, 0].map((hours) => ({ date: at(hours), total: 100 })),
  '/p/thematics/u/history/year': [120, 96, 24, 0].map((hours) => ({ date: at(hours), total: 100 })),
  '/p/thematics/u/history/day': [3, 2, 0].map((hours) => ({ date: at(hours), total: 100 })),
};

const open = async () => {
  const { call, sync } = inFrontOf(answers);
  await sync.begin();
  await vi.waitFor(() => expect(sync.progress()).toMatchObject({ wallets: 3 }));
  return call;
};

test('lists users whose wallets differ from their positions, largest first, and levels with gaps', async () => {
  const call = await open();
  const { rows, count, reason, checked } = await answerOf(
    call('GET', pathOf(getQuality, {})),
    qualityPage,
  );
  const found = rows.map(({ kind, id: of, flaws }) => [
    kind,
    of,
    flaws.map((flaw) => [flaw.kind, flaw.value, flaw.parts]),
  ]);
  expect(found).toEqual([
    ['user', '日本', [['difference', 30, ['t']]]],
    ['user', id, [['difference', 10, ['t']]]],
    ['thematic', 'u', [['missing-steps', 2, []]]],
  ]);
  expect(rows[2]).toMatchObject({ name: 'You', users: 1 });
  expect(count).toBe(3);
  expect(checked).toEqual({ tokens: 1, thematics: 2, users: 3 });
  expect(reason).toMatch(/does not report prices of the past/);
  const page = await answerOf(
    call('GET', pathOf(getQuality, { query: { offset: 1, limit: 1 } })),
    qualityPage,
  );
  expect(page.rows.map((row) => row.id)).toEqual([id]);
});

test('the CSV keeps differences in money to itself where figures are hidden', async () => {
  const call = await open();
  const linesOf = async (query: object) => {
    const answer = await call('GET', pathOf(getQuality, { query: { format: 'csv', ...query } }));
    return (await answer.text()).trim().split('\r\n').slice(1);
  };
  expect((await linesOf({}))[0]).toMatch(/^user,日本,.*,difference,30,money,/);
  expect((await linesOf({ figures: 'hidden' }))[0]).toMatch(/^user,日本,.*,difference,,money,/);
});

test('a reported series has its missing records, and the reason why its tokens are not known', async () => {
  const call = await open();
  const user = await answerOf(
    call('GET', pathOf(getUserQuality, { params: { id: 'ada', historyType: 'week' } })),
    seriesQuality,
  );
  expect(user.missing).toEqual([{ from: at(4), to: at(1), steps: 2 }]);
  expect(user).toMatchObject({ records: 6, stepSeconds: 3600, tokens: [] });
  expect(user.reason).toMatch(/does not report amounts held in the past/);
  const thematic = (id: string) =>
    call('GET', pathOf(getThematicQuality, { params: { id, historyType: 'day' } }));
  expect((await answerOf(thematic('u'), seriesQuality)).records).toBe(3);
  await problemOf(thematic('no'), 'thematic-not-found');
  const ofToken = pathOf(getTokenQuality, { params: { id: 'x', historyType: 'day' } });
  await problemOf(call('GET', ofToken), 'not-offered');
});
