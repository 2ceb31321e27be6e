import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { ReportedChange } from '#contract/auditChange.ts';
import { pastImportList } from '#contract/userImport.ts';
import { createAuditTrail, plainEntry, type NewEntry } from '#gateway/audit/trail.ts';
import { chainWaiting } from '#gateway/audit/waiting.ts';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { giveSize, makeUser, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { testService } from '#test/support/server.ts';

beforeEach(() => giveSize({ width: 1280, height: 800 }));

async function record(changes: readonly ReportedChange[], entry: Partial<NewEntry> = {}) {
  const { database, clock } = await testService();
  const trail = createAuditTrail({ database, clock: () => clock.now, log: () => {} });
  await trail.append({
    ...plainEntry,
    actorName: 'Ada',
    actorRole: 'admin',
    via: 'key',
    operation: 'updateUser',
    status: 200,
    subjectKind: 'user',
    subjectId: 'acme',
    ...entry,
    changes: changes.length === 0 ? null : JSON.stringify(changes),
  });
}

const table = () => screen.findByRole('table', { name: 'Audit trail' });
const attributes: readonly ReportedChange[] = [
  { field: 'attribute', of: 'country', before: 'CH', after: 'DE' },
  { field: 'attribute', of: 'riskProfile', before: 'balanced' },
  { field: 'attribute', of: 'kyc', before: { level: 1, by: 'Bo' }, after: { level: 2, by: 'Bo' } },
  { field: 'attribute', of: 'tags', after: ['fund', 'EU'] },
];

/** Lines of old and new values of the open entry. */
async function values() {
  const list = await screen.findByRole('list', { name: 'Old and new values' });
  return within(list)
    .getAllByRole('listitem')
    .map(({ children }) => Array.from(children, ({ textContent }) => textContent).join(': '));
}

test('an entry shows the changed fields with old and new values', async () => {
  await record(attributes);
  const { user } = open('/settings/audit');
  expect(within(await table()).getByText('Country: CH → DE and 3 more changes')).toBeTruthy();
  await user.click(within(await table()).getByRole('link', { name: 'Change user' }));
  expect(await values()).toEqual([
    'Country: CH → DE',
    'Risk profile: removed, was balanced',
    'Kyc, level: 1 → 2',
    'Tags: fund, EU',
  ]);
  const dialog = within(screen.getByRole('dialog', { name: 'Change user' }));
  expect(dialog.getByText('Previous hash')).toBeTruthy();
  expect(dialog.queryByText('Before')).toBeNull();
});

test('changed holdings show their thematic, date and kind of change, and link to the wallet', async () => {
  const { thematic, tokens } = await someThematic();
  const [token] = tokens;
  const position = (amount: number) => [{ token, amount }];
  await record([
    {
      field: 'holdings',
      of: thematic._id,
      from: '2026-05-15T00:00:00.000Z',
      entry: 'corrected',
      before: position(5),
      after: position(7.5),
    },
  ]);
  const label = `Holdings of ${thematic.name} from 15 May corrected`;
  const { user } = open('/settings/audit');
  const [link] = await within(await table()).findAllByRole('link', { name: 'Change user' });
  if (link !== undefined) await user.click(link);
  await waitFor(async () => expect(await values()).toEqual([expect.stringContaining(label)]));
  expect(await values()).toEqual([expect.stringMatching(/: \w+ 5\.00 → 7\.50$/)]);
  expect(screen.getByRole('link', { name: label }).getAttribute('href')).toBe(
    `/users/acme/wallets/${thematic._id}`,
  );
});

test('privacy mode hides values of users until Show, but not those of webhooks', async () => {
  setPreference('privacy', 'percentages');
  await record(attributes);
  await record([{ field: 'status', before: 'enabled', after: 'disabled' }], {
    operation: 'disableEndpoint',
    subjectKind: 'endpoint',
  });
  const { user } = open('/settings/audit');
  expect(within(await table()).getByText('Country and 3 more changes')).toBeTruthy();
  expect(within(await table()).getByText('Status: enabled → disabled')).toBeTruthy();
  expect(document.body.textContent).not.toContain('CH → DE');
  await user.click(within(await table()).getByRole('link', { name: 'Change user' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change user' }));
  expect(dialog.queryByRole('list')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Show old and new values' }));
  expect((await values())[0]).toBe('Country: CH → DE');
});

test('shows that values were erased', async () => {
  await record(attributes);
  const { database } = await testService();
  await database.transaction(chainWaiting);
  await database.queries.execute('DELETE FROM audit_changes');
  const { user } = open('/settings/audit');
  await user.click(within(await table()).getByRole('link', { name: 'Change user' }));
  expect(await screen.findByText('Values erased')).toBeTruthy();
});

test('a user’s page shows the changes with author and time, and links to the audit entries', async () => {
  await makeUser('acme', { name: 'Acme' });
  await record([], { operation: 'putUser' });
  await record([{ field: 'attribute', of: 'name', after: 'Acme' }]);
  const { user } = open('/users/acme');
  const line = await screen.findByText(/^Last changed .* · 2 changes$/);
  expect(line.textContent).toMatch(/^Last changed 17 Jun 2026, \d\d:\d\d by Ada · 2 changes$/);
  await user.click(line);
  const list = screen.getByRole('list', { name: 'Changes' });
  expect(list.textContent).toMatch(/Change user by AdaNameAcme.*Create user by Ada$/);
  expect(screen.getByRole('link', { name: 'Audit trail' }).getAttribute('href')).toBe(
    '/settings/audit?kind=user&id=acme',
  );
});

test('an import’s entry offers Undo, explains its effect, and afterwards shows when it was undone', async () => {
  const service = await testService();
  const init = { method: 'POST', body: 'customId,tier\nada,private\nbo,retail' };
  const path = 'http://localhost/x/users/import?file=clients.csv';
  await (await service.service.request(path, init)).text();
  const answer = await service.call('GET', '/x/users/imports');
  const [past] = pastImportList.parse(await answer.json());
  const entry = { operation: 'importUsers', subjectKind: 'import', subjectId: past?.id } as const;
  const details = JSON.stringify({ rows: 2, created: 2, updated: 0 });
  await record([], { ...entry, subjectId: past?.id ?? '', subjectName: 'clients.csv', details });
  await record([], { ...entry, subjectId: 'imp_long_ago' });
  const { user } = open('/settings/audit');
  expect(within(await table()).getByText('2 created')).toBeTruthy();
  const [old, recent] = within(await table()).getAllByRole('link', { name: 'Import users' });
  if (old === undefined || recent === undefined) throw new Error('Two imports are recorded');
  await user.click(old);
  expect(await screen.findByText(/^No longer possible: only the last 20 imports/)).toBeTruthy();
  await user.keyboard('{Escape}');
  await user.click(recent);
  const dialog = within(await screen.findByRole('dialog', { name: 'Import users' }));
  expect(await dialog.findByText(/^Can be undone until 17 Jul/)).toBeTruthy();
  expect(dialog.getByText(/The 2 users that it created remain/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Undo import' }));
  expect(await dialog.findByText(/^Undone: 2 users\./)).toBeTruthy();
  expect(await dialog.findByText(/^Undone 17 Jun/)).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Undo import' })).toBeNull();
});
