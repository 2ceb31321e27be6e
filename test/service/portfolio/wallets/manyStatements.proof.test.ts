import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { day, historyTypes } from '#contract/historyType.ts';
import { getUser, getUsers, updateUser } from '#contract/operations/users.ts';
import {
  getFullUserHistory,
  getFullWalletHistory,
  getStatements,
  getWallets,
} from '#contract/operations/wallets.ts';
import type { Database, Queries } from '#platform/database/database.ts';
import { statements, wallets } from '#platform/database/schema/portfolio.ts';
import { walletHistory } from '#figures/heldOver.ts';
import { windowStart } from '#figures/historySpan.ts';
import { createRandom } from '#service/samples/random.ts';
import { findUser } from '#service/portfolio/userStore.ts';
import { readHoldings } from '#service/portfolio/holdings.ts';
import { createService } from '#service/service.ts';
import {
  answerOf,
  changed,
  makeUser,
  readEvents,
  readHistory,
  readUser,
  readWallets,
  stated,
} from '../../../support/calls.ts';
import { onEachEngine } from '../../../support/engines.ts';
import type { TestService } from '../../../support/service.ts';
import { statementList } from '#contract/statement.ts';
import { pathTo } from '#test/support/pathTo.ts';

const feeds = 'data-feeds';
/** More than a month of them; `npm run bench -- fire` has 100,000. */
const many = 20_000;
/** More than a week of them. */
const some = 2500;
const fiveMinutes = 300_000;
const holding = (amount: number) => [{ token: 'AUGRY', amount }];

/** The last tick up to an instant, as the wire writes it. */
const tick = (at: number) => new Date(Math.floor(at / 10_000) * 10_000).toISOString();

/** Statements of Ada's wallet, one every five minutes up to now. */
async function fill(service: TestService, count: number): Promise<void> {
  await makeUser(service, 'ada');
  await stated(service, 'ada', {
    thematics: feeds,
    tokens: holding(1),
    at: '1971-01-01T00:00:00Z',
  });
  const asOf = service.market.asOf();
  await service.database.queries.execute(sql`
    INSERT INTO statements (id, wallet_seq, at, positions, stated_at)
    SELECT 'stm_' || n, wallets.seq, ${asOf}::bigint - n * ${fiveMinutes}::bigint,
      json_build_array(json_build_object('token', 'AUGRY', 'amount', n)), ${asOf}::bigint
    FROM wallets, generate_series(1, ${count}::int) AS n`);
}

/** What a call reads of the table of statements: it runs alone in a transaction, whose rows the engine counts. */
async function rowsRead(
  { database, dependencies }: TestService,
  method: string,
  path: string,
  body?: unknown,
): Promise<number> {
  return database.transaction(async (tx) => {
    const inside: Database = { ...database, queries: tx, transaction: (work) => work(tx) };
    const service = createService({ ...dependencies, database: inside });
    const before = await countRead(tx);
    const answer = await service.request(`http://127.0.0.1:4173${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    expect({ path, status: answer.status }).toEqual({ path, status: 200 });
    await answer.text();
    return (await countRead(tx)) - before;
  });
}

async function countRead(tx: Queries): Promise<number> {
  const [row] = await tx
    .select({ count: sql`coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)`.mapWith(Number) })
    .from(sql`pg_stat_xact_user_tables`)
    .where(sql`relname = 'statements'`);
  return row?.count ?? Number.NaN;
}

/** Looked at to see whether a user has too many to be kept in memory. */
const counted = 251;

onEachEngine((service) => {
  const post = (patch: unknown) =>
    rowsRead(service(), 'POST', pathTo(updateUser, 'ada'), { json: JSON.stringify(patch) });
  const get = (path: string) => rowsRead(service(), 'GET', path);

  test('of a wallet with 20,000 statements a handful is read, and of its histories those of the window', async () => {
    await fill(service(), many);
    expect(await get(`/x/users/ada/statements`)).toBeGreaterThan(many);

    expect(await get(pathTo(getUser, 'ada'))).toBeLessThan(5);
    expect(await get(`${getUsers.path}?limit=5`)).toBeLessThan(5);
    expect(await get(pathTo(getWallets, 'ada'))).toBeLessThan(counted + 5);
    expect(await post({ name: 'Ada' })).toBeLessThan(10);
    expect(await post({ wallets: [{ thematics: feeds, tokens: holding(7) }] })).toBeLessThan(20);
    expect(
      await post({
        wallets: [{ thematics: 'open-lending', tokens: [{ token: 'TALO', amount: 1 }] }],
      }),
    ).toBeLessThan(20);

    const within = { day: 288, week: 7 * 288, month: 30 * 288 };
    for (const [type, count] of Object.entries(within)) {
      for (const path of [
        `${pathTo(getFullUserHistory, 'ada')}/${type}`,
        `${pathTo(getFullWalletHistory, 'ada', feeds)}/${type}`,
        `/x/users/ada/positions/history/${type}`,
      ]) {
        const read = await get(path);
        expect({ path, isAll: read >= count }).toEqual({ path, isAll: true });
        expect(read).toBeLessThan(count + counted + 20);
      }
    }
  });

  test('the figures of a wallet with many are those of the statements in force', async () => {
    await fill(service(), some);
    const { market } = service();
    const asOf = market.asOf();
    const price = (at: number) => market.priceAt('AUGRY', at)?.price ?? Number.NaN;
    const amountAt = (at: number) => {
      const n = Math.max(1, Math.ceil((asOf - at) / fiveMinutes));
      return n > some ? 1 : n;
    };
    expect((await readUser(service(), 'ada')).total).toBe(price(asOf));
    for (const type of historyTypes) {
      const records = await readHistory(service(), 'ada', type);
      expect(records.length).toBeGreaterThan(100);
      for (const { date, total } of records.slice(-360)) {
        const at = Date.parse(date);
        expect([date, total]).toEqual([date, amountAt(at) * price(at)]);
      }
    }
  });

  test('a history of a window is that of all statements, to the last bit', async () => {
    const { market, database } = service();
    const asOf = market.asOf();
    const start = windowStart(market, 'week') ?? 0;
    const instants = [0, asOf - 400 * day, start - 1, start, start + 1, asOf - day, asOf - 1, asOf];
    const amounts = [
      [],
      holding(0),
      holding(0.1),
      [...holding(7e5), { token: 'KANAL', amount: 0.3 }],
    ];
    const random = createRandom(7);
    await makeUser(service(), 'ada');
    for (let round = 0; round < 30; round += 1) {
      const tokens = random.next() < 0.2 ? null : random.pick(amounts);
      const at = new Date(random.pick(instants)).toISOString();
      const thematics = random.pick([feeds, 'open-lending', 'energy-grids']);
      await stated(service(), 'ada', { thematics, at, tokens });
      const { seq } = await findUser(database.queries, 'ada');
      const all = await readHoldings(database.queries, seq, { since: null });
      for (const type of historyTypes) {
        const since = windowStart(market, type);
        const read = await readHoldings(database.queries, seq, { since });
        expect(walletHistory(market, read, type)).toEqual(walletHistory(market, all, type));
      }
    }
  });
});

onEachEngine((service) => {
  test('a body of more statements than one SQL statement has parameters for is taken whole', async () => {
    const count = 13_108;
    await makeUser(service(), 'ada');
    const start = Date.UTC(2024, 0, 1);
    const own = Array.from({ length: count }, (_, n) => ({
      thematics: n % 7 === 0 ? 'open-lending' : feeds,
      at: new Date(start + n * 60_000).toISOString(),
      tokens: n % 5 === 0 ? [] : holding(n),
    }));
    await stated(service(), 'ada', ...own);
    const { queries } = service().database;
    expect(await queries.$count(statements)).toBe(count);
    const told = await answerOf(service().call('GET', pathTo(getStatements, 'ada')), statementList);
    expect(told.map(({ thematics, at }) => [thematics, at]).toReversed()).toEqual(
      [...Map.groupBy(own, ({ thematics }) => thematics).values()]
        .flat()
        .map(({ thematics, at }) => [thematics, at]),
    );
    const [lending, feed] = await readWallets(service(), 'ada');
    expect([lending?.thematics, feed?.thematics]).toEqual(['open-lending', feeds]);
    // Again, but for one: that one alone is written.
    const last = { ...own.at(-1), tokens: holding(0.5) };
    await stated(service(), 'ada', ...own.slice(0, -1), last);
    expect(await queries.$count(statements)).toBe(count + 1);
  });

  test('where a clock was set back, what was acknowledged last is in force once it is right again', async () => {
    await makeUser(service(), 'ada');
    const { clock } = service();
    const right = clock.now;
    const hold = (amount: number) =>
      stated(service(), 'ada', { thematics: feeds, tokens: holding(amount) });
    await hold(1);
    clock.now = right - 3_600_000;
    await hold(2);
    await hold(3);
    // A wallet that has no later statement takes the as of.
    await stated(service(), 'ada', { thematics: 'open-lending', tokens: [] });
    clock.now = right + 60_000;
    const [wallet] = await readWallets(service(), 'ada');
    expect(wallet?.tokens.map(({ amount }) => amount)).toEqual([3]);
    const rows = await answerOf(service().call('GET', pathTo(getStatements, 'ada')), statementList);
    expect(rows.map(({ thematics, at, status }) => [thematics, at, status])).toEqual([
      ['open-lending', tick(right - 3_600_000), 'current'],
      [feeds, tick(right), 'current'],
      [feeds, tick(right), 'replaced'],
      [feeds, tick(right), 'replaced'],
    ]);
    const amounts = (await readEvents(service()))
      .filter(({ subject }) => subject === wallet?._id)
      .map(({ data }) => Object(data)['tokens'][0].amount);
    expect(amounts).toEqual([1, 2, 3]);
    // An instant that is named is judged as ever.
    const before = await service().database.queries.$count(wallets);
    clock.now = right - 3_600_000;
    const at = new Date(right).toISOString();
    const answer = await service().call('POST', pathTo(updateUser, 'ada'), {
      json: JSON.stringify({ wallets: [{ thematics: feeds, tokens: [], at }] }),
    });
    expect(answer.status).toBe(422);
    expect(await service().database.queries.$count(wallets)).toBe(before);
    await changed(service(), 'ada', { name: 'Ada' });
  });
});
