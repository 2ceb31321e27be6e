import { waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { undoImport } from '#contract/operations/userImports.ts';
import { giveSize, makeUser } from '#test/support/portfolio.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { testService } from '#test/support/server.ts';
import { pastImportList } from '#contract/userImport.ts';
import { openImport, readUsers } from './importDialog.ts';

beforeEach(() => giveSize({ width: 900, height: 400 }));

async function importFile(csv: string, file?: string): Promise<void> {
  const { service } = await testService();
  const name = file === undefined ? '' : `?file=${file}`;
  const init = { method: 'POST', body: csv, headers: { 'content-type': 'text/csv' } };
  await (await service.request(`http://localhost/x/users/import${name}`, init)).text();
}

test('an import can be undone from the list of recent imports, long after its dialog was closed', async () => {
  await makeUser('old', { name: 'Old' });
  await importFile('customId,name\nold,New\nnew,New', 'clients.csv');
  const { dialog, user } = await openImport();
  const list = await dialog.findByRole('list', { name: 'Recent imports' });
  const [row] = within(list).getAllByRole('listitem');
  if (row === undefined) throw new Error('No import is listed');
  expect(row.textContent).toMatch(
    /^17 Jun 2026, .* · clients\.csv1 created, 1 updated · Can be undone until 17 Jul/,
  );
  await user.click(within(row).getByRole('button', { name: /^Undo import of / }));
  expect(within(row).getByText(/The 1 user that it created remains/)).toBeTruthy();
  expect((await readUsers()).map(({ name }) => name)).toEqual(['New', 'New']);
  await user.click(within(row).getByRole('button', { name: 'Undo import' }));
  expect(await within(row).findByText(/^Undone: 2 users\./)).toBeTruthy();
  expect((await readUsers()).map(({ name }) => name)).toEqual(['Old', undefined]);
  await waitFor(() => expect(row.textContent).toContain(' · Undone 17 Jun'));
});

test('reports that an import was undone elsewhere in the meantime', async () => {
  await importFile('customId,name\na,A');
  const { dialog, user } = await openImport();
  await user.click(await dialog.findByRole('button', { name: /^Undo import of / }));
  const service = await testService();
  const answer = await service.call('GET', '/x/users/imports');
  const [past] = pastImportList.parse(await answer.json());
  await (await service.call('POST', pathTo(undoImport, past?.id ?? ''))).text();
  await user.click(dialog.getByRole('button', { name: 'Undo import' }));
  expect(await dialog.findByText(/This import was undone on 2026-06-17T/)).toBeTruthy();
});

test('shows the last five imports, and the others on request', async () => {
  for (let n = 0; n < 7; n += 1) await importFile(`customId\nu-${n}`, `${n}.csv`);
  const { dialog, user } = await openImport();
  const rows = async () =>
    within(await dialog.findByRole('list', { name: 'Recent imports' })).getAllByRole('listitem');
  expect(await rows()).toHaveLength(5);
  await user.click(dialog.getByRole('button', { name: 'Show 2 more' }));
  expect(await rows()).toHaveLength(7);
});
