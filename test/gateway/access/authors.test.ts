import { afterEach, beforeEach, expect, test } from 'vitest';
import { getStatements } from '#contract/operations/wallets.ts';
import { statementList } from '#contract/statement.ts';
import { undoImport } from '#contract/operations/userImports.ts';
import { commandName } from '#platform/http/caller.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { someHoldable } from '../../service/imports/importing.ts';
import { processToken } from '../testGateway.ts';
import { bearer, createAccessGateway, type AccessGateway } from './accessGateway.ts';

let running: AccessGateway;
beforeEach(async () => {
  running = await createAccessGateway();
});
afterEach(async () => {
  await running.audit.denied.stop();
  await running.tested.close();
});

test('a holdings entry names its author, for form, import and undo; without sign-in the author is unknown', async () => {
  const { thematic, tokens } = await someHoldable(running.tested);
  const held = (amount: number, at: string) => ({
    wallets: [{ thematics: thematic, tokens: [{ token: tokens[0], amount }], at }],
  });
  const send = (method: string, path: string, body: string, type = 'application/json') =>
    running.ask(path, { method, body, headers: { ...who, 'content-type': type } });
  let who: Record<string, string> = {};
  await send('PUT', '/x/users/ada', JSON.stringify(held(1, '2026-01-01T00:00:00Z')));

  const { key, name } = await running.keyOf('admin');
  who = bearer(key);
  await send('PUT', '/x/users/bob', JSON.stringify(held(1, '2026-01-01T00:00:00Z')));
  const json = JSON.stringify(held(2, '2026-02-01T00:00:00Z'));
  await send('POST', '/p/users/ada', JSON.stringify({ json }));
  const csv = `customId,thematic,token,amount,at\nada,${thematic},${tokens[0]},3,2026-03-01`;
  const importCsv = async (text: string) => {
    const lines = await (await send('POST', '/x/users/import', text, 'text/csv')).text();
    return /"id":"(imp_\w+)"/.exec(lines)?.[1] ?? '';
  };
  await importCsv(csv);
  const second = await importCsv(csv.replace(',3,', ',4,'));
  who = bearer(processToken);
  await (await send('POST', pathTo(undoImport, second), '')).text();

  const statements = async (user: string) => {
    const answer = await running.ask(pathTo(getStatements, user), { headers: bearer(key) });
    const list = statementList.parse(await answer.json());
    return list.map(({ at, tokens: [one], statedBy }) => [at.slice(0, 7), one?.amount, statedBy]);
  };
  expect(await statements('bob')).toEqual([['2026-01', 1, name]]);
  expect(await statements('ada')).toEqual([
    ['2026-03', 3, commandName],
    ['2026-03', 4, name],
    ['2026-03', 3, name],
    ['2026-02', 2, name],
    ['2026-01', 1, null],
  ]);
});
