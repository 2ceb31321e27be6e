import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getStatements } from '#contract/operations/wallets.ts';
import { statementList } from '#contract/statement.ts';
import { statements } from '#platform/database/schema/portfolio.ts';
import { answerOf, makeUser, problemOf, stated } from '../../../support/calls.ts';
import { onEachEngine } from '../../../support/engines.ts';
import { pathTo } from '#test/support/pathTo.ts';

const feeds = 'data-feeds';
const holding = (amount: number) => [{ token: 'AUGRY', amount }];
const first = '2024-01-01T00:00:00.000Z';
const second = '2025-01-01T00:00:00.000Z';

onEachEngine((service) => {
  const read = () => answerOf(service().call('GET', pathTo(getStatements, 'ada')), statementList);
  const marks = async () =>
    (await read()).map(({ at, tokens, status }) => [at, tokens[0]?.amount, status]);
  const state = async (tokens: unknown, at: string, thematics = feeds) => {
    service().clock.now += 1000;
    await stated(service(), 'ada', { thematics, tokens, at });
  };

  test('lists statements, newest first, with their effect', async () => {
    await makeUser(service(), 'ada');
    expect(await read()).toEqual([]);
    await state(holding(1), second);
    await state(holding(2), first);
    expect(await marks()).toEqual([
      [first, 2, 'earlier'],
      [second, 1, 'current'],
    ]);
    await state(holding(3), second);
    await state(holding(4), second);
    expect(await marks()).toEqual([
      [second, 4, 'current'],
      [second, 3, 'replaced'],
      [first, 2, 'earlier'],
      [second, 1, 'replaced'],
    ]);
    await state(null, second);
    expect(await marks()).toEqual([
      [second, 4, 'retracted'],
      [second, 3, 'retracted'],
      [first, 2, 'current'],
      [second, 1, 'retracted'],
    ]);
    await state(holding(5), second);
    expect(await marks()).toEqual([
      [second, 5, 'current'],
      [second, 4, 'replaced'],
      [second, 3, 'replaced'],
      [first, 2, 'earlier'],
      [second, 1, 'replaced'],
    ]);
  });

  test('each wallet has its own; a closing is listed as one that holds nothing', async () => {
    await makeUser(service(), 'ada');
    await state(holding(1), first);
    await state([{ token: 'TALO', amount: 2 }], first, 'open-lending');
    await state([], second);
    const [closing, lending, feed] = await read();
    expect(closing).toMatchObject({ thematics: feeds, tokens: [], status: 'current', at: second });
    expect(lending).toMatchObject({ thematics: 'open-lending', status: 'current', at: first });
    expect(feed).toMatchObject({ thematics: feeds, status: 'earlier', at: first });
    expect(feed?._id).toMatch(/^stm_/);
    expect(feed?.statedAt).toBe(new Date(service().clock.now - 2000).toISOString());
    const response = await service().call('GET', pathTo(getStatements, 'ada'));
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('underneath nothing is ever changed or taken away: every word is a row of its own', async () => {
    await makeUser(service(), 'ada');
    await state(holding(1), first);
    const { queries } = service().database;
    const [said] = await queries.select().from(statements);
    await state(holding(2), first);
    await state(null, first);
    // Said already: that the instant is taken back.
    await state(null, first);
    const rows = await queries.select().from(statements).orderBy(asc(statements.seq));
    expect(rows[0]).toEqual(said);
    expect(rows.map(({ positions }) => positions?.[0]?.amount ?? null)).toEqual([1, 2, null]);
  });

  test('only an existing user has any', async () => {
    await makeUser(service(), 'ada');
    await problemOf(service().call('GET', pathTo(getStatements, 'Ada')), 'user-not-found');
  });
});
