import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { changeAttributes } from '#contract/operations/userImports.ts';
import { updateUser } from '#contract/operations/users.ts';
import { selectUsers } from '#dashboard/preferences/selectedUsers.ts';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { signInAnalyst } from '#test/support/analyst.ts';
import { choose } from '#test/support/choose.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { giveSize } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';
import { make, table } from '../directory/directoryPage.ts';
import { readUsers, watchSaved } from '../transfer/importDialog.ts';
// Imported here, so that no test waits for modules that the page loads on demand.
import '#dashboard/users/directory/selection/SelectionBar.tsx';
import '#dashboard/users/attributes/ChangeAttributeDialog.tsx';

beforeEach(() => giveSize({ width: 900, height: 400 }));

const hard = 'a/b?c#d e%2F';
/** Not the list below it, which has the same label. */
const input = (scope: Pick<typeof screen, 'getByLabelText'>, label: string) =>
  scope.getByLabelText<HTMLInputElement>(label, { selector: 'input' });

const longer = { timeout: 30_000 };

async function openDialog(ids: readonly string[]) {
  const view = open('/users');
  await table();
  selectUsers(new Set(ids));
  const bar = within(await screen.findByRole('region', { name: 'Selected users' }));
  await view.user.click(await bar.findByRole('button', { name: 'Change attribute…' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: /^Change attribute of / }, longer),
  );
  const type = async (label: string, text: string) => {
    const field = input(dialog, label);
    await view.user.clear(field);
    await view.user.type(field, text);
  };
  const press = async (name: string | RegExp) =>
    view.user.click(await dialog.findByRole('button', { name }, longer));
  const plan = async () =>
    within(await dialog.findByRole('group', { name: 'Dry run' }, longer))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  const rows = () =>
    within(dialog.getByRole('table', { name: 'Selected users' }))
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      );
  const over = () => dialog.findByText('Change complete.', {}, longer);
  return { ...view, dialog, type, press, plan, rows, over };
}

async function attributesOf(...names: string[]) {
  return (await readUsers()).map((user) => names.map((name) => user[name]));
}

const makeThree = () =>
  make(
    { customId: hard, attributes: { country: 'DE', adviser: 'Bo', level: 3 } },
    { customId: '日本', attributes: { country: 'CH', level: 4 } },
    { customId: '__proto__', attributes: { adviser: 'Bo' } },
  );

test('sets an attribute after a dry run, names who failed, and undoes it except for later edits', async () => {
  await makeThree();
  const { dialog, user, type, press, plan, rows, over, address } = await openDialog([
    hard,
    '日本',
    '__proto__',
    'deleted',
  ]);
  await type('Attribute', 'country');
  await user.click(input(dialog, 'Value'));
  const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(offered.toSorted()).toEqual(['CH', 'DE']);
  await user.click(screen.getByRole('option', { name: 'CH' }));
  await press('Preview');
  expect(await plan()).toEqual([
    '2 users will change.',
    '1 user already has it.',
    '1 user cannot be changed.',
  ]);
  const unknown = 'There is no user with the customId "deleted".';
  expect(rows()).toEqual([
    [hard, 'will change', ''],
    ['日本', 'already has it', ''],
    ['__proto__', 'will change', ''],
    ['deleted', 'cannot change', unknown],
  ]);
  expect(await attributesOf('country')).toEqual([['DE'], ['CH'], [undefined]]);

  const saved = watchSaved();
  await press('Download 1 failure');
  expect((await saved()).split('\r\n').slice(0, 2)).toEqual([
    'line (import),reason (import),customId,country',
    '4,"There is no user with the customId ""deleted"".",deleted,CH',
  ]);

  await press('Set country for 2 users');
  await over();
  expect(dialog.getByText('4 of 4 users: 2 changed, 1 unchanged, 1 failed')).toBeTruthy();
  expect(rows().map(([, result]) => result)).toEqual([
    'changed',
    'already has it',
    'changed',
    'not changed',
  ]);
  expect(await attributesOf('country')).toEqual([['CH'], ['CH'], ['CH']]);

  const service = await testService();
  await service.call('POST', pathTo(updateUser, hard), { json: '{"country":"IT"}' });
  await press('Undo change');
  expect(await dialog.findByText(/^Undone: 1 user\./)).toBeTruthy();
  expect(dialog.getByText(/country changed after the import/).textContent).toContain(hard);
  expect(await attributesOf('country')).toEqual([['IT'], ['CH'], [undefined]]);

  await press('Recent imports');
  const list = await screen.findByRole('list', { name: 'Recent imports' }, longer);
  expect(list.textContent).toMatch(/· Set country0 created, 2 updated, 1 unchanged, 1 failed/);
  expect(address()).toBe('/users?import=1');
});

test('removes an attribute; a number stays a number; a new name is allowed', async () => {
  await makeThree();
  const removing = await openDialog([hard, '日本']);
  await removing.user.click(input(removing.dialog, 'Remove'));
  await removing.type('Attribute', 'adviser');
  expect(removing.dialog.queryByLabelText('Value')).toBeNull();
  await removing.press('Preview');
  expect(await removing.plan()).toEqual(['1 user will change.', '1 user does not have it.']);
  await removing.press('Back');
  expect(input(removing.dialog, 'Attribute').value).toBe('adviser');
  await removing.press('Preview');
  await removing.press('Remove adviser for 1 user');
  await removing.over();
  expect(await attributesOf('adviser')).toEqual([[undefined], [undefined], ['Bo']]);
  await removing.press('Done');

  selectUsers(new Set(['__proto__']));
  await removing.user.click(await screen.findByRole('button', { name: 'Change attribute…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await removing.user.type(input(dialog, 'Attribute'), 'level');
  expect(dialog.getByRole<HTMLInputElement>('combobox', { name: 'Type' }).value).toBe('Number');
  await removing.user.type(input(dialog, 'Value'), '7{Enter}');
  await removing.user.click(
    await dialog.findByRole('button', { name: 'Set level for 1 user' }, longer),
  );
  await dialog.findByText('Change complete.', {}, longer);
  expect(await attributesOf('level')).toEqual([[3], [4], [7]]);
  await removing.user.click(dialog.getByRole('button', { name: 'Done' }));

  await removing.user.click(await screen.findByRole('button', { name: 'Change attribute…' }));
  const next = within(await screen.findByRole('dialog'));
  await removing.user.type(input(next, 'Attribute'), 'vip');
  expect(next.getByText('No user has this attribute yet.')).toBeTruthy();
  await choose(removing.user, next, 'Type', 'True or false');
  await removing.user.click(next.getByRole('button', { name: 'Preview' }));
  const value = next.getByRole('combobox', { name: 'Value' });
  expect(next.getByText('Select true or false.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(value));
  await choose(removing.user, next, 'Value', 'true');
  await removing.user.click(next.getByRole('button', { name: 'Preview' }));
  await removing.user.click(
    await next.findByRole('button', { name: 'Set vip for 1 user' }, longer),
  );
  await next.findByText('Change complete.', {}, longer);
  expect(await attributesOf('vip')).toEqual([[undefined], [undefined], [true]]);
});

test('a stopped change names what was done, can continue, and one Undo takes back both parts', async () => {
  const count = 9;
  const ids = Array.from({ length: count }, (_, index) => `u-${index}`);
  await make(...ids.map((customId) => ({ customId })));
  const { dialog, type, press, over } = await openDialog(ids);
  await type('Attribute', 'tier');
  await type('Value', 'gold');
  await press('Preview');
  await dialog.findByRole('button', { name: 'Set tier for 9 users' }, longer);
  server.use(
    http.post(`*${changeAttributes.path}`, async ({ request }) => {
      server.resetHandlers();
      const body = (await request.text()).split('\n').slice(0, 4).join('\n');
      const { service } = await testService();
      const answer = await service.request(request.url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson' },
        body,
      });
      const lines = (await answer.text()).split('\n').filter((line) => !line.includes('"result"'));
      const stream = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(lines.join('\n'))),
      });
      return new HttpResponse(stream, { headers: { 'content-type': 'application/x-ndjson' } });
    }),
  );
  await press('Set tier for 9 users');
  await dialog.findByText(/: 4 changed$/, {}, longer);
  await press('Stop');
  expect(await dialog.findByText('Stopped. Select Continue to resume.')).toBeTruthy();
  await press('Continue');
  await over();
  expect(dialog.getByText('9 of 9 users: 9 changed')).toBeTruthy();
  expect((await attributesOf('tier')).flat()).toEqual(ids.map(() => 'gold'));
  await press('Undo change');
  expect(await dialog.findByText(/^Undone: 9 users\./)).toBeTruthy();
  expect((await attributesOf('tier')).flat()).toEqual(ids.map(() => undefined));
});

test('privacy mode hides the rows, and offers no value that may be an amount', async () => {
  await make({ customId: 'ada', attributes: { budget: 987_654, country: 'CH' } });
  setPreference('privacy', 'hidden');
  const { dialog, user, type, press, plan } = await openDialog(['ada']);
  await type('Attribute', 'budget');
  await user.click(input(dialog, 'Value'));
  expect(screen.queryByRole('option')).toBeNull();
  await type('Value', '5');
  await press('Preview');
  expect(await plan()).toEqual(['1 user will change.']);
  expect(dialog.queryByRole('table')).toBeNull();
  expect(dialog.getByRole('button', { name: 'Show rows' })).toBeTruthy();
});

test('analysts select users but are not offered to change them', async () => {
  signInAnalyst();
  await makeThree();
  open('/users');
  await table();
  selectUsers(new Set([hard]));
  const bar = within(await screen.findByRole('region', { name: 'Selected users' }));
  expect(await bar.findByRole('link', { name: 'Open as a book' })).toBeTruthy();
  expect(bar.queryByRole('button', { name: 'Change attribute…' })).toBeNull();
});
