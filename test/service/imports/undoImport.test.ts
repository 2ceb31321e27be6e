import { expect, test } from 'vitest';
import { getUser, getUsers } from '#contract/operations/users.ts';
import { getWallets } from '#contract/operations/wallets.ts';
import { pathOf } from '#contract/operation.ts';
import { getImports } from '#contract/operations/userImports.ts';
import { formatTime } from '#contract/time.ts';
import { pastImportList } from '#contract/userImport.ts';
import { changed, makeUser } from '#test/support/calls.ts';
import { onEachEngine } from '#test/support/engines.ts';
import { importCsv, linesOf, someHoldable, undoLines } from './importing.ts';
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
    await expect(undoLines(service, begun.id)).rejects.toThrow(
      /^This import was undone on 2026-\d\d-\d\dT/,
    );
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
      { user: 'x', field: 'name', reason: 'name changed after the import.' },
      {
        user: 'x',
        field: thematic,
        reason: `The holdings in ${thematic} from 2026-05-01T00:00:00.000Z on were recorded again after the import.`,
      },
      { result: { restored: 0, kept: 1, created: 1 } },
    ]);
    const after = await user('x');
    expect([after.name, after.tier]).toEqual(['Mine', undefined]);
    expect((await walletsOf('x'))[0].tokens[0].amount).toBe(9);
  });

  test('recent imports say when, who, which file, what they did, and until when they can be undone or when they were', async () => {
    const service = own();
    const list = async () =>
      pastImportList.parse(await (await service.call('GET', pathOf(getImports, {}))).json());
    await makeUser(service, 'old');
    const origin = { author: 'Ada', fileName: 'clients.csv' };
    const first = await importCsv(service, 'id,n\nold,1\nnew,1\n\u0001,1', origin);
    const startedAt = formatTime(service.clock.now);
    service.clock.now += 60_000;
    await importCsv(service, 'id,n\nold,1\nnew,1', { existing: 'skip' });
    const none = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };
    const ended = { endedAt: expect.any(String), undoneAt: null };
    const second = { ...none, ...ended, by: null, file: null, skipped: 2, undoUntil: null };
    const counts = { ...none, created: 1, updated: 1, failed: 1 };
    const shown = { id: first.begun.id, startedAt, by: 'Ada', file: 'clients.csv', ...counts };
    expect(await list()).toMatchObject([
      second,
      { ...shown, ...ended, undoUntil: formatTime(Date.parse(startedAt) + 30 * 86_400_000) },
    ]);
    await undoLines(service, first.begun.id);
    expect((await list())[1]).toMatchObject({
      ...shown,
      undoUntil: null,
      undoneAt: formatTime(service.clock.now),
    });
  });

  test('an import that was stopped has the counts of what it did', async () => {
    const service = own();
    const csv = Array.from({ length: 300 }, (_, n) => `u-${n},1`).join('\n');
    let created = 0;
    for await (const line of linesOf(service, `id,n\n${csv}`)) {
      if ('user' in line && (created += 1) === 20) break;
    }
    const answer = await service.call('GET', pathOf(getImports, {}));
    const [stopped] = pastImportList.parse(await answer.json());
    const users = userList.parse(await (await service.call('GET', getUsers.path)).json());
    expect(stopped).toMatchObject({ created: users.length, endedAt: expect.any(String) });
    expect((await undoLines(service, stopped?.id ?? '')).at(-1)).toMatchObject({
      result: { restored: users.length },
    });
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
