import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getUsers } from '#contract/operations/users.ts';
import { getStatements } from '#contract/operations/wallets.ts';
import { statementList } from '#contract/statement.ts';
import { changed, createWith, makeUser, readEvents } from '#test/support/calls.ts';
import { onEachEngine } from '#test/support/engines.ts';
import { faultyUsers, usersCsv } from '#test/support/usersCsv.ts';
import { importCsv, linesOf, someHoldable } from './importing.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { userList } from '#test/support/embedded.ts';

const hard = ['a/b?c#d e%2F', '日本', `=cmd|' /C calc'!A0`, 'שלום', '__proto__'];

onEachEngine((own) => {
  const users = async () => userList.parse(await (await own().call('GET', getUsers.path)).json());
  const statementsOf = async (id: string) =>
    statementList.parse(await (await own().call('GET', pathTo(getStatements, id))).json());

  test('a dry run says what the import then does; the same file again, later too, changes nothing', async () => {
    const service = own();
    const { thematic, tokens } = await someHoldable(service);
    const csv = [
      'ID,name,tier,Thematic,Token,Amount,At',
      `ada,Ada,1,${thematic},${tokens[0]},2,2026-05-01`,
      `bob,Bob,2,,,,`,
      `ada,,,${thematic},${tokens[1]},3.5,2026-05-01T00:00:00Z`,
      `ada,Ada,1,${thematic},${tokens[1]},1,`,
    ].join('\n');
    const dry = await importCsv(service, csv, { dryRun: true });
    const ada = { user: 'ada', row: 2, attributes: { name: 'Ada', tier: 1 }, statements: 2 };
    const bob = { user: 'bob', row: 3, attributes: { name: 'Bob', tier: 2 }, statements: 0 };
    expect(dry.users).toEqual([
      { ...ada, outcome: 'created' },
      { ...bob, outcome: 'created' },
    ]);
    expect(dry.begun).toMatchObject({ id: null, rows: 4, users: 2 });
    expect(await users()).toEqual([]);

    const done = await importCsv(service, csv);
    expect(done.result).toMatchObject({ rows: 4, created: 2, updated: 0, failed: 0 });
    expect(await users()).toMatchObject([
      { customId: 'ada', name: 'Ada', tier: 1, walletCount: 1 },
      { customId: 'bob', name: 'Bob', tier: 2, walletCount: 0 },
    ]);
    expect(await statementsOf('ada')).toMatchObject([
      { tokens: [{ token: tokens[1], amount: 1 }], at: dry.begun.asOf },
      {
        tokens: [
          { token: tokens[0], amount: 2 },
          { token: tokens[1], amount: 3.5 },
        ],
        at: '2026-05-01T00:00:00.000Z',
      },
    ]);
    service.clock.now += 60_000;
    expect((await importCsv(service, csv)).result).toMatchObject({ created: 0, unchanged: 2 });
    const asOf = Date.parse(dry.begun.asOf);
    expect((await importCsv(service, csv, { asOf })).result).toMatchObject({ unchanged: 2 });
    expect(await statementsOf('ada')).toHaveLength(2);
  });

  test('the events are those of the calls that create and change a user, user after user', async () => {
    const service = own();
    const { thematic, tokens } = await someHoldable(service);
    const holding = (amount: number) => ({
      thematics: thematic,
      tokens: [{ token: tokens[0] ?? '', amount }],
    });
    await makeUser(service, 'there');
    await changed(service, 'there', { name: 'T', wallets: [holding(1)] });
    /** What is in an event, without what differs from user to user. */
    const events = async (from: number) =>
      (await readEvents(service)).slice(from).map(({ type, data }) => {
        const text = JSON.stringify(data).replaceAll(/(usr|wal)_\w+/g, '');
        return [type, text.replaceAll(/"(customId|user)":"\w+"/g, '')];
      });
    const before = (await events(0)).length;
    await importCsv(
      service,
      [
        'id,name,thematic,token,amount',
        `a,X,${thematic},${tokens[0]},1`,
        `there,X,${thematic},${tokens[0]},7`,
        'b,X,,,',
        `c,,${thematic},${tokens[0]},1`,
      ].join('\n'),
    );
    const imported = await events(before);
    expect(imported.map(([type]) => type).join(' ')).toBe(
      'user.created wallet.created user.updated wallet.updated user.created user.created wallet.created',
    );
    const seqs = (await readEvents(service)).map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index));
    // The same by hand, of other users.
    await makeUser(service, 'there2');
    await changed(service, 'there2', { name: 'T', wallets: [holding(1)] });
    const since = (await events(0)).length;
    await createWith(service, 'a2', { attributes: { name: 'X' }, wallets: [holding(1)] });
    await changed(service, 'there2', { name: 'X', wallets: [holding(7)] });
    await createWith(service, 'b2', { attributes: { name: 'X' } });
    await createWith(service, 'c2', { wallets: [holding(1)] });
    expect(await events(since)).toEqual(imported);
  });

  test('45 users are 45 messages of users, each with its name, and one of each wallet', async () => {
    await importCsv(own(), usersCsv(45, await someHoldable(own())));
    const published = Map.groupBy(await readEvents(own()), ({ type }) => type);
    expect([...published.keys()].toSorted()).toEqual(['user.created', 'wallet.created']);
    expect(published.get('wallet.created')).toHaveLength(45);
    const people = published.get('user.created') ?? [];
    expect(people.map(({ data }) => String(data['name'])).toSorted()).toEqual(
      Array.from({ length: 45 }, (_, index) => `User ${index}`).toSorted(),
    );
    expect(people.every(({ data }) => data['walletCount'] === 1)).toBe(true);
  });

  test('a user who cannot be written fails alone, whatever the database error', async () => {
    const service = own();
    await service.database.queries.execute(sql`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF new.custom_id = 'u-13' THEN RAISE EXCEPTION 'not this one'; END IF;
        RETURN new;
      END $$`);
    await service.database.queries.execute(
      sql`CREATE TRIGGER refusing BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION refuse()`,
    );
    try {
      const csv = usersCsv(30, await someHoldable(service));
      const { users: told, result } = await importCsv(service, csv);
      expect(result).toMatchObject({ created: 29, failed: 1 });
      expect(told.find(({ outcome }) => outcome === 'failed')).toMatchObject({
        user: 'u-13',
        row: 15,
        rows: [{ row: 15 }, { row: 45 }],
      });
      const logged = service.logged.splice(0);
      expect(logged).toEqual([expect.stringContaining('The import of a user failed')]);
    } finally {
      await service.database.queries.execute(sql`DROP FUNCTION refuse CASCADE`);
    }
  });

  test('users that exist are updated by a merge patch, or left as they are; an empty cell changes nothing', async () => {
    const service = own();
    await makeUser(service, 'there');
    await changed(service, 'there', { name: 'Old', kyc: { level: 1, by: 'x' }, age: 7 });
    await makeUser(service, 'same');
    await changed(service, 'same', { name: 'Same' });
    const csv = 'customId,name,kyc\nthere,New,"{""level"":2}"\nsame,Same,\nfresh,Fresh,';
    const outcomes = async (existing: 'update' | 'skip') =>
      (await importCsv(service, csv, { existing })).users.map(({ outcome }) => outcome);
    expect(await outcomes('skip')).toEqual(['skipped', 'skipped', 'created']);
    expect(await outcomes('update')).toEqual(['updated', 'unchanged', 'unchanged']);
    expect((await users()).find(({ customId }) => customId === 'there')).toMatchObject({
      name: 'New',
      kyc: { level: 2, by: 'x' },
      age: 7,
    });
  });

  test('a failed user has a place and a reason, as in a change, and affects no other user', async () => {
    const service = own();
    const { thematic, tokens } = await someHoldable(service);
    const [token, other] = tokens;
    const rows = [
      `many,A,${thematic},${token},many,`,
      `unknown,A,${thematic},NOPE,1,`,
      `nowhere,A,no-thematic,${token},1,`,
      `future,A,${thematic},${token},1,2999-01-01`,
      `when,A,${thematic},${token},1,soon`,
      `negative,A,${thematic},${token},-1,`,
      `twice,A,${thematic},${token},1,`,
      `twice,A,${thematic},${token},2,`,
      `half,A,${thematic},,1,`,
      `clash,A,,,,`,
      `clash,B,,,,`,
      `..,A,,,,`,
      `,A,,,,`,
      `long,A,,,`,
      `open,"A,,,,`,
      `ok,A,${thematic},${other},1,2026-05-01`,
      ',,,,,',
    ];
    const { users: told, result } = await importCsv(
      service,
      `customId,name,thematic,token,amount,at\n${rows.join('\n')}\n`,
    );
    const by = Object.fromEntries(told.map(({ user, ...rest }) => [user, rest]));
    const reasons = Object.fromEntries(
      told.map(({ user, row, field, reason }) => [user, [row, field, reason]]),
    );
    expect(reasons).toEqual({
      many: [2, 'amount', 'amount: “many” is not a number such as 1234.5.'],
      unknown: [3, 'token', 'token: there is no token "NOPE".'],
      nowhere: [4, 'thematic', 'thematic: there is no thematic "no-thematic".'],
      future: [5, 'at', expect.stringContaining('at: is later than the market’s as of')],
      when: [6, 'at', expect.stringContaining('“soon” is not a time')],
      negative: [7, 'amount', expect.stringContaining('amount: ')],
      twice: [9, 'token', `token: the token ${token} occurs twice.`],
      half: [10, 'token', 'token is empty: a position needs a thematic, a token and an amount.'],
      clash: [12, 'name', 'name: “B” conflicts with line 11.'],
      '..': [13, 'customId', expect.stringContaining('cannot be "." or ".."')],
      '': [14, 'customId', expect.stringContaining('The customId is empty')],
      long: [15, undefined, 'The row has 5 cells, the header has 6.'],
      open: [16, undefined, expect.stringContaining('Unclosed or unescaped quote')],
      ok: [17, undefined, undefined],
    });
    expect(by['twice']?.rows).toEqual([
      { row: 8, cells: ['twice', 'A', thematic, token, '1', ''] },
      { row: 9, cells: ['twice', 'A', thematic, token, '2', ''] },
    ]);
    expect(result).toMatchObject({ rows: 16, created: 1, failed: 13 });
    expect((await users()).map(({ customId }) => customId)).toEqual(['ok']);
  });

  test('ids and names of any kind come through', async () => {
    const service = own();
    const csv = `customId;=name\n${hard.map((id) => `"${id}";"Name, of ""${id}"""`).join('\n')}`;
    expect((await importCsv(service, csv)).result).toMatchObject({ created: hard.length });
    expect((await users()).map((user) => [user.customId, user['=name']])).toEqual(
      hard.map((id) => [id, `Name, of "${id}"`]),
    );
  });

  test('rows of a user may be far apart, one in a hundred is faulty, and a reader who stops stops the import', async () => {
    const service = own();
    const holdable = await someHoldable(service);
    const csv = usersCsv(300, holdable, { hasFaults: true });
    const lines = linesOf(service, csv);
    let seen = 0;
    for await (const line of lines) {
      if ('user' in line) seen += 1;
      if (seen === 20) break;
    }
    // The transaction under way is finished.
    const there = (await users()).length;
    expect(there).toBeGreaterThanOrEqual(20);
    expect(there).toBeLessThan(100);
    const { users: told, result } = await importCsv(service, csv);
    expect(result).toMatchObject({
      rows: 600,
      created: 300 - there - faultyUsers(300),
      unchanged: there,
      failed: faultyUsers(300),
    });
    expect(told.map(({ user }) => user)).toEqual(Array.from({ length: 300 }, (_, n) => `u-${n}`));
    const ids = (await users()).map(({ customId }) => customId);
    expect(ids).toEqual(told.flatMap(({ user, outcome }) => (outcome === 'failed' ? [] : user)));
    for (const id of ids.filter((_, n) => n % 10 === 0)) {
      const [statement, ...others] = await statementsOf(id);
      expect([statement?.tokens.length, others]).toEqual([2, []]);
    }
  });
});
