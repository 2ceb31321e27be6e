import { expect, test } from 'vitest';
import { pathOf } from '#contract/operation.ts';
import { getTokenHolders } from '#contract/operations/tokens.ts';
import { answerOf, makeUser, problemOf, readUser, stated } from '../../support/calls.ts';
import { onEmbedded } from '../../support/engines.ts';
import { holderList } from '#test/support/embedded.ts';

onEmbedded((service) => {
  const read = (query: { limit?: number; after?: string } = {}, id = 'AUGRY') =>
    service().call('GET', pathOf(getTokenHolders, { params: { id }, query }));
  const hold = async (customId: string, thematics: string, tokens: Record<string, number>) => {
    await stated(service(), customId, {
      thematics,
      tokens: Object.entries(tokens).map(([token, amount]) => ({ token, amount })),
    });
  };

  test('lists the holders of a token over all wallets, largest first, in pages', async () => {
    for (const customId of ['small', 'large', 'none', 'sold']) await makeUser(service(), customId);
    await hold('small', 'data-feeds', { AUGRY: 1, TALO: 4 });
    await hold('large', 'data-feeds', { AUGRY: 2 });
    await hold('large', 'open-lending', { AUGRY: 7, KANAL: 1 });
    await hold('none', 'open-lending', { KANAL: 3, AUGRY: 0 });
    await hold('sold', 'data-feeds', { AUGRY: 90 });
    await hold('sold', 'data-feeds', {});

    const { market } = service();
    const price = market.priceAt('AUGRY', market.asOf())?.price ?? NaN;
    const holders = await answerOf(read(), holderList);
    expect(holders.map(({ customId }) => customId)).toEqual(['large', 'small']);
    for (const [index, amount] of [9, 1].entries()) {
      const { customId = '', total = NaN, share } = holders[index] ?? {};
      expect(total).toBeCloseTo(amount * price, 9);
      expect(share).toBe(total / (await readUser(service(), customId)).total);
    }

    const first = await read({ limit: 1 });
    expect(first.headers.get('x-total-count')).toBe('2');
    const next = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1];
    const second = await service().call('GET', next ?? '');
    expect(second.headers.get('link')).toBeNull();
    expect([
      ...(await answerOf(first, holderList)),
      ...(await answerOf(second, holderList)),
    ]).toEqual(holders);
  });

  test('a token without holders, and an unknown token', async () => {
    expect(await answerOf(read(), holderList)).toEqual([]);
    await problemOf(read({}, 'NOPE'), 'token-not-found');
  });
});
