import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { maxDirectoryGroups } from '#contract/directoryGroups.ts';
import { createWith, problemOf } from '#test/support/calls.ts';
import { onEachEngine } from '#test/support/engines.ts';
import { bookCalls } from '../book/bookCalls.ts';
import { expectSame, groupCalls } from './groupCalls.ts';

const wallet = (amount: number, thematics = 'open-lending') => ({
  thematics,
  tokens: [{ token: 'TALO', amount }],
  at: '2024-03-01T00:00:00Z',
});

onEachEngine((service) => {
  const get = (path: string) => service().call('GET', path);
  const { groups } = groupCalls((...given) => service().call(...given));
  const book = bookCalls(service);

  const addUser = (id: string, attributes: Record<string, unknown>, amount = 2) =>
    createWith(service(), id, { attributes, wallets: [wallet(amount)] });

  test.each([
    ['groupBy=', 'groupBy is [""]; it must be thematic, or attribute.NAME'],
    ['groupBy=token', 'groupBy is ["token"]; it must be thematic, or attribute.NAME'],
    ['groupBy=attribute.', 'it must be thematic, or attribute.NAME'],
    ['groupBy=attribute.name', 'attribute.NAME with a NAME other than name'],
    ['groupBy=thematic&groupBy=thematic', 'groupBy has the same grouping twice'],
    ['groupBy=attribute.a&groupBy=attribute.b&groupBy=thematic', 'it occurs more than 2 times'],
    ['within=CH', 'within requires groupBy twice'],
    ['groupBy=thematic&within=CH', 'within requires groupBy twice'],
    [
      'groupBy=thematic&groupBy=attribute.a&within=x&withinNone=true',
      'does not go with withinNone',
    ],
    ['groupBy=thematic&sort=total', 'sort does not go with groupBy'],
    ['groupBy=thematic&limit=10', 'limit does not go with groupBy'],
    ['groupBy=thematic&format=csv&columns=total', 'columns does not go with groupBy'],
    ['groupBy=thematic&figures=hidden', 'figures requires format=csv'],
  ])('rejects %s with what is possible', async (query, text) => {
    const { detail } = await problemOf(get(`/x/directory?${query}`), 'invalid-query');
    expect(detail).toContain(text);
  });

  test('names and values of any characters are groups, and lead to the same users as the filter', async () => {
    const name = 'a.b=c&d e%2F';
    await addUser('proto', { ['__proto__']: 'x', constructor: 'toString', [name]: '__proto__' });
    await addUser('list', { tag: ['a', 'b', 'a'], [name]: 'constructor', n: 1 });
    await addUser('other', {
      tag: 'b',
      [name]: '',
      n: '1',
      kyc: { level: 3, checks: ['id', 'tax'] },
    });
    const by = async (attribute: string) =>
      (await groups({ groupBy: [`attribute.${attribute}`] })).groups.map(({ value, count }) => [
        value,
        count,
      ]);
    expect(new Set(await by(name))).toEqual(
      new Set([
        ['__proto__', 1],
        ['constructor', 1],
        ['', 1],
      ]),
    );
    expect(await by('constructor')).toContainEqual(['toString', 1]);
    for (const unknown of ['hasOwnProperty', 'nobody has it', '.', 'kyc']) {
      expect([unknown, await by(unknown)]).toEqual([unknown, [[null, 3]]]);
    }
    // The number 1 and the text 1 are one value, as in a filter.
    expect(await by('n')).toEqual([
      ['1', 2],
      [null, 1],
    ]);
    expect(await by('kyc.level')).toContainEqual(['3', 1]);
    const tags = await groups({ groupBy: ['attribute.tag'] });
    expect(tags.repeated).toBe(1);
    expect(tags.groups.map(({ value, count }) => [value, count])).toEqual([
      ['b', 2],
      ['a', 1],
      [null, 1],
    ]);
    for (const { value, ...group } of tags.groups) {
      if (value === null) continue;
      expectSame(value, group, await book.summary('day', { 'attribute.*': { tag: [value] } }), 1e6);
    }
    // A filter by one of the values of a list leaves only that group.
    const some = await groups({ groupBy: ['attribute.tag'], 'attribute.*': { tag: ['a'] } });
    expect(some.groups.map(({ value, count }) => [value, count])).toEqual([['a', 1]]);
    const nobody = await groups({ groupBy: ['attribute.tag', 'thematic'], within: 'zz' });
    expect(nobody).toMatchObject({ groups: [], others: null, repeated: 0 });
  });

  test('shows the largest groups of many, and the rest as one, so that totals add up', async () => {
    const count = maxDirectoryGroups + 12;
    for (let user = 0; user < count; user++) {
      await addUser(`user ${user}`, user === 7 ? {} : { adviser: `adviser ${user}` }, user + 1);
    }
    const answer = await groups({ groupBy: ['attribute.adviser'] });
    expect(answer.groups).toHaveLength(maxDirectoryGroups);
    expect(answer.groups[0]?.value).toBe(`adviser ${count - 1}`);
    expect(answer.groups.some(({ value }) => value === null)).toBe(true);
    expect(answer.others).toMatchObject({ groups: 12, count: 12 });
    const all = await book.summary('day');
    for (const name of ['total', 'flow', 'change'] as const) {
      const shown = answer.groups.reduce((sum, one) => sum + (one[name] ?? 0), 0);
      const sum = shown + (answer.others?.[name] ?? Number.NaN);
      expectSame(name, { [name]: sum }, { [name]: all[name] }, all.total ?? 1);
    }
    const path = '/x/directory?groupBy=attribute.adviser&format=csv';
    const rows = parse(await (await get(path)).text());
    expect(rows[0]).toEqual([
      'value',
      'count',
      'unknown',
      'total',
      'share',
      'change',
      'flow',
      'return',
      'asOf',
    ]);
    expect(rows).toHaveLength(maxDirectoryGroups + 2);
    expect(rows.at(-1)?.slice(0, 2)).toEqual(['12 other groups', '12']);
    const hidden = parse(await (await get(`${path}&figures=hidden`)).text());
    expect(hidden[0]).toEqual(['value', 'count', 'unknown', 'asOf']);
    // A value with a digit may be an amount.
    expect(hidden[1]?.[0]).toBe('');
    const named = parse(await (await get(`${path}&figures=totals&unit=USD`)).text());
    expect(named[0]).toEqual(['value', 'count', 'unknown', 'share', 'return', 'asOf']);
  });

  test('a set without users has no groups', async () => {
    const answer = await groups({ groupBy: ['thematic'], q: 'nobody' });
    expect(answer).toMatchObject({ groups: [], others: null, repeated: 0, noShares: 'nothing' });
  });
});
