import { sql } from 'drizzle-orm';
import { index, json, pgTable, text } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { putUser, updateUser } from '#contract/operations/users.ts';
import { getStatements } from '#contract/operations/wallets.ts';
import type * as Contract from '#contract/statement.ts';
import { type Statement, statementList } from '#contract/statement.ts';
import { int8, sequence } from '#platform/database/schema/columns.ts';
import type * as Tables from '#platform/database/schema/portfolio.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { importCsv, someHoldable, undoLines } from '../../imports/importing.ts';

const at = '2026-05-01T00:00:00.000Z';

/** The modules of a service whose statements have one more field, `note`. */
async function serviceWithNotes() {
  vi.resetModules();
  vi.doMock('#contract/statement.ts', async (original) => {
    const contract = await original<typeof Contract>();
    const note = { note: z.optional(z.string()) };
    const walletStatement = z.extend(contract.walletStatement, note);
    return { ...contract, walletStatement, walletStatements: z.array(walletStatement) };
  });
  vi.doMock('#platform/database/schema/portfolio.ts', async (original) => ({
    ...(await original<typeof Tables>()),
    statements: pgTable(
      'statements',
      {
        seq: sequence('seq').primaryKey(),
        id: text('id').notNull().unique(),
        walletSeq: int8('wallet_seq').notNull(),
        at: int8('at').notNull(),
        positions: json('positions'),
        note: text('note'),
        statedAt: int8('stated_at').notNull(),
        statedBy: text('stated_by'),
      },
      (table) => [index('statements_wallet').on(table.walletSeq, table.at, table.seq)],
    ),
  }));
  const { openFromTemplate } = await import('#test/support/embeddedTemplate.ts');
  const database = await openFromTemplate();
  await database.queries.execute(sql`ALTER TABLE statements ADD COLUMN note text`);
  const { createTestService } = await import('#test/support/service.ts');
  const { importUserLines } = await import('#service/imports/importUsers.ts');
  const { undoImportLines } = await import('#service/imports/undoImport.ts');
  const { recordAgain } = await import('#contract/statement.ts');
  const { statementChanges } = await import('#service/portfolio/statementChanges.ts');
  const service = await createTestService({ database });
  const lastChanges = async () => {
    const [entry] = await entries();
    return statementChanges(database.queries, [entry?._id ?? '']);
  };
  return { service, recordAgain, lastChanges, importing: { importUserLines, undoImportLines } };
}

let own: Awaited<ReturnType<typeof serviceWithNotes>>;
beforeAll(async () => {
  own = await serviceWithNotes();
});
afterAll(async () => {
  await own.service.close();
  vi.doUnmock('#contract/statement.ts');
  vi.doUnmock('#platform/database/schema/portfolio.ts');
  vi.resetModules();
});

async function entries(): Promise<Statement[]> {
  const answer = await own.service.call('GET', pathTo(getStatements, 'u'));
  return statementList.parse(await answer.json());
}
const shown = async () => (await entries()).map(({ note, status }) => `${String(note)} ${status}`);

async function state(...wallets: unknown[]): Promise<void> {
  const json = JSON.stringify({ wallets });
  const answer = await own.service.call('POST', pathTo(updateUser, 'u'), { json });
  expect(await answer.text()).toContain('"customId":"u"');
}

test('every writer of a statement carries a field that statements gained', async () => {
  const { service, recordAgain, importing } = own;
  const { thematic, tokens } = await someHoldable(service);
  const statement = { thematics: thematic, tokens: [{ token: tokens[0], amount: 5 }], at };
  // The first holdings of a new user.
  const wallets = [{ ...statement, note: 'first' }];
  const created = await service.call('PUT', pathTo(putUser, 'u'), { wallets });
  expect(created.status).toBe(201);
  expect(await shown()).toEqual(['first current']);
  // A change of the field alone, then of nothing.
  await state({ ...statement, note: 'second' });
  await state({ ...statement, note: 'second' });
  expect(await shown()).toEqual(['second current', 'first replaced']);
  // The undo of an import. The file has no column for the field, so like a request without it, it sets none.
  const csv = `customId,thematic,token,amount,at\nu,${thematic},${tokens[0]},7,${at}`;
  const { begun } = await importCsv(service, csv, {}, importing.importUserLines);
  expect(await shown()).toEqual(['undefined current', 'second replaced', 'first replaced']);
  await undoLines(service, begun.id, importing.undoImportLines);
  expect((await shown())[0]).toBe('second current');
  // A withdrawal, and its undo.
  const [entry] = await entries();
  if (entry === undefined) throw new Error('There is no entry');
  const again = recordAgain(entry);
  await state({ ...again, tokens: null });
  expect((await shown())[0]).toBe('second retracted');
  await state(again);
  expect((await shown())[0]).toBe('second current');
});

test('the audit trail reports a change of that field, and tells it from an undo', async () => {
  const [{ thematics, tokens } = { thematics: '', tokens: [] }] = await entries();
  const statement = { thematics, tokens, at };
  const holdings = { field: 'holdings', of: thematics, from: at, before: tokens, after: tokens };
  const note = { field: 'note', of: thematics, from: at };
  await state({ ...statement, note: 'third' });
  await state({ ...statement, note: 'fourth' });
  expect(await own.lastChanges()).toEqual([
    { ...holdings, entry: 'corrected' },
    { ...note, entry: 'corrected', before: 'third', after: 'fourth' },
  ]);
  await state({ ...statement, note: 'third' });
  expect(await own.lastChanges()).toEqual([
    { ...holdings, entry: 'restored' },
    { ...note, entry: 'restored', before: 'fourth', after: 'third' },
  ]);
  await state(statement);
  expect(await own.lastChanges()).toEqual([
    { ...holdings, entry: 'corrected' },
    { ...note, entry: 'corrected', before: 'third' },
  ]);
});
