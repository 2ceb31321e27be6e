import { describe, expect, test } from 'vitest';
import { createUser, getUser, getUsers, putUser, updateUser } from '#contract/operations/users.ts';
import {
  getFullUserHistory,
  getFullWalletHistory,
  getStatements,
  getUserHistory,
  getWalletHistory,
  getWallets,
} from '#contract/operations/wallets.ts';
import { users, type StoredAttributes } from '#platform/database/schema/portfolio.ts';
import {
  answerOf,
  createWith,
  makeUser,
  problemOf,
  readEvents,
  readUser,
  stated,
} from '../../../support/calls.ts';
import { onEachEngine } from '../../../support/engines.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { user, userList } from '#test/support/embedded.ts';

const valid = [
  'ada',
  'a/b?c#d e%2F',
  '日本',
  'x/y',
  'x%2Fy',
  'x%252Fy',
  '%',
  '%zz',
  'a+b',
  'a b',
  'a\u00a0b',
  '...',
  '.a',
  '0',
  '*',
  'null',
  '__proto__',
  'constructor',
  '"quoted" \\ \u2028 line',
  `'; DROP TABLE users; --`,
  '<script>alert(1)</script>',
  'Zoë/β?#100% ok',
  // One looks like the other: composed and decomposed are two users.
  '\u00e9',
  'e\u0301',
  'ADA',
  '👩‍👩‍👧‍👦',
  '\u202etxt.exe',
  '\u200b',
  '\uffff',
  'x'.repeat(128),
  '👍'.repeat(64),
];

const invalid = {
  'nothing at all': '',
  'a space alone': ' ',
  'white space at the start': ' ada',
  'white space at the end': 'ada ',
  'an ideographic space at the end': 'ada\u3000',
  'a no-break space at the start': '\u00a0ada',
  'a byte order mark at the start': '\ufeffada',
  'a line break inside': 'a\nb',
  'a tab inside': 'a\tb',
  'U+0000': 'a\0b',
  'U+001F': 'a\u001fb',
  'U+007F': 'a\u007fb',
  'U+0085': 'a\u0085b',
  'U+009F': 'a\u009fb',
  'a high surrogate alone': 'a\ud83d',
  'a low surrogate alone': '\udc4da',
  'a pair the wrong way round': '\udc4d\ud83d',
  'a dot': '.',
  'two dots': '..',
  '129 units': 'x'.repeat(129),
  '129 units, 65 characters': `${'👍'.repeat(64)}x`,
};

onEachEngine((service) => {
  /** A user as it stands in the database. */
  async function storedUser(customId: string, attributes: StoredAttributes) {
    const at = service().clock.now;
    const row = { id: 'usr_old', customId, attributes, sample: false, revision: 1 };
    const [made] = await service()
      .database.queries.insert(users)
      .values({ ...row, createdAt: at, updatedAt: at })
      .returning();
    if (made === undefined) throw new Error('no user');
    return made;
  }

  test('finds users stored before an id rule or a field name existed, with the service fields', async () => {
    const { id } = await storedUser(' ada ', { total: 7, customId: 'eve', tier: 'gold' });
    const found = await readUser(service(), ' ada ');
    expect(found).toMatchObject({ _id: id, customId: ' ada ', total: 0, tier: 'gold' });
    await stated(service(), ' ada ', {
      thematics: 'data-feeds',
      tokens: [{ token: 'AUGRY', amount: 1 }],
    });
    const list = await answerOf(service().call('GET', getUsers.path), userList);
    expect(list).toEqual([await readUser(service(), ' ada ')]);
    expect(list).toMatchObject([{ walletCount: 1 }]);
  });

  test('a user is made once; the same again shows it as it is', async () => {
    const { call } = service();
    const made = await call('PUT', createUser.path, { customId: 'ada' });
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe('/p/users/ada');
    expect(made.headers.get('cache-control')).toBe('no-store');
    const tag = made.headers.get('etag');
    expect(tag).toMatch(/^"[^"]+"$/);
    const body = await answerOf(made, user, 201);
    expect(body).toMatchObject({ customId: 'ada', total: 0, walletCount: 0 });
    expect(body).not.toHaveProperty('sample');
    expect(body.createdAt).toBe(new Date(service().clock.now).toISOString());

    service().clock.now += 60_000;
    const again = await call('PUT', createUser.path, { customId: 'ada' });
    expect(again.headers.get('etag')).toBe(tag);
    expect(again.headers.get('location')).toBe('/p/users/ada');
    expect(await answerOf(again, user)).toEqual(body);
    expect(await readEvents(service())).toHaveLength(1);
  });

  test('If-None-Match: * makes a user, and refuses the second time', async () => {
    const { call } = service();
    const onlyNew = { 'if-none-match': '*' };
    expect((await call('PUT', createUser.path, { customId: 'ada' }, onlyNew)).status).toBe(201);
    const second = await call('PUT', createUser.path, { customId: 'ada' }, onlyNew);
    expect(second.headers.get('etag')).toMatch(/^"/);
    await problemOf(second, 'precondition-failed');
    expect(await readEvents(service())).toHaveLength(1);
  });

  test('stores difficult ids unchanged, and they work in every path', async () => {
    const { call } = service();
    for (const [index, customId] of valid.entries()) {
      await (index % 2 === 0 ? makeUser(service(), customId) : createWith(service(), customId, {}));
    }
    const all = await answerOf(call('GET', getUsers.path), userList);
    expect(all.map((one) => one.customId)).toEqual(valid);
    for (const customId of valid) {
      expect(await readUser(service(), customId)).toMatchObject({ customId });
      const search = new URLSearchParams({ customId }).toString();
      const found = await answerOf(call('GET', `${getUsers.path}?${search}`), userList);
      expect(found.map((one) => one.customId)).toEqual([customId]);
      for (const path of [
        pathTo(getWallets, customId),
        pathTo(getFullUserHistory, customId),
        pathTo(getUserHistory, customId, 'day'),
        pathTo(getFullWalletHistory, customId, 'data-feeds'),
        pathTo(getWalletHistory, customId, 'data-feeds', 'year'),
        pathTo(getStatements, customId),
      ]) {
        const response = await call('GET', path);
        expect([path, response.status, await response.json()]).toEqual([path, 200, []]);
      }
      const renamed = await call('POST', pathTo(updateUser, customId), { json: '{"name":"Ada"}' });
      expect(await answerOf(renamed, user)).toMatchObject({ customId, name: 'Ada' });
    }
  });

  test('the Location of a user made leads to it', async () => {
    const { call } = service();
    for (const customId of valid) {
      const made = await call('PUT', createUser.path, { customId });
      const location = made.headers.get('location') ?? '';
      expect(await answerOf(call('GET', location), user)).toMatchObject({ customId });
    }
  });

  describe('what cannot be a customId', () => {
    test.each(Object.entries(invalid))('%s', async (_, customId) => {
      const { call, database } = service();
      const problem = await problemOf(
        call('PUT', createUser.path, { customId }),
        'invalid-custom-id',
      );
      expect(problem.errors).toEqual([{ pointer: '/customId', detail: expect.any(String) }]);
      expect(await database.queries.$count(users)).toBe(0);
      // Nobody has such an id: asked for, it is unknown like any other.
      if (customId !== '' && customId !== '.' && customId !== '..' && customId.isWellFormed()) {
        await problemOf(call('GET', pathTo(getUser, customId)), 'user-not-found');
        await problemOf(call('PUT', pathTo(putUser, customId), {}), 'invalid-custom-id');
      }
    });
  });

  test.each([
    ['a customId that is no text', { customId: 7 }, '/customId'],
    ['a customId that is null', { customId: null }, '/customId'],
    ['no customId', {}, '/customId'],
    ['an array', ['ada'], ''],
    ['a text', 'ada', ''],
    ['null', null, ''],
    ['a field that nobody reads', { customId: 'ada', name: 'Ada' }, ''],
  ])('%s is no body of a user', async (_, body, pointer) => {
    const { call } = service();
    const problem = await problemOf(call('PUT', createUser.path, body), 'invalid-body');
    expect(problem.errors).toEqual([{ pointer, detail: expect.any(String) }]);
  });

  test('a hundred at once create one user and publish one event', async () => {
    const { call, database } = service();
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => call('PUT', createUser.path, { customId: '日本' })),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 200)).toHaveLength(99);
    expect(new Set(responses.map(({ headers }) => headers.get('etag'))).size).toBe(1);
    const bodies = await Promise.all(responses.map((response) => response.text()));
    expect(new Set(bodies).size).toBe(1);
    expect(await database.queries.$count(users)).toBe(1);
    expect(await readEvents(service())).toHaveLength(1);
  });
});
