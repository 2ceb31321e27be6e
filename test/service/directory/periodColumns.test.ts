import { expect, test } from 'vitest';
import { periodColumnNames, ownPeriodColumns } from '#contract/directory.ts';
import { pathOf } from '#contract/operation.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { readDirectory } from '#test/support/calls.ts';
import { onEmbedded } from '#test/support/engines.ts';
import { createRandomUsers } from '../portfolio/book/bookCalls.ts';

const held = { thematics: ['open-lending', 'data-feeds'], tokens: ['TALO', 'KANAL', 'AUGRY'] };

onEmbedded((service) => {
  test('are the return and the change of each period, whatever the period of the list', async () => {
    await createRandomUsers(service(), 3, 8, held);
    let known = 0;
    for (const name of periodColumnNames) {
      const { figure, period } = ownPeriodColumns[name];
      const own = await readDirectory(service(), { period, sort: 'customId' });
      const other = await readDirectory(service(), { period: 'week', sort: 'customId' });
      expect(other.map((row) => row[name])).toEqual(own.map((row) => row[figure]));
      known += own.filter((row) => row[figure] !== null).length;
    }
    expect(known).toBeGreaterThan(20);
  });

  test('sort the directory, and are in a CSV on request', async () => {
    await createRandomUsers(service(), 4, 20, held);
    const rows = await readDirectory(service(), { sort: '-returnYear', period: 'day' });
    const years = rows.flatMap((row) => row.returnYear ?? []);
    expect(years.length).toBeGreaterThan(2);
    expect(years).toEqual(years.toSorted((a, b) => b - a));
    const read = async (query: object) =>
      (
        await service().call('GET', pathOf(getDirectory, { query: { format: 'csv', ...query } }))
      ).text();
    const [head, first] = (
      await read({
        sort: '-returnYear',
        columns: ['customId', 'returnYear', 'changeDay'],
        unit: 'USD',
      })
    ).split('\r\n');
    expect(head).toBe('customId,returnYear,changeDay (USD)');
    expect(first).toBe([rows[0]?.customId, rows[0]?.returnYear, rows[0]?.changeDay].join(','));
    expect(await read({})).not.toContain('returnYear');
  });
});
