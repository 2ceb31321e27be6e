import { expect, test } from 'vitest';
import { pathOf, type PathInput } from '#contract/operation.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { answerOf, makeUser, stated } from '../../support/calls.ts';
import { onEachEngine } from '../../support/engines.ts';
import { directoryPage } from '#test/support/embedded.ts';

type Query = NonNullable<PathInput<typeof getDirectory>['query']>;

onEachEngine((service) => {
  const get = (query: Query) => service().call('GET', pathOf(getDirectory, { query }));
  const read = (query: Query = {}) => answerOf(get(query), directoryPage);

  test('the value held in a filtered thematic or token is in the rows, sorted by, summed and exported', async () => {
    for (const [customId, amount] of [
      ['ada', 1],
      ['bob', 3],
      ['cy', 2],
    ] as const) {
      await makeUser(service(), customId);
      await stated(service(), customId, {
        thematics: 'open-lending',
        tokens: [{ token: 'TALO', amount }],
        at: '2026-06-17T10:00:00Z',
      });
    }
    await stated(service(), 'ada', {
      thematics: 'data-feeds',
      tokens: [{ token: 'AUGRY', amount: 5 }],
      at: '2026-06-17T10:00:00Z',
    });
    const { rows, sums } = await read({ token: ['TALO'], sort: '-held' });
    expect(rows.map(({ customId }) => customId)).toEqual(['bob', 'cy', 'ada']);
    const [bob, , ada] = rows;
    expect(bob?.held).toEqual({ total: bob?.total, share: 1 });
    expect(ada?.held?.total).toBeCloseTo((bob?.held?.total ?? 0) / 3, 6);
    expect(ada?.held?.share).toBeCloseTo((ada?.held?.total ?? 0) / (ada?.total ?? 1), 9);
    expect(sums.held).toBeCloseTo(2 * (bob?.held?.total ?? 0), 6);
    const [whole] = (await read({ thematic: ['open-lending', 'data-feeds'], sort: '-held' })).rows;
    expect(whole?.held).toEqual({ total: whole?.total, share: 1 });
    expect((await read()).sums.held).toBeNull();
    const csv = await (await get({ token: ['TALO'], q: 'bob', format: 'csv' })).text();
    expect(csv).toContain(',heldTotal,heldShare,');
    expect(csv).toContain(`,${bob?.held?.total},1,`);
    expect(await (await get({ format: 'csv' })).text()).not.toContain('held');
  });
});
