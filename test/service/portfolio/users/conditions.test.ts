import { expect, test } from 'vitest';
import { createUser, getUser, updateUser } from '#contract/operations/users.ts';
import {
  answerOf,
  change,
  changed,
  makeUser,
  problemOf,
  readEvents,
  readUser,
  readWallets,
  stated,
} from '../../../support/calls.ts';
import { onEachEngine } from '../../../support/engines.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { user } from '#test/support/embedded.ts';

onEachEngine((service) => {
  const tagOf = async (customId = 'ada'): Promise<string> => {
    const response = await service().call('GET', pathTo(getUser, customId));
    return response.headers.get('etag') ?? '';
  };

  test('the entity tag covers attributes and holdings, not the total', async () => {
    await makeUser(service(), 'ada');
    const tags = [await tagOf()];
    await changed(service(), 'ada', { name: 'Ada' });
    tags.push(await tagOf());
    const bought = { thematics: 'data-feeds', tokens: [{ token: 'AUGRY', amount: 2 }] };
    await stated(service(), 'ada', bought);
    tags.push(await tagOf());
    await stated(service(), 'ada', { ...bought, at: '2022-01-01T00:00:00Z' });
    tags.push(await tagOf());
    await changed(service(), 'ada', { name: null });
    tags.push(await tagOf());
    expect(new Set(tags).size).toBe(5);
    for (const tag of tags) expect(tag).toMatch(/^"[\w.]+"$/);

    const { total } = await readUser(service(), 'ada');
    service().clock.now += 3_600_000;
    expect((await readUser(service(), 'ada')).total).not.toBe(total);
    expect(await tagOf()).toBe(tags.at(-1));
  });

  test('every answer that is one user carries it, HEAD too, and no cache may keep one', async () => {
    const { call } = service();
    await makeUser(service(), 'ada');
    for (const response of [
      await call('PUT', createUser.path, { customId: 'ada' }),
      await call('GET', pathTo(getUser, 'ada')),
      await call('HEAD', pathTo(getUser, 'ada')),
      await call('POST', pathTo(updateUser, 'ada'), { json: '{}' }),
    ]) {
      expect(response.headers.get('etag')).toBe(await tagOf());
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
    const after = await change(service(), 'ada', { name: 'Ada' });
    expect(after.headers.get('etag')).toBe(await tagOf());
  });

  test('two users never have the same entity tag', async () => {
    await makeUser(service(), 'ada');
    await makeUser(service(), 'bob');
    expect(await tagOf('ada')).not.toBe(await tagOf('bob'));
  });

  test('a change under the tag that was read is taken, under an older one refused', async () => {
    await makeUser(service(), 'ada');
    const read = await tagOf();
    const first = await change(service(), 'ada', { name: 'Ada' }, { 'if-match': read });
    expect(first.status).toBe(200);
    const events = await readEvents(service());
    const second = await change(service(), 'ada', { name: 'Eve' }, { 'if-match': read });
    // The tag of now comes with the refusal.
    expect(second.headers.get('etag')).toBe(await tagOf());
    await problemOf(second, 'precondition-failed');
    expect(await readUser(service(), 'ada')).toMatchObject({ name: 'Ada' });
    expect(await readEvents(service())).toEqual(events);
    const third = await change(service(), 'ada', { name: 'Eve' }, { 'if-match': await tagOf() });
    expect(third.status).toBe(200);
  });

  test('If-Match reads lists and *, and ignores what compression makes of a tag', async () => {
    await makeUser(service(), 'ada');
    const tag = await tagOf();
    for (const header of ['*', `"other", ${tag}`, `"a,b",${tag} , "c"`]) {
      const response = await change(service(), 'ada', {}, { 'if-match': header });
      expect([header, response.status]).toEqual([header, 200]);
    }
    for (const header of ['"other"', tag.slice(1, -1), '', 'W/"*"', '"*"']) {
      const response = await change(service(), 'ada', { name: 'Eve' }, { 'if-match': header });
      expect([header, response.status]).toEqual([header, 412]);
    }
    await problemOf(change(service(), 'eve', {}, { 'if-match': '*' }), 'user-not-found');
  });

  test('when two admins change the same user at once, one wins and the other is rejected', async () => {
    await makeUser(service(), 'ada');
    for (let round = 0; round < 10; round += 1) {
      const read = { 'if-match': await tagOf() };
      const responses = await Promise.all(
        ['one', 'two'].map((by) => change(service(), 'ada', { round, by }, read)),
      );
      const statuses = responses.map(({ status }) => status);
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 412]);
      const winner = await answerOf(responses[statuses.indexOf(200)] ?? Response.error(), user);
      expect(await readUser(service(), 'ada')).toEqual(winner);
    }
  });

  test('attributes and holdings are taken together or not at all', async () => {
    await makeUser(service(), 'ada');
    await changed(service(), 'ada', {
      name: 'Ada',
      wallets: [{ thematics: 'data-feeds', tokens: [{ token: 'AUGRY', amount: 1 }] }],
    });
    const before = [await readUser(service(), 'ada'), await readWallets(service(), 'ada')];
    const events = await readEvents(service());
    const tag = await tagOf();
    const good = { thematics: 'data-feeds', tokens: [{ token: 'AUGRY', amount: 9 }] };
    const bad = { thematics: 'no-such-thing', tokens: [] };
    await problemOf(
      change(service(), 'ada', { name: 'Eve', wallets: [good, bad] }),
      'invalid-holdings',
    );
    await problemOf(change(service(), 'ada', { total: 1, wallets: [good] }), 'read-only-attribute');
    await problemOf(
      change(service(), 'ada', { note: 'x'.repeat(40_000), wallets: [good] }),
      'attributes-too-large',
    );
    expect([await readUser(service(), 'ada'), await readWallets(service(), 'ada')]).toEqual(before);
    expect(await readEvents(service())).toEqual(events);
    expect(await tagOf()).toBe(tag);
  });

  test('attributes and holdings that go together make one revision and one event each', async () => {
    await makeUser(service(), 'ada');
    const after = await changed(service(), 'ada', {
      name: 'Ada',
      wallets: [
        { thematics: 'data-feeds', tokens: [{ token: 'AUGRY', amount: 1 }] },
        { thematics: 'open-lending', tokens: [{ token: 'TALO', amount: 3 }] },
      ],
    });
    expect(after).toMatchObject({ name: 'Ada', walletCount: 2 });
    const types = (await readEvents(service())).map(({ type }) => type);
    expect(types).toEqual(['user.created', 'user.updated', 'wallet.created', 'wallet.created']);
  });
});
