import { expect, test } from 'vitest';
import { getUser, getUsers } from '#contract/operations/users.ts';
import { getWallets } from '#contract/operations/wallets.ts';
import { pathOf } from '#contract/operation.ts';
import { getImports } from '#contract/operations/userImports.ts';
import { changed, makeUser } from '#test/support/calls.ts';
import { onEachEngine } from '#test/support/engines.ts';
import { importCsv, someHoldable, undoLines } from './importing.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { userList } from '#test/support/embedded.ts';

onEachEngine((own) => {
  const user = async (id: string) => (await own().call('GET', pathTo(getUser, id))).json();
  const walletsOf = async (id: string) => (await own().call('GET', pathTo(getWallets, id))).json();

  test('attributes and holdings become what they were; users that it created stay', async () => {
    const service = own();
    const { thematic, tokens } = await someHoldable(service);
    const positions = (amount: number) => [{ token: tokens[0], amount }];
    const at = '2026-05-01T00:00:00Z';
    await makeUser(service, 'old');
    await changed(service, 'old', {
      name: 'Old',
      kyc: { level: 1 },
      wallets: [{ thematics: thematic, tokens: positions(5), at }],
    });
    const before = { ...(await user('old')), updatedAt: null };
    const wallets = await walletsOf('old');
    const { begun } = await importCsv(
      service,
      [
        'id,name,kyc,tier,thematic,token,amount,at',
        `old,New,"{""level"":2,""by"":""x""}",gold,${thematic},${tokens[0]},7,${at}`,
        `old,,,,${thematic},${tokens[1]},1,`,
        `new,N,,,${thematic},${tokens[0]},1,${at}`,
      ].join('\n'),
    );
    expect(await user('old')).toMatchObject({ name: 'New', tier: 'gold' });
    expect(await (await service.call('GET', pathOf(getImports, {}))).json()).toMatchObject([
      { id: begun.id, created: 1, updated: 1 },
    ]);
    expect((await undoLines(service, begun.id)).at(-1)).toEqual({
      result: { restored: 2, kept: 0, created: 1 },
    });
    expect({ ...(await user('old')), updatedAt: null }).toEqual(before);
    expect((await walletsOf('old'))[0].tokens).toEqual(wallets[0].tokens);
    const created = await user('new');
    expect(Object.keys(created)).not.toContain('name');
    expect(created).toMatchObject({ total: 0 });
    // What is taken back is taken back: there is nothing more to do.
    expect((await undoLines(service, begun.id)).at(-1)).toEqual({
      result: { restored: 0, kept: 0, created: 0 },
    });
  });

  test('what changed since is named and left as it is, the rest is taken back', async () => {
    const service = own();
    const { thematic, tokens } = await someHoldable(service);
    const at = '2026-05-01T00:00:00Z';
    const { begun } = await importCsv(
      service,
      `id,name,tier,thematic,token,amount,at\nx,X,gold,${thematic},${tokens[0]},1,${at}`,
    );
    await changed(service, 'x', {
      name: 'Mine',
      wallets: [{ thematics: thematic, tokens: [{ token: tokens[0], amount: 9 }], at }],
    });
    expect(await undoLines(service, begun.id)).toEqual([
      { user: 'x', field: 'name', reason: 'name was changed since the import.' },
      {
        user: 'x',
        field: thematic,
        reason: `The holdings in ${thematic} from 2026-05-01T00:00:00.000Z on were stated again since the import.`,
      },
      { result: { restored: 0, kept: 1, created: 1 } },
    ]);
    const after = await user('x');
    expect([after.name, after.tier]).toEqual(['Mine', undefined]);
    expect((await walletsOf('x'))[0].tokens[0].amount).toBe(9);
  });

  test('an unknown import is 404, and of many the last twenty can be undone', async () => {
    const service = own();
    await expect(undoLines(service, 'imp_none')).rejects.toThrow('There is no import "imp_none"');
    // Which no database can hold.
    await expect(undoLines(service, '\0')).rejects.toThrow(String.raw`There is no import "\u0000"`);
    const ids: (string | null)[] = [];
    for (let n = 0; n < 22; n += 1) {
      ids.push((await importCsv(service, `id,n\nu-${n},1`)).begun.id);
    }
    await expect(undoLines(service, ids[1] ?? null)).rejects.toThrow('There is no import');
    expect((await undoLines(service, ids[2] ?? null)).at(-1)).toMatchObject({
      result: { restored: 1 },
    });
    service.clock.now += 31 * 24 * 3600 * 1000;
    await importCsv(service, 'id,n\nlast,1');
    await expect(undoLines(service, ids[21] ?? null)).rejects.toThrow('There is no import');
    const users = userList.parse(await (await service.call('GET', getUsers.path)).json());
    expect(users).toHaveLength(23);
  });
});
