import { expect, test } from 'vitest';
import { history } from '#contract/history.ts';
import { historyTypes } from '#contract/historyType.ts';
import { levelList } from '#contract/levels.ts';
import { responseNotesHeader } from '#contract/responseNotes.ts';
import { thematic, thematicList } from '#contract/thematic.ts';
import { tokenList } from '#contract/token.ts';
import { user, userList } from '#contract/user.ts';
import { walletList } from '#contract/wallet.ts';
import { answerOf, problemOf } from '../support/calls.ts';
import { answering, readingOn } from './answering.ts';

const clock = { now: Date.UTC(2026, 5, 17, 14) };
const inFrontOf = answering(clock);

const at = (hour: number) => `2026-06-17T${String(hour).padStart(2, '0')}:00:00.000Z`;

test('a user of whom only the id is known has no figures, and no zeros', async () => {
  const { call } = inFrontOf({ '/p/users': ['u'], '/p/users/u': { customId: 'u' } });
  const unknown = {
    _id: 'u',
    customId: 'u',
    createdAt: null,
    updatedAt: null,
    total: null,
    walletCount: null,
  };
  expect(await answerOf(call('GET', '/p/users'), userList)).toEqual([unknown]);
  // It answers 404 for the wallets, yet knows the user.
  expect(await answerOf(call('GET', '/p/users/u'), user)).toEqual(unknown);
  expect(await answerOf(call('GET', '/p/users/u/wallets'), walletList)).toEqual([]);
});

test('a user without a total has that of his wallets; one that the service states counts', async () => {
  const wallets = [
    { thematics: 't', tokens: [{ token: { id: 'x', price: 2 }, amount: 3 }] },
    { thematics: 's', total: '1,5' },
  ];
  const { call } = inFrontOf({
    '/p/users/u': { customId: 'u' },
    '/p/users/u/wallets': wallets,
    '/p/users/v': { customId: 'v', total: 9, walletCount: 3 },
  });
  const derived = await answerOf(call('GET', '/p/users/u'), user);
  expect(derived).toMatchObject({ total: 7.5, walletCount: 2 });
  expect(await answerOf(call('GET', '/p/users/v'), user)).toMatchObject({
    total: 9,
    walletCount: 3,
  });
  expect(await answerOf(call('GET', '/p/users/u/wallets'), walletList)).toEqual([
    {
      _id: 'u t',
      user: 'u',
      thematics: 't',
      total: 6,
      tokens: [
        {
          token: { _id: 'x', symbol: 'x', name: 'x', price: 2, priceAt: null },
          amount: 3,
          total: 6,
        },
      ],
      updatedAt: null,
    },
    { _id: 'u s', user: 'u', thematics: 's', total: 1.5, tokens: [], updatedAt: null },
  ]);
});

test('an attribute that ours would take for something else is left out, and none hides a field', async () => {
  const { call } = inFrontOf({
    '/p/users/u': {
      customId: 'other',
      id: 5,
      sample: 'blood',
      name: null,
      total: 1,
      walletCount: 1,
    },
  });
  const answer = await call('GET', '/p/users/u');
  expect(readingOn(answer)?.notes).toEqual(['The service answered with another customId.']);
  const shown = await answerOf(answer, user);
  expect(shown).toMatchObject({ _id: '5', customId: 'u' });
  expect(Object.keys(shown)).not.toContain('name');
  expect(Object.keys(shown)).not.toContain('sample');
});

test('what could not be read is counted over all pages, and a list that goes on elsewhere says so', async () => {
  const { call } = inFrontOf({
    '/p/users': { data: ['a', {}, 'b'], next: '/p/users?page=2' },
    '/p/users?page=2': { data: ['b', true], next: '/p/users?page=3' },
    '/p/users?page=3': { data: ['c'], next: 'http://elsewhere.example/more' },
  });
  const answer = await call('GET', '/p/users');
  const reading = readingOn(answer);
  expect(reading?.unread).toEqual([
    { what: 'user', why: 'no id in them', count: 1, of: 6, example: '/1' },
    { what: 'user', why: 'neither objects nor ids', count: 1, of: 6, example: '/4' },
  ]);
  expect(reading?.incomplete).toEqual([
    { kind: 'elsewhere', what: 'user', read: 6, reported: null },
  ]);
  expect(reading?.notes).toEqual(['Listed twice: b. The last one counts.']);
  const users = await answerOf(answer, userList);
  expect(users.map(({ customId }) => customId)).toEqual(['a', 'b', 'c']);
});

test('pages that lead in a circle end', async () => {
  const { call, requests } = inFrontOf({
    '/p/users': { data: ['a'], next: '/p/users?page=2' },
    '/p/users?page=2': { data: ['b'], next: '/p/users' },
  });
  expect(await answerOf(call('GET', '/p/users'), userList)).toHaveLength(2);
  expect(requests.length).toBeLessThanOrEqual(3);
});

test('a thousand notes fit into a header', async () => {
  const { call } = inFrontOf({
    '/p/users/u/wallets': Array.from({ length: 1000 }, (_, index) => ({
      thematics: `Thématique ${index}`,
      total: 1,
      tokens: [{ token: { id: `${'長'.repeat(200)}${index}`, price: 1 }, amount: 5, total: 2 }],
    })),
  });
  const answer = await call('GET', '/p/users/u/wallets');
  expect(answer.headers.get(responseNotesHeader)?.length).toBeLessThanOrEqual(2800);
  expect(readingOn(answer)?.raw).toBe('/p/users/u/wallets');
  expect(readingOn(answer)?.notes.at(-1)).toMatch(/^Notes left out: \d+\.$/);
  expect(await answerOf(answer, walletList)).toHaveLength(1000);
});

test('where a 404 may mean either, the service is asked whom it does not know', async () => {
  const known = { '/p/users/u': { customId: 'u' }, '/p/thematics/t': { id: 't' } };
  const { call } = inFrontOf(known);
  const wallet = (id: string, of: string) =>
    call('GET', `/p/users/${id}/wallets/thematics/${of}/history/day`);
  await problemOf(wallet('nobody', 't'), 'user-not-found');
  await problemOf(wallet('u', 'nothing'), 'thematic-not-found');
  const both = await wallet('u', 't');
  expect(readingOn(both)?.notes).toEqual([
    'The service answers 404 here; shown as empty, since it knows the user.',
  ]);
  expect(await answerOf(both, history)).toEqual([]);
  await problemOf(call('GET', '/p/thematics/nothing/history'), 'thematic-not-found');
  expect(await answerOf(call('GET', '/p/thematics/t/history'), history)).toEqual([]);
});

test('an empty answer is nobody, an answer of something else cannot be read', async () => {
  const { call } = inFrontOf({ '/p/users/a': null, '/p/users/b': [], '/p/users/c': true });
  await problemOf(call('GET', '/p/users/a'), 'user-not-found');
  await problemOf(call('GET', '/p/users/b'), 'user-not-found');
  const { detail } = await problemOf(call('GET', '/p/users/c'), 'upstream-unreadable');
  expect(detail).toContain('JSON that is no user');
  const list = await answerOf(call('GET', '/p/users?customId=a'), userList);
  expect(list).toEqual([]);
});

test('why the changes of thematics are not known is said', async () => {
  const failing = new TypeError('fetch failed');
  const { call } = inFrontOf({
    '/p/thematics': [{ id: 's' }, { id: 't', name: 'T', total: 5 }],
    '/p/thematics/s': { name: 'S' },
    '/p/thematics/t': { name: 'T' },
    ...Object.fromEntries(historyTypes.map((type) => [`/p/thematics/t/history/${type}`, failing])),
  });
  const answer = await call('GET', '/p/thematics');
  expect(readingOn(answer)?.notes).toEqual([
    expect.stringMatching(/^Histories of 1 of 2 thematics are not read\. The connected service/),
  ]);
  const [, second] = await answerOf(answer, thematicList);
  expect(second).toMatchObject({ name: 'T', total: 5, change: { day: null } });
  expect(readingOn(await call('GET', '/x/levels/day'))?.notes).toHaveLength(1);
  expect(readingOn(await call('GET', '/p/thematics/t'))?.notes).toHaveLength(1);
});

test('thematics that are listed by ids alone have their details, level and changes from elsewhere', async () => {
  const level = (total: number, hour: number) => ({ date: at(hour), total });
  const { call } = inFrontOf({
    '/p/thematics': ['t', 'bare'],
    '/p/thematics/t': {
      name: 'Title',
      tokens: [
        { token: { id: 'x', symbol: 'X', price: '1.5' }, weight: 40 },
        { token: 'y', weight: 60 },
      ],
    },
    '/p/thematics/t/history/day': [{ date: '2026-06-16T14:00Z', total: 100 }, level(110, 14)],
    '/p/thematics/t/history/week': [level(100, 1), level(0, 14)],
    '/p/thematics/t/history/all': [level(0, 1), level(5, 14)],
  });
  const answer = await call('GET', '/p/thematics');
  expect(readingOn(answer)?.notes).toEqual(['For 1 of 2 thematics, only the id could be read.']);
  const [first, second] = await answerOf(answer, thematicList);
  expect(first).toMatchObject({ _id: 't', name: 'Title', total: 110, createdAt: null });
  expect(first?.tokens?.map(({ token, weight }) => [token._id, weight])).toEqual([
    ['x', 0.4],
    ['y', 0.6],
  ]);
  expect(first?.change).toEqual({ day: 0.1, week: null, month: null, year: null, all: null });
  expect(second).toMatchObject({ _id: 'bare', name: 'bare', total: null, tokens: null });
  expect(await answerOf(call('GET', '/p/thematics/t'), thematic)).toEqual(first);
  expect(await answerOf(call('GET', '/x/levels/day'), levelList)).toEqual([
    { thematics: 't', dates: ['2026-06-16T14:00:00.000Z', at(14)], levels: [100, 110] },
    { thematics: 'bare', dates: [], levels: [] },
  ]);
  const tokens = await answerOf(call('GET', '/x/tokens'), tokenList);
  expect(tokens.map(({ _id, price, change }) => [_id, price, change.day])).toEqual([
    ['x', 1.5, null],
    ['y', null, null],
  ]);
});

test('a level that is taken from a history is as old as that', async () => {
  const answers: Record<string, unknown> = {
    '/p/thematics': ['t', 'stated'],
    '/p/thematics/t': { name: 'Title' },
    '/p/thematics/stated': { name: 'Title', total: 7 },
    '/p/thematics/t/history/day': [{ date: at(13), total: 100 }],
    '/p/thematics/stated/history/day': [{ date: at(13), total: 100 }],
  };
  const { call } = inFrontOf(answers);
  const readAtOf = async (id: string) => readingOn(await call('GET', `/p/thematics/${id}`))?.readAt;
  const first = clock.now;
  expect([await readAtOf('t'), await readAtOf('stated')]).toEqual([first, first]);
  clock.now += 30_000;
  expect(await readAtOf('t')).toBe(clock.now);
  const second = clock.now;
  clock.now += 30_000;
  answers['/p/thematics/t/history/day'] = new TypeError('fetch failed');
  answers['/p/thematics/stated/history/day'] = new TypeError('fetch failed');
  expect([await readAtOf('t'), await readAtOf('stated')]).toEqual([second, clock.now]);
});

test('what was read before is given with its age where the service fails', async () => {
  const answers: Record<string, unknown> = { '/p/users/u/wallets': [] };
  const { call } = inFrontOf(answers);
  await answerOf(call('GET', '/p/users/u/wallets'), walletList);
  const readAt = clock.now;
  clock.now += 60_000;
  answers['/p/users/u/wallets'] = new TypeError('fetch failed');
  const answer = await call('GET', '/p/users/u/wallets');
  expect(readingOn(answer)).toMatchObject({ readAt, stale: expect.stringContaining('cannot be') });
  expect(await answerOf(answer, walletList)).toEqual([]);
});
