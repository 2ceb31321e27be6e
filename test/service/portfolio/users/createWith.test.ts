import { expect, test } from 'vitest';
import { putUser, updateUser } from '#contract/operations/users.ts';
import { pastImportList } from '#contract/userImport.ts';
import {
  answerOf,
  createWith,
  problemOf,
  readEvents,
  readUser,
  readWallets,
} from '../../../support/calls.ts';
import { onEachEngine } from '../../../support/engines.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { user } from '#test/support/embedded.ts';

onEachEngine((service) => {
  test('a user is created with attributes and holdings at once, and published once with both', async () => {
    const made = await service().call('PUT', pathTo(putUser, 'ada'), {
      attributes: { name: 'Ada', tags: ['a', 'b'], none: null },
      wallets: [
        { thematics: 'data-feeds', tokens: [{ token: 'AUGRY', amount: 2 }] },
        {
          thematics: 'open-lending',
          tokens: [{ token: 'TALO', amount: 3 }],
          at: '2026-05-01T00:00:00Z',
        },
      ],
    });
    expect(made.headers.get('location')).toBe('/p/users/ada');
    const tag = made.headers.get('etag');
    const body = await answerOf(made, user, 201);
    expect(body).toMatchObject({ name: 'Ada', tags: ['a', 'b'], walletCount: 2 });
    expect(body).not.toHaveProperty('none');
    expect(body.total).toBeGreaterThan(0);
    expect(await readUser(service(), 'ada')).toEqual(body);
    const wallets = await readWallets(service(), 'ada');
    expect(wallets.map(({ thematics }) => thematics)).toEqual(['data-feeds', 'open-lending']);
    const events = await readEvents(service());
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['user.created', body],
      ['wallet.created', wallets[0]],
      ['wallet.created', wallets[1]],
    ]);
    // The tag is good for the first change.
    const given = { 'if-match': tag ?? '' };
    const change = { json: '{"name":"Countess"}' };
    await answerOf(service().call('POST', pathTo(updateUser, 'ada'), change, given), user);
  });

  test('a new user needs nothing but an id, and attributes may have any name', async () => {
    expect(await createWith(service(), 'bare', {})).toMatchObject({ total: 0, walletCount: 0 });
    const send = {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"attributes":{"__proto__":{"a":1},"constructor":2}}',
    };
    const url = `http://127.0.0.1:4173${pathTo(putUser, 'odd')}`;
    const made = await service().service.request(url, send);
    expect([made.status, await made.text()]).toEqual([
      201,
      expect.stringContaining('"__proto__":{"a":1},"constructor":2'),
    ]);
  });

  test.each(['', '*'])(
    'a user that exists stays as it is, with If-None-Match %o',
    async (header) => {
      await createWith(service(), 'ada', { attributes: { name: 'Ada' } });
      const before = await readUser(service(), 'ada');
      const again = await service().call(
        'PUT',
        pathTo(putUser, 'ada'),
        {
          attributes: { name: 'Eve' },
          wallets: [{ thematics: 'data-feeds', tokens: [{ token: 'AUGRY', amount: 2 }] }],
        },
        header === '' ? {} : { 'if-none-match': header },
      );
      expect(again.headers.get('etag')).toMatch(/^"/);
      expect(again.headers.get('location')).toBe('/p/users/ada');
      await problemOf(again, 'precondition-failed');
      expect(await readUser(service(), 'ada')).toEqual(before);
      expect(await readWallets(service(), 'ada')).toEqual([]);
      expect(await readEvents(service())).toHaveLength(1);
    },
  );

  test('of ten that create one user at once with holdings, one does', async () => {
    const attempts = Array.from({ length: 10 }, (_, index) =>
      service().call('PUT', pathTo(putUser, 'ada'), {
        attributes: { attempt: index },
        wallets: [{ thematics: 'data-feeds', tokens: [{ token: 'AUGRY', amount: index + 1 }] }],
      }),
    );
    const answers = await Promise.all(attempts);
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 412)]);
    const won = answers.findIndex(({ status }) => status === 201);
    expect(await readUser(service(), 'ada')).toMatchObject({ attempt: won });
    const [wallet] = await readWallets(service(), 'ada');
    expect(wallet?.tokens).toMatchObject([{ amount: won + 1 }]);
    expect(await readEvents(service())).toHaveLength(2);
  });

  test('an id that reads like another path is an id', async () => {
    for (const customId of ['import', 'imports', 'day']) {
      await createWith(service(), customId, { attributes: { name: customId } });
      expect(await readUser(service(), customId)).toMatchObject({ name: customId });
    }
    await answerOf(service().call('GET', '/x/users/imports'), pastImportList);
  });
});
