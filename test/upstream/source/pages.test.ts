import { expect, test } from 'vitest';
import { shapeText } from '#upstream/reading/findingTexts.ts';
import { lists, pageOf } from '#upstream/reading/lists.ts';
import { readUser, withWallets } from '#upstream/reading/readUsers.ts';
import { readEachWallet } from '#upstream/reading/readWallets.ts';
import { pagesOf, readWholeList } from '#upstream/source/pages.ts';
import type { Foreign } from '#upstream/source/source.ts';

const origin = 'https://folio.example';

/** A service that answers these paths. */
const answerOf = (json: unknown, address: string): Foreign => ({
  json,
  text: '',
  length: 0,
  original: () => '',
  link: null,
  totalCount: null,
  address,
  readAt: 0,
  stale: null,
});

function serviceOf(answers: Readonly<Record<string, unknown>>) {
  const requested: string[] = [];
  const get = async (path: string): Promise<Foreign> => {
    const { href, pathname, search } = new URL(path, origin);
    requested.push(pathname + search);
    const json = answers[pathname + search];
    return answerOf(json, href);
  };
  return { get, requested };
}

const walletOf = (id: string, token: string) => ({
  _id: id,
  thematics: 't1',
  tokens: [{ token, amount: 1, total: 2 }],
});

test('what belongs together is put together, on whichever pages it is', async () => {
  const { get } = serviceOf({
    '/w': { wallets: [walletOf('one', 'A')], next: '/w?page=2' },
    '/w?page=2': { wallets: [walletOf('two', 'B')] },
  });
  const { value, shapes, notes } = await readWholeList(get, '/w', lists.wallets, readEachWallet);
  expect(value).toHaveLength(1);
  expect(value[0]?.tokens?.map(({ token }) => token.id)).toEqual(['A', 'B']);
  expect(value[0]?.total).toBe(4);
  expect(shapes.map(shapeText)).toContain('list in pages');
  expect(notes).toHaveLength(1);
});

test('a list of one page is read as it came', async () => {
  const { get } = serviceOf({ '/w': [walletOf('one', 'A')] });
  const { shapes, unread } = await readWholeList(get, '/w', lists.wallets, readEachWallet);
  expect(shapes.map(shapeText)).not.toContain('list in pages');
  expect(unread).toEqual([]);
});

test('a list that leads back to a page before has ended, and each was requested once', async () => {
  const { get, requested } = serviceOf({
    '/w': { wallets: [], next: '/w?page=2' },
    '/w?page=2': { wallets: [], next: '/w?page=3' },
    '/w?page=3': { wallets: [], next: '/w' },
  });
  const pages = pagesOf(get, '/w', (json) => pageOf(json, lists.wallets));
  let page = await pages.next();
  while (page.done !== true) page = await pages.next();
  expect(page.value).toBeNull();
  expect(requested).toEqual(['/w', '/w?page=2', '/w?page=3']);
});

test('a list that has no end is left, and says so', async () => {
  let count = 0;
  const get = async (path: string): Promise<Foreign> => {
    count += 1;
    const json = { wallets: [], next: `/w?page=${count}` };
    return answerOf(json, origin + path);
  };
  const empty = await readWholeList(get, '/w', lists.wallets, readEachWallet);
  expect(count).toBe(100);
  expect(empty.incomplete).toMatchObject([{ kind: 'endless', what: 'wallet', read: 0 }]);
});

test('a service that gives the same page whatever it is asked for is read once', async () => {
  let count = 0;
  const get = async (path: string): Promise<Foreign> => {
    count += 1;
    const json = { wallets: [walletOf('one', 'A')], next: `/w?page=${count}` };
    return answerOf(json, origin + path);
  };
  const { value, incomplete } = await readWholeList(get, '/w', lists.wallets, readEachWallet);
  expect(count).toBe(2);
  expect(value).toHaveLength(1);
  expect(incomplete).toEqual([{ kind: 'repeated', what: 'wallet', read: 1, reported: null }]);
});

test('a list that goes on elsewhere ends early, and says so', async () => {
  const { get, requested } = serviceOf({
    '/w': { wallets: [walletOf('one', 'A')], next: 'https://other.example/w' },
  });
  const read = await readWholeList(get, '/w', lists.wallets, readEachWallet);
  expect(read.value).toHaveLength(1);
  expect(read.incomplete).toEqual([{ kind: 'elsewhere', what: 'wallet', read: 1, reported: null }]);
  // Of some wallets alone the sum is no total.
  const { value: user } = readUser({ customId: 'u' }, 'u');
  expect(user && withWallets(user, read)).toMatchObject({ total: null, walletCount: null });
  expect(requested).toEqual(['/w']);
});
