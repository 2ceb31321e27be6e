import { expect, test } from 'vitest';
import { readUser, withWallets } from '#upstream/reading/readUsers.ts';
import { readWalletList } from '#upstream/reading/readWallets.ts';
import { pagesOf, readWholeList } from '#upstream/source/pages.ts';
import type { Foreign } from '#upstream/source/source.ts';

const origin = 'https://folio.example';

/** A service that answers these paths. */
const pageOf = (json: unknown, address: string): Foreign => ({
  json,
  text: '',
  original: () => '',
  link: null,
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
    return pageOf(json, href);
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
  const { value, shapes, notes } = await readWholeList(get, '/w', 'wallets', readWalletList);
  expect(value).toHaveLength(1);
  expect(value[0]?.tokens?.map(({ token }) => token.id)).toEqual(['A', 'B']);
  expect(value[0]?.total).toBe(4);
  expect(shapes).toContain('list in pages');
  expect(notes).toHaveLength(1);
});

test('a list of one page is read as it came', async () => {
  const { get } = serviceOf({ '/w': [walletOf('one', 'A')] });
  const { shapes, unread } = await readWholeList(get, '/w', 'wallets', readWalletList);
  expect(shapes).not.toContain('list in pages');
  expect(unread).toEqual([]);
});

test('a list that leads back to a page before has ended, and each was requested once', async () => {
  const { get, requested } = serviceOf({
    '/w': { wallets: [], next: '/w?page=2' },
    '/w?page=2': { wallets: [], next: '/w?page=3' },
    '/w?page=3': { wallets: [], next: '/w' },
  });
  const pages = pagesOf(get, '/w', 'wallets');
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
    return pageOf(json, origin + path);
  };
  const empty = await readWholeList(get, '/w', 'wallets', readWalletList);
  expect(count).toBe(100);
  expect(empty.unread).toMatchObject([{ what: 'page', count: 1, of: 101 }]);
  expect(empty.unread[0]?.why).toContain('100 pages without any');
});

test('a service that gives the same page whatever it is asked for is read once', async () => {
  let count = 0;
  const get = async (path: string): Promise<Foreign> => {
    count += 1;
    const json = { wallets: [walletOf('one', 'A')], next: `/w?page=${count}` };
    return pageOf(json, origin + path);
  };
  const { value, unread } = await readWholeList(get, '/w', 'wallets', readWalletList);
  expect(count).toBe(2);
  expect(value).toHaveLength(1);
  expect(unread).toMatchObject([{ what: 'page', why: 'it is the same as the one before', of: 2 }]);
});

test('a list that goes on elsewhere ends early, and says so', async () => {
  const { get, requested } = serviceOf({
    '/w': { wallets: [walletOf('one', 'A')], next: 'https://other.example/w' },
  });
  const read = await readWholeList(get, '/w', 'wallets', readWalletList);
  expect(read.value).toHaveLength(1);
  expect(read.unread).toEqual([
    { what: 'page', why: 'the list goes on at another service', count: 1, of: 2, example: '' },
  ]);
  // Of some wallets alone the sum is no total.
  const { value: user } = readUser({ customId: 'u' }, 'u');
  expect(user && withWallets(user, read)).toMatchObject({ total: null, walletCount: null });
  expect(requested).toEqual(['/w']);
});
