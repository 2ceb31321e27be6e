import { expect, test } from 'vitest';
import { getUser, updateUser } from '#contract/operations/users.ts';
import { readOnlyAttributes } from '#contract/user.ts';
import { answerOf, changed, makeUser, readEvents, readUser } from '../../../support/calls.ts';
import { onEachEngine } from '../../../support/engines.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { user } from '#test/support/embedded.ts';

onEachEngine((service) => {
  const post = async (json: string) => service().call('POST', pathTo(updateUser, 'ada'), { json });
  /** What the caller put there, without what is the service's; as JSON, because schemas leave a `__proto__` out. */
  const attributes = async (): Promise<string> => {
    const response = await service().call('GET', pathTo(getUser, 'ada'));
    const whole: Record<string, unknown> = await response.json();
    const own = Object.entries(whole).filter(
      ([name]) => !readOnlyAttributes.some((fixed) => fixed === name),
    );
    return JSON.stringify(Object.fromEntries(own));
  };

  test('attributes are merged in as RFC 7396 says, and published in one event with what was before', async () => {
    await makeUser(service(), 'ada');
    await changed(service(), 'ada', {
      name: 'Ada',
      kyc: { level: 1, by: 'eve' },
      tags: ['a', 'b'],
    });
    service().clock.now += 5_000;
    const after = await changed(service(), 'ada', {
      kyc: { level: 2, by: null, at: '2026' },
      tags: ['c'],
      country: 'GB',
      missing: null,
    });
    expect(after).toMatchObject({
      name: 'Ada',
      kyc: { level: 2, at: '2026' },
      tags: ['c'],
      country: 'GB',
      updatedAt: new Date(service().clock.now).toISOString(),
    });
    expect(after).not.toHaveProperty('missing');
    expect(after.createdAt).not.toBe(after.updatedAt);
    expect(await readUser(service(), 'ada')).toEqual(after);
    const events = await readEvents(service());
    expect(events.map(({ seq, type, subject }) => [seq, type, subject])).toEqual([
      [1, 'user.created', 'ada'],
      [2, 'user.updated', 'ada'],
      [3, 'user.updated', 'ada'],
    ]);
    expect(events[2]?.data).toEqual({
      ...after,
      previous: { kyc: { level: 1, by: 'eve' }, tags: ['a', 'b'], country: null },
    });
    expect(events[2]?.createdAt).toBe(service().clock.now);
  });

  test('attributes keep the order in which they came, and every kind of value', async () => {
    await makeUser(service(), 'ada');
    const json =
      '{"z":1,"a":{"y":[],"b":{}},"text":"\\u0001\\u2028 日本 👍","half":0.1,"tiny":5e-324,"no":false,"empty":""}';
    await answerOf(post(json), user);
    expect(await attributes()).toBe(JSON.stringify(JSON.parse(json)));
    await answerOf(post('{"a":null,"n":2}'), user);
    expect(Object.keys(JSON.parse(await attributes()))).toEqual([
      'z',
      'text',
      'half',
      'tiny',
      'no',
      'empty',
      'n',
    ]);
  });

  test('attributes may have the names of what every object has', async () => {
    await makeUser(service(), 'ada');
    await answerOf(post('{"__proto__":{},"constructor":1,"toString":{"a":null,"b":1}}'), user);
    expect(await attributes()).toBe('{"__proto__":{},"constructor":1,"toString":{"b":1}}');
    const [, told] = await readEvents(service());
    expect(JSON.stringify(told?.data['previous'])).toBe(
      '{"__proto__":null,"constructor":null,"toString":null}',
    );
    await answerOf(post('{"__proto__":{"x":1},"constructor":null}'), user);
    expect(await attributes()).toBe('{"__proto__":{"x":1},"toString":{"b":1}}');
    const [, , second] = await readEvents(service());
    expect(JSON.stringify(second?.data['previous'])).toBe('{"__proto__":{},"constructor":1}');
    expect({}).not.toHaveProperty('x');
  });

  test.each([
    ['an empty object', '{}'],
    ['what is so already', '{"name":"Ada","kyc":{"level":1}}'],
    [
      'the same with other spaces, order and notation',
      ' { "kyc" : {"level":1.0e0}, "name":"\\u0041da"} ',
    ],
    ['the removal of what is not there', '{"nothing":null,"kyc":{"nothing":null}}'],
    ['no statements', '{"wallets":[]}'],
    [
      'a retraction of what was never stated',
      '{"wallets":[{"thematics":"data-feeds","tokens":null}]}',
    ],
    [
      'the read-only fields as they are',
      '{"customId":"ada","total":0,"walletCount":0,"sample":null}',
    ],
  ])('%s changes nothing and writes nothing', async (_, json) => {
    await makeUser(service(), 'ada');
    await changed(service(), 'ada', { name: 'Ada', kyc: { level: 1 } });
    const before = await service().call('GET', pathTo(getUser, 'ada'));
    const events = await readEvents(service());
    service().clock.now += 60_000;
    const response = await post(json);
    expect(response.headers.get('etag')).toBe(before.headers.get('etag'));
    expect(await answerOf(response, user)).toEqual(await before.json());
    expect(await readEvents(service())).toEqual(events);
  });

  test('the whole user, sent back as it was read, is no change', async () => {
    await makeUser(service(), 'ada');
    const read = await changed(service(), 'ada', { name: 'Ada' });
    expect(await changed(service(), 'ada', read)).toEqual(read);
    expect(await readEvents(service())).toHaveLength(2);
  });

  test('stores 32 levels and 32 KiB of attributes', async () => {
    await makeUser(service(), 'ada');
    const deep = `${'{"a":'.repeat(31)}[]${'}'.repeat(31)}`;
    await answerOf(post(deep), user);
    expect(await attributes()).toBe(deep);
    await answerOf(post('{"a":null}'), user);
    // {"note":"…"}: 11 bytes around the text; each é takes two.
    const note = `${'é'.repeat((32 * 1024 - 12) / 2)}x`;
    await answerOf(post(JSON.stringify({ note })), user);
    expect(await attributes()).toBe(JSON.stringify({ note }));
  });
});
