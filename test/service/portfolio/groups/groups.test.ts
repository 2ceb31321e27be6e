import { expect, test } from 'vitest';
import { directoryPeriods } from '#contract/directory.ts';
import { changed, createWith, makeUser } from '#test/support/calls.ts';
import { onEachEngine } from '#test/support/engines.ts';
import { seeded } from '#test/analytics/plainFigures.ts';
import { bookCalls, createRandomUsers } from '../book/bookCalls.ts';
import { expectSame, groupCalls } from './groupCalls.ts';

const held = {
  thematics: ['open-lending', 'data-feeds', 'energy-grids'],
  tokens: ['TALO', 'KANAL', 'AUGRY', 'VOLTQ', 'KORV'],
};
const country = 'attribute.country';

const sum = (numbers: readonly (number | null)[]) =>
  numbers.reduce<number>((all, one) => all + (one ?? 0), 0);

onEachEngine((service) => {
  const book = bookCalls(service);
  const { groups } = groupCalls((...given) => service().call(...given));

  test('each group by attribute has the figures of its book, in every period', async () => {
    await createRandomUsers(service(), 5, 16, held);
    await makeUser(service(), 'without');
    for (const period of directoryPeriods) {
      const answer = await groups({ groupBy: [country], period });
      expect(answer).toMatchObject({ others: null, repeated: 0, noShares: null });
      const values = answer.groups.map(({ value }) => value);
      expect(new Set(values)).toEqual(new Set(['CH', 'GB', 'JP', null]));
      expect(answer.groups.find(({ value }) => value === null)).toMatchObject({
        count: 1,
        total: 0,
        change: null,
        return: null,
      });
      const all = await book.summary(period);
      for (const { value, ...group } of answer.groups) {
        if (value === null) continue;
        const query = { 'attribute.*': { country: [value] } };
        const [summary, history] = [
          await book.summary(period, query),
          await book.performance(period, query),
        ];
        expectSame([period, value], group, summary, all.total ?? 1);
        expect(group.unknown).toBe(summary.unknown);
        const { spark } = group;
        expect([spark?.length, spark?.[0], spark?.at(-1)]).toEqual(
          history.total.length < 2
            ? [undefined, undefined, undefined]
            : [52, history.total[0], history.total.at(-1)],
        );
      }
      const { total } = all;
      expectSame(period, { total: sum(answer.groups.map((one) => one.total)) }, { total });
      expect(sum(answer.groups.map(({ share }) => share))).toBeCloseTo(1, 12);
      expect(answer.groups.map((one) => one.total)).toEqual(
        answer.groups.map((one) => one.total).toSorted((a, b) => (b ?? 0) - (a ?? 0)),
      );
    }
  });

  test('thematics add up to the book, and each has its part of the contribution', async () => {
    await createRandomUsers(service(), 6, 16, held);
    for (const period of directoryPeriods) {
      const query = { [country]: ['CH'] };
      const filter = { 'attribute.*': { country: query[country] ?? [] } };
      const { groups: all, repeated } = await groups({ groupBy: ['thematic'], period, ...filter });
      const summary = await book.summary(period, filter);
      const parts = await book.contribution(period, 'thematic', filter);
      const holders = await book.exposure({ ...filter, by: 'thematic' });
      const scale = summary.total ?? 1;
      for (const { value, ...group } of all) {
        if (value === null) continue;
        const part = parts.rows.find(({ id }) => id === value);
        const { change = 0, last: total = 0, amount: flow = 0 } = part ?? {};
        expectSame([period, value], group, { total, change, flow }, scale);
        expect(group.count).toBe(holders.rows.find(({ id }) => id === value)?.holders ?? 0);
      }
      const total = sum(all.map((one) => one.total));
      const change = sum(all.map((one) => one.change));
      const flow = sum(all.map((one) => one.flow));
      const { count: _, return: __, ...sums } = summary;
      expectSame(period, { total, change, flow }, sums, scale);
      // Counts do not add up.
      const counted = sum(all.map(({ count }) => count));
      expect(counted - summary.count).toBeGreaterThanOrEqual(repeated ?? NaN);
    }
  });

  test('the return of a thematic is that of users who hold nothing else', async () => {
    const random = seeded(3);
    const years = ['2023-01-02T00:00:00Z', '2025-11-02T00:00:00Z', '2026-06-10T12:00:00Z'];
    for (let user = 0; user < 6; user++) {
      const wallets = held.thematics.flatMap((thematics) =>
        years.map((at) => ({
          thematics,
          at,
          tokens: held.tokens.map((token) => ({ token, amount: 1 + random() * 100 })),
        })),
      );
      await createWith(service(), `all ${user}`, { attributes: { set: 'mixed' }, wallets });
      for (const thematic of held.thematics) {
        await createWith(service(), `${thematic} ${user}`, {
          attributes: { set: thematic },
          wallets: wallets.filter(({ thematics }) => thematics === thematic),
        });
      }
    }
    for (const period of directoryPeriods) {
      const answer = await groups({
        period,
        groupBy: ['thematic'],
        'attribute.*': { set: ['mixed'] },
      });
      expect(answer).toMatchObject({ repeated: 6, others: null });
      for (const { value, ...group } of answer.groups) {
        const single = await book.summary(period, { 'attribute.*': { set: [value ?? ''] } });
        expectSame([period, value], group, single, single.total ?? 1);
      }
    }
  });

  test('a second grouping divides a group, and its parts add up to it', async () => {
    const ids = await createRandomUsers(service(), 7, 14, held);
    const random = seeded(8);
    for (const id of ids) {
      if (random() < 0.8) await changed(service(), id, { adviser: random() < 0.5 ? 'Ada' : 'Bob' });
    }
    const period = 'year';
    const by = [country, 'attribute.adviser'];
    const first = await groups({ groupBy: by, period });
    expect(first).toEqual(await groups({ groupBy: [country], period }));
    for (const { value, total, share } of first.groups) {
      const within = await groups({ groupBy: by, within: value ?? '', period });
      expectSame(value, { total: sum(within.groups.map((one) => one.total)) }, { total });
      expect(sum(within.groups.map((one) => one.share))).toBeCloseTo(share ?? Number.NaN, 12);
      for (const { value: adviser, ...group } of within.groups) {
        if (adviser === null) continue;
        const filter = { country: [value ?? ''], adviser: [adviser] };
        const summary = await book.summary(period, { 'attribute.*': filter });
        expectSame([value, adviser], group, summary, total ?? 1);
      }
    }
    const [largest] = (await groups({ groupBy: ['thematic'], period })).groups;
    const held2 = await groups({
      groupBy: ['thematic', country],
      within: largest?.value ?? '',
      period,
    });
    for (const name of ['total', 'change', 'flow', 'count'] as const) {
      const parts = { [name]: sum(held2.groups.map((one) => one[name])) };
      expectSame(name, parts, { [name]: largest?.[name] }, largest?.total ?? 1);
    }
    const inCountry = await groups({ groupBy: [country, 'thematic'], within: 'CH', period });
    const own = first.groups.find(({ value }) => value === 'CH');
    for (const name of ['total', 'change', 'flow'] as const) {
      const parts = { [name]: sum(inCountry.groups.map((one) => one[name])) };
      expectSame(name, parts, { [name]: own?.[name] }, own?.total ?? 1);
    }
    const none = await groups({ groupBy: ['attribute.adviser', country], withinNone: 'true' });
    const without = (await groups({ groupBy: ['attribute.adviser'] })).groups.find(
      ({ value }) => value === null,
    );
    expectSame(
      'none',
      { count: sum(none.groups.map((one) => one.count)) },
      { count: without?.count ?? NaN },
    );
  });
});
