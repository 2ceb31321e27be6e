import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { directory } from '#contract/directory.ts';
import { paths } from '#contract/paths.ts';
import { answerOf, changed, makeUser, problemOf, readUser, stated } from '../../support/calls.ts';
import { onEachEngine } from '../../support/engines.ts';

const buy = (thematics: string, token: string) => ({
  thematics,
  tokens: [{ token, amount: 2 }],
});

onEachEngine((service) => {
  const read = () => answerOf(service().call('GET', paths.directory()), directory);

  test('nobody there is an empty directory', async () => {
    expect(await read()).toEqual([]);
  });

  test('each user is a row, in order of creation', async () => {
    for (const customId of ['zoë', 'ada', 'x/y', 'x%2Fy']) await makeUser(service(), customId);
    await changed(service(), 'ada', { name: 'Ada', tier: 'private' });
    await changed(service(), 'x/y', { name: 7 });
    await changed(service(), 'x%2Fy', { name: '' });
    await stated(
      service(),
      'ada',
      { ...buy('open-lending', 'TALO'), at: '2024-01-01T00:00:00Z' },
      { ...buy('data-feeds', 'AUGRY'), at: '2025-01-01T00:00:00Z' },
      { ...buy('energy-grids', 'VOLTQ'), at: '2024-01-01T00:00:00Z' },
      { thematics: 'energy-grids', tokens: [] },
    );
    const rows = await read();
    expect(rows.map(({ customId, name }) => [customId, name])).toEqual([
      ['zoë', null],
      ['ada', 'Ada'],
      ['x/y', null],
      ['x%2Fy', null],
    ]);
    const { total, createdAt, updatedAt } = await readUser(service(), 'ada');
    const { market } = service();
    const earlier = Math.ceil((market.asOf() - 86_400_000) / 300_000) * 300_000;
    const worth = (token: string) => 2 * (market.priceAt(token, earlier)?.price ?? NaN);
    const before = worth('TALO') + worth('AUGRY') + worth('VOLTQ');
    expect(rows[1]).toEqual({
      customId: 'ada',
      name: 'Ada',
      total,
      walletCount: 3,
      // What was closed is a wallet still, and held no more.
      thematics: ['open-lending', 'data-feeds'],
      dayChange: expect.closeTo(total - before, 9),
      dayChangeRatio: expect.closeTo((total - before) / before, 12),
      createdAt,
      updatedAt,
      attributes: { tier: 'private' },
    });
    expect(rows[0]).toMatchObject({
      total: 0,
      walletCount: 0,
      thematics: [],
      dayChange: null,
      dayChangeRatio: null,
    });
  });

  test('a row carries the attributes that are no name, whatever they are called', async () => {
    const odd = {
      ['__proto__']: { deep: [1, null] },
      constructor: 'x',
      _ID: 1,
      attributes: 'no',
      'a/b?c': true,
    };
    for (const customId of ['named', 'odd', 'number', 'empty', 'none']) {
      await makeUser(service(), customId);
    }
    await changed(service(), 'named', { name: 'Named' });
    await changed(service(), 'odd', { name: 'Odd', ...odd });
    await changed(service(), 'number', { name: 7, tier: 'x' });
    await changed(service(), 'empty', { name: '' });
    const rows = await answerOf(service().call('GET', paths.directory()), z.array(z.unknown()));
    const told = rows.map((row) => [
      Object.hasOwn(Object(row), 'attributes'),
      JSON.stringify(Object(row).attributes),
    ]);
    expect(told).toEqual([
      [false, undefined],
      [true, JSON.stringify(odd)],
      [true, '{"name":7,"tier":"x"}'],
      [true, '{"name":""}'],
      [false, undefined],
    ]);
    expect(await read()).toHaveLength(5);
  });

  test('who bought within the day has no change of it; who held nothing before has no per cent', async () => {
    for (const customId of ['fresh', 'again', 'never']) await makeUser(service(), customId);
    const bought = buy('data-feeds', 'AUGRY');
    await stated(service(), 'fresh', { ...bought, at: '2026-06-17T09:00:00Z' });
    await stated(
      service(),
      'again',
      { ...bought, at: '2026-01-01T00:00:00Z' },
      { ...bought, tokens: [], at: '2026-02-01T00:00:00Z' },
      { ...bought, at: '2026-06-17T09:00:00Z' },
    );
    const { total } = await readUser(service(), 'again');
    expect(await read()).toMatchObject([
      { customId: 'fresh', total, dayChange: null, dayChangeRatio: null },
      { customId: 'again', total, dayChange: total, dayChangeRatio: null },
      { customId: 'never', total: 0, dayChange: null, dayChangeRatio: null },
    ]);
  });

  test('it is kept by no cache and takes no parameters', async () => {
    const response = await service().call('GET', paths.directory());
    expect(response.headers.get('cache-control')).toBe('no-store');
    await problemOf(service().call('GET', `${paths.directory()}?limit=5`), 'invalid-query');
  });
});
