import { expect, test } from 'vitest';
import { pathOf, type PathInput } from '#contract/operation.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { getBookShock } from '#contract/operations/shock.ts';
import { getThematic } from '#contract/operations/thematics.ts';
import { getTokens } from '#contract/operations/tokens.ts';
import { bookShock, type BookShock } from '#contract/shock.ts';
import { tokenList } from '#contract/token.ts';
import { seeded } from '#test/analytics/plainFigures.ts';
import {
  answerOf,
  createWith,
  makeUser,
  problemOf,
  readWallets,
  stated,
} from '#test/support/calls.ts';
import { directoryPage, thematic as thematicSchema } from '#test/support/embedded.ts';
import { onEachEngine } from '#test/support/engines.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { createRandomUsers } from './bookCalls.ts';

const held = {
  thematics: ['open-lending', 'data-feeds', 'rollup-networks'],
  tokens: ['TALO', 'KANAL', 'AUGRY', 'SOLVA', 'LOFTR', 'KORV'],
};
const replay = { from: '2022-06-01T00:00:00Z', to: '2023-06-01T00:00:00Z' };
type ShockQuery = NonNullable<PathInput<typeof getBookShock>['query']>;

const wallet = (amount: number, token = 'TALO', thematics = 'open-lending') => ({
  thematics,
  tokens: [{ token, amount }],
  at: '2024-03-01T00:00:00Z',
});

function expectLosses(
  { rows, sums, count }: BookShock,
  plain: ReadonlyMap<string, { readonly total: number; readonly loss: number }>,
) {
  expect(rows.map(({ customId }) => customId).toSorted()).toEqual([...plain.keys()].toSorted());
  expect(count).toBe(plain.size);
  let [total, loss] = [0, 0];
  for (const row of rows) {
    const own = plain.get(row.customId) ?? { total: NaN, loss: NaN };
    const scale = 1e-9 * Math.max(1, own.total);
    expect(Math.abs((row.total ?? NaN) - own.total)).toBeLessThanOrEqual(scale);
    expect(Math.abs((row.loss ?? NaN) - own.loss)).toBeLessThanOrEqual(10 * scale);
    expect(row.after).toBe((row.total ?? NaN) - (row.loss ?? NaN));
    expect(row.share).toBe((row.total ?? 0) > 0 ? (row.loss ?? NaN) / (row.total ?? NaN) : null);
    total += own.total;
    loss += own.loss;
  }
  expect(sums.total).toBeCloseTo(total, 3);
  expect(Math.abs((sums.loss ?? NaN) - loss)).toBeLessThanOrEqual(1e-9 * Math.max(1, total));
  expect(sums.share).toBe(total > 0 ? (sums.loss ?? NaN) / (sums.total ?? NaN) : null);
  const losses = rows.map((row) => row.loss ?? NaN);
  expect(losses).toEqual(losses.toSorted((a, b) => b - a));
}

onEachEngine((service) => {
  const get = (path: string) => service().call('GET', path);
  const shock = (query: ShockQuery) =>
    answerOf(get(pathOf(getBookShock, { query: { limit: 500, ...query } })), bookShock);
  const shareOf = async (query: ShockQuery) => (await shock(query)).sums.share;
  const linesOf = async (query: string) => {
    const response = await get(`/x/book/shock?token=TALO:0.5&format=csv${query}`);
    expect(response.headers.get('content-type')).toContain('text/csv');
    return (await response.text()).trim().split('\r\n');
  };
  const pricesAt = async (asOf?: string) => {
    const tokens = await answerOf(get(pathOf(getTokens, { query: { asOf } })), tokenList);
    return new Map(tokens.map(({ _id, price }) => [_id, price]));
  };
  const constituentsOf = async (id: string) => {
    const { tokens } = await answerOf(get(pathTo(getThematic, id)), thematicSchema);
    return (tokens ?? []).map(({ token }) => token._id);
  };

  /** Total and loss of each user, from their wallets. */
  async function plainLosses(ids: readonly string[], falls: ReadonlyMap<string, number>) {
    const losses = ids.map(async (id) => {
      let [total, loss] = [0, 0];
      for (const { tokens } of await readWallets(service(), id)) {
        for (const { token, total: value } of tokens) {
          total += value ?? 0;
          loss += (value ?? 0) * (falls.get(token._id) ?? 0);
        }
      }
      return [id, { total, loss }] as const;
    });
    return new Map(await Promise.all(losses));
  }

  test.each([1, 2])('losses equal those of plain loops over wallets (%i)', async (seed) => {
    const random = seeded(seed + 10);
    const all = await createRandomUsers(service(), seed, 12, held);
    for (const query of [{}, { q: 'country:ch' }, { ids: all.slice(3, 8) }]) {
      const page = await answerOf(
        get(pathOf(getDirectory, { query: { ...query, limit: 500 } })),
        directoryPage,
      );
      const ids = page.rows.map(({ customId }) => customId);
      const token = held.tokens
        .filter(() => random() < 0.5)
        .map((id) => ({ id, fall: random() * 3 - 2 }));
      const thematic = held.thematics
        .filter(() => random() < 0.7)
        .map((id) => ({ id, fall: random() }));
      token.push({ id: 'TALO', fall: random() });
      const falls = new Map<string, number>();
      const add = (id: string, fall: number) => falls.set(id, Math.max(fall, falls.get(id) ?? -10));
      for (const { id, fall } of token) add(id, fall);
      for (const { id, fall } of thematic) {
        for (const constituent of await constituentsOf(id)) add(constituent, fall);
      }
      const texts = (named: typeof token) => named.map(({ id, fall }) => `${id}:${fall}`);
      const answer = await shock({ ...query, token: texts(token), thematic: texts(thematic) });
      expectLosses(answer, await plainLosses(ids, falls));
      expect(answer).toMatchObject({ of: 12, unknown: 0, notFound: 0, from: null, to: null });
      const factors = answer.tokens.map((one) => [one.token, one.factor] as const);
      expect(new Map(factors)).toEqual(new Map([...falls].map(([id, fall]) => [id, 1 - fall])));
      const lost = answer.tokens.reduce((sum, one) => sum + one.loss, 0);
      expect(lost).toBeCloseTo(answer.sums.loss ?? NaN, 3);

      const [before, after] = [await pricesAt(replay.from), await pricesAt(replay.to)];
      const past = [...before].flatMap(([id, first]) => {
        const last = after.get(id) ?? null;
        return first === null || last === null ? [] : [[id, 1 - last / first] as const];
      });
      const replayed = await shock({ ...query, ...replay });
      expectLosses(replayed, await plainLosses(ids, new Map(past)));
      const moved = replayed.tokens.length;
      expect(moved > 0).toBe((replayed.sums.total ?? 0) > 0);
      for (const { token: id, factor } of replayed.tokens) {
        expect(factor).toBeCloseTo(1 - (new Map(past).get(id) ?? NaN), 9);
      }
    }
  });

  test('a fall of everything by x is x of the total, and nothing remains of a total loss', async () => {
    const all = await createRandomUsers(service(), 5, 10, held);
    const everything = (fall: number) => held.tokens.map((id) => `${id}:${fall}`);
    for (const fall of [0.25, 1, -1, -10]) {
      const { rows, sums } = await shock({ token: everything(fall) });
      expect(rows).toHaveLength(all.length);
      for (const { total, loss, after } of [...rows, sums]) {
        expect(Math.abs((loss ?? NaN) - fall * (total ?? NaN))).toBeLessThanOrEqual(
          1e-9 * (total ?? NaN),
        );
        expect(after === 0).toBe(fall === 1 || total === 0);
      }
    }
    expect((await shock({ token: ['TESQ:0.9'] })).sums).toMatchObject({ loss: 0, share: 0 });
  });

  test('a token that is named twice takes the larger fall, by itself or with a thematic', async () => {
    await createWith(service(), 'ada', { attributes: {}, wallets: [wallet(10)] });
    expect(await shareOf({ token: ['TALO:0.2', 'TALO:0.5', 'TALO:-3'] })).toBeCloseTo(0.5, 12);
    expect(await shareOf({ token: ['TALO:0.2'], thematic: ['open-lending:0.6'] })).toBeCloseTo(
      0.6,
      12,
    );
    expect(await shareOf({ token: ['TALO:0.7'], thematic: ['open-lending:0.6'] })).toBeCloseTo(
      0.7,
      12,
    );
    expect(await shareOf({ thematic: ['data-feeds:0.6'] })).toBe(0);
  });

  test('a replay leaves tokens without a price unchanged and names them', async () => {
    await createWith(service(), 'ada', {
      attributes: {},
      wallets: [wallet(10), wallet(5, 'LOFTR', 'rollup-networks')],
    });
    const answer = await shock({ from: '2022-06-01T00:00:00Z', to: '2022-09-01T00:00:00Z' });
    expect(answer).toMatchObject({
      from: '2022-06-01T00:00:00.000Z',
      to: '2022-09-01T00:00:00.000Z',
      tokens: [{ token: 'TALO', symbol: 'TALO', name: 'Tallow' }],
      unchanged: [{ token: 'LOFTR', symbol: 'LOFTR', name: 'Loftrise' }],
    });
    const [before, after] = [
      (await pricesAt('2022-06-01T00:00:00Z')).get('TALO') ?? NaN,
      (await pricesAt('2022-09-01T00:00:00Z')).get('TALO') ?? NaN,
    ];
    expect(answer.tokens[0]?.factor).toBeCloseTo(after / before, 9);
    const upToNow = await shock({ from: '2026-06-01T00:00:00Z' });
    expect(upToNow.to).toBe(upToNow.asOf);
  });

  test('rows are sorted and windowed, filters of holdings have their own names, ids are counted', async () => {
    for (const [index, id] of ['ada', 'bob', 'cyd', '日本'].entries()) {
      await createWith(service(), id, {
        attributes: { country: index < 2 ? 'CH' : 'JP' },
        wallets: [wallet(index + 1), wallet(10, 'KANAL', 'data-feeds')].slice(0, 1 + (index % 2)),
      });
    }
    const order = async (query: ShockQuery) =>
      (await shock({ token: ['TALO:0.3'], ...query })).rows.map(({ customId }) => customId);
    expect(await order({})).toEqual(['日本', 'cyd', 'bob', 'ada']);
    expect(await order({ sort: 'loss' })).toEqual(['ada', 'bob', 'cyd', '日本']);
    expect(await order({ sort: '-customId' })).toEqual(['日本', 'cyd', 'bob', 'ada']);
    expect((await order({ sort: '-share' })).slice(0, 2).toSorted()).toEqual(['ada', 'cyd']);
    expect(await order({ sort: 'after', limit: 1, offset: 1 })).toEqual(['cyd']);
    expect(await order({ heldToken: ['KANAL'] })).toEqual(['日本', 'bob']);
    expect(await order({ heldThematic: ['data-feeds'], q: 'country:ch' })).toEqual(['bob']);
    const some = await shock({ token: ['TALO:0.3'], ids: ['bob', 'nobody', '日本'] });
    expect(some).toMatchObject({ count: 2, of: 4, notFound: 1 });
    await stated(service(), 'ada', wallet(100));
    expect(await order({ limit: 1 })).toEqual(['ada']);
    await makeUser(service(), 'empty');
    const empty = await shock({ token: ['TALO:1'], ids: ['empty'] });
    expect(empty.sums).toEqual({ total: 0, after: 0, loss: 0, share: null });
    expect(await shock({ token: ['TALO:1'], q: 'nobody' })).toMatchObject({ count: 0, rows: [] });
  });

  test('an id may contain a colon', async () => {
    await createWith(service(), 'ada', { attributes: {}, wallets: [wallet(1)] });
    const { detail } = await problemOf(get('/x/book/shock?token=a:b:0.3'), 'token-not-found');
    expect(detail).toContain('"a:b"');
  });

  const hostile = encodeURIComponent('a/b?c#d e%2F:0.3');
  test.each([
    [`token=${hostile}`, 'token-not-found'],
    [`thematic=${hostile}`, 'thematic-not-found'],
    ['token=日本:0.5', 'token-not-found'],
    ['token=__proto__:0.5', 'token-not-found'],
    ['thematic=constructor:0.5', 'thematic-not-found'],
    ['token=TALO:NaN', 'invalid-query'],
    ['token=TALO:Infinity', 'invalid-query'],
    ['token=TALO:', 'invalid-query'],
    ['token=TALO', 'invalid-query'],
    ['token=:0.3', 'invalid-query'],
    ['token=TALO:1e9', 'invalid-query'],
    ['token=TALO:1.01', 'invalid-query'],
    ['token=TALO:-10.1', 'invalid-query'],
    ['token=TALO:0x1', 'invalid-query'],
    ['', 'missing-parameter'],
    ['q=ada', 'missing-parameter'],
    ['to=2026-01-01T00:00:00Z', 'invalid-query'],
    ['from=yesterday', 'invalid-query'],
    ['from=2026-01-01T00:00:00Z&to=2025-01-01T00:00:00Z', 'invalid-query'],
    ['from=2126-01-01T00:00:00Z', 'invalid-query'],
    ['from=2025-01-01T00:00:00Z&to=2126-01-01T00:00:00Z', 'invalid-query'],
    ['from=2025-01-01T00:00:00Z&token=TALO:0.3', 'invalid-query'],
    ['token=TALO:0.3&sort=name', 'invalid-query'],
    ['token=TALO:0.3&asOf=2025-01-01T00:00:00Z', 'invalid-query'],
    ['token=TALO:0.3&format=csv&limit=3', 'invalid-query'],
  ] as const)('%s is %s', async (query, code) => {
    await problemOf(get(`/x/book/shock?${query}`), code);
  });

  test('101 falls and an id of 300 characters are rejected', async () => {
    await problemOf(get(`/x/book/shock?${'token=TALO:0.1&'.repeat(101)}`), 'invalid-query');
    await problemOf(get(`/x/book/shock?token=${'T'.repeat(300)}:0.1`), 'invalid-query');
  });

  test('100 falls of a token are answered with the largest', async () => {
    await createWith(service(), 'ada', { attributes: {}, wallets: [wallet(1)] });
    const token = Array.from({ length: 100 }, (_, index) => `TALO:${index / 200}`);
    expect((await shock({ token })).sums.share).toBeCloseTo(99 / 200, 12);
  });

  test('the CSV has all rows, and privacy hides amounts', async () => {
    await createWith(service(), '=1+1', { attributes: {}, wallets: [wallet(1)] });
    const [head, row, ...rest] = await linesOf('&unit=USD');
    expect(head).toBe('customId,name,total (USD),after (USD),loss (USD),share,asOf');
    expect(row).toMatch(/^'=1\+1,/);
    expect(rest).toEqual([]);
    expect((await linesOf('&figures=hidden'))[0]).toBe('customId,name,asOf');
    expect((await linesOf('&figures=totals'))[0]).toBe('customId,name,share,asOf');
  });
});
