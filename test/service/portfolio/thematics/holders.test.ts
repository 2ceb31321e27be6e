import { expect, test } from 'vitest';
import { getDirectory } from '#contract/operations/directory.ts';
import { getHolders } from '#contract/operations/thematics.ts';
import {
  answerOf,
  changed,
  makeUser,
  problemOf,
  readUser,
  readWallets,
  stated,
} from '../../../support/calls.ts';
import { onEmbedded } from '../../../support/engines.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { directoryPage, holderList, type Holder } from '#test/support/embedded.ts';

const feeds = 'data-feeds';

onEmbedded((service) => {
  const hold = async (customId: string, amount: number, thematics = feeds) => {
    const tokens = amount === 0 ? [] : [{ token: 'AUGRY', amount }];
    await stated(service(), customId, { thematics, tokens });
  };
  const fill = async () => {
    for (const [index, customId] of ['a', 'b', 'x/y', 'd', 'e'].entries()) {
      await makeUser(service(), customId);
      await hold(customId, [3, 5, 4, 5, 1][index] ?? 0);
    }
    await hold('b', 15, 'open-lending');
    await changed(service(), 'b', { name: 'Bea' });
    // Who sold everything holds it no longer; who holds something else never did.
    await hold('e', 0);
    await makeUser(service(), 'other');
    await hold('other', 100, 'open-lending');
  };
  const read = (query = '') => service().call('GET', pathTo(getHolders, feeds) + query);

  test('lists holders with total and share, largest first, equal ones by id', async () => {
    await fill();
    const response = await read();
    expect(response.headers.get('x-total-count')).toBe('4');
    expect(response.headers.get('link')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-store');
    const holders = await answerOf(response, holderList);
    expect(holders.map(({ customId }) => customId)).toEqual(['b', 'd', 'x/y', 'a']);
    expect(holders.map(({ name }) => name)).toEqual(['Bea', null, null, null]);
    expect(holders.map(({ share }) => share)).toEqual([0.25, 1, 1, 1]);
    for (const { customId, total, share } of holders) {
      const wallets = await readWallets(service(), customId);
      expect(total).toBe(wallets.find(({ thematics }) => thematics === feeds)?.total);
      expect(share).toBe(total / (await readUser(service(), customId)).total);
    }
  });

  test('pages follow each other and hold everyone once', async () => {
    await fill();
    const found: Holder[] = [];
    let path: string | undefined = `${pathTo(getHolders, feeds)}?limit=3`;
    while (path !== undefined) {
      const response = await service().call('GET', path);
      expect(response.headers.get('x-total-count')).toBe('4');
      path = /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
      found.push(...(await answerOf(response, holderList)));
    }
    expect(found).toEqual(await answerOf(read(), holderList));
  });

  test('no holders: an amount of 0 is not a position', async () => {
    expect(await answerOf(read(), holderList)).toEqual([]);
    await makeUser(service(), 'a');
    await stated(service(), 'a', { thematics: feeds, tokens: [{ token: 'AUGRY', amount: 0 }] });
    expect(await answerOf(read(), holderList)).toEqual([]);
    const { sums } = await answerOf(service().call('GET', getDirectory.path), directoryPage);
    expect([sums.wallets, sums.openWallets]).toEqual([1, 0]);
  });

  test.each(['limit=0', 'after=x', 'customId=a'])('?%s is not understood', async (query) => {
    await problemOf(read(`?${query}`), 'invalid-query');
  });
});
