import { describe, expect, test } from 'vitest';
import {
  answerOf,
  changed,
  makeUser,
  problemOf,
  readUser,
  stated,
} from '../../../support/calls.ts';
import { onEachEngine } from '../../../support/engines.ts';
import { userList, type User } from '#test/support/embedded.ts';

const nextOf = (response: Response): string | null => {
  const link = response.headers.get('link');
  return link === null ? null : (/^<([^>]+)>; rel="next"$/.exec(link)?.[1] ?? link);
};

onEachEngine((service) => {
  const ids = async (path: string) =>
    (await answerOf(service().call('GET', path), userList)).map(({ customId }) => customId);
  const makeAll = async (...customIds: string[]) => {
    for (const customId of customIds) await makeUser(service(), customId);
  };

  test('no users are an empty list', async () => {
    expect(await ids('/p/users')).toEqual([]);
    expect(await ids('/p/users?limit=5')).toEqual([]);
    expect(await ids('/p/users?customId=ada')).toEqual([]);
  });

  test('users come in order of creation, whatever is changed of them', async () => {
    await makeAll('zoë', 'ada', '日本', 'Bob', 'bob');
    await changed(service(), 'zoë', { name: 'Zoë' });
    expect(await ids('/p/users')).toEqual(['zoë', 'ada', '日本', 'Bob', 'bob']);
    const list = await service().call('GET', '/p/users');
    expect(list.headers.get('cache-control')).toBe('no-store');
    expect(await answerOf(list, userList)).toContainEqual(await readUser(service(), 'zoë'));
  });

  test('an attribute that is called like a number, which JSON puts first, keeps a total of its own', async () => {
    await makeAll('ada');
    await stated(service(), 'ada', {
      thematics: 'data-feeds',
      tokens: [{ token: 'AUGRY', amount: 1 }],
    });
    const ada = await changed(service(), 'ada', { 2024: { total: 0 } });
    expect(ada.total).toBeGreaterThan(0);
    expect(await answerOf(service().call('GET', '/p/users'), userList)).toEqual([ada]);
  });

  test('customId keeps the exact match alone', async () => {
    await makeAll('ada', 'Ada', 'ada ada', 'x/y', 'x%2Fy');
    expect(await ids('/p/users?customId=ada')).toEqual(['ada']);
    expect(await ids('/p/users?customId=ad')).toEqual([]);
    expect(await ids('/p/users?customId=ada+ada')).toEqual(['ada ada']);
    expect(await ids('/p/users?customId=x/y')).toEqual(['x/y']);
    expect(await ids('/p/users?customId=x%252Fy')).toEqual(['x%2Fy']);
    for (const odd of ['', '%00', '%20ada', '%ff', '%ED%A0%80', 'x'.repeat(300)]) {
      expect(await ids(`/p/users?customId=${odd}`)).toEqual([]);
    }
  });

  test('pages follow each other to the end, and users made meanwhile come last', async () => {
    await makeAll('a', 'b', 'c', 'd', 'e');
    const read: string[] = [];
    let path: string | null = '/p/users?limit=2';
    const sizes: number[] = [];
    while (path !== null) {
      const response = await service().call('GET', path);
      path = nextOf(response);
      const page = await answerOf(response, userList);
      sizes.push(page.length);
      read.push(...page.map(({ customId }) => customId));
      if (read.length === 4) await makeAll('f');
    }
    expect(read).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(sizes).toEqual([2, 2, 2]);
  });

  test('the last page has no link, not even when it is full', async () => {
    await makeAll('a', 'b');
    expect(nextOf(await service().call('GET', '/p/users?limit=2'))).toBeNull();
    expect(nextOf(await service().call('GET', '/p/users?limit=1000'))).toBeNull();
    const first = await service().call('GET', '/p/users?limit=1');
    const second = await service().call('GET', nextOf(first) ?? '');
    expect(nextOf(second)).toBeNull();
    expect(await answerOf(second, userList)).toMatchObject([{ customId: 'b' }]);
  });

  test.each([
    ['limit=0'],
    ['limit=1001'],
    ['limit=-1'],
    ['limit=1.5'],
    ['limit=1e2'],
    ['limit='],
    ['limit=ten'],
    ['limit=01'],
    ['after='],
    ['after=1'],
    ['after=cDE'.repeat(20)],
    ['after=%00'],
    ['limit=1&limit=2'],
    ['customId=a&customId=b'],
    ['customid=a'],
    ['page=2'],
    ['limit=0&customId=a'],
  ])('?%s is not understood', async (query) => {
    await problemOf(service().call('GET', `/p/users?${query}`), 'invalid-query');
  });
});

describe('more users than are read at once', () => {
  onEachEngine(
    (service) => {
      test('the stream holds each of them once, those made meanwhile last', async () => {
        const response = await service().call('GET', '/p/users');
        const reader = response.body?.getReader();
        const decoder = new TextDecoder();
        let text = '';
        for (let first = true; ; first = false) {
          const { done, value } = (await reader?.read()) ?? { done: true };
          if (done) break;
          text += decoder.decode(value, { stream: true });
          if (first) await makeUser(service(), 'made meanwhile');
        }
        const users: User[] = userList.parse(JSON.parse(text));
        expect(users).toHaveLength(621);
        expect(new Set(users.map(({ customId }) => customId)).size).toBe(621);
        expect(users.at(-1)?.customId).toBe('made meanwhile');

        // The same, page by page and one by one.
        const paged: User[] = [];
        for (let path: string | null = '/p/users?limit=300'; path !== null;) {
          const page = await service().call('GET', path);
          path = nextOf(page);
          paged.push(...(await answerOf(page, userList)));
        }
        expect(paged).toEqual(users);
        for (const one of users.filter((_, index) => index % 40 === 0)) {
          expect(await readUser(service(), one.customId)).toEqual(one);
          expect(one.sample).toBe(true);
        }
      });
    },
    { sampleUsers: 620 },
  );
});
