import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { giveSize, makeUser, readWallets, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { testService } from '#test/support/server.ts';
import { openImport, readIds, readUsers, watchSaved } from './importDialog.ts';
import { choose as chooseOption } from '#test/support/choose.ts';

beforeAll(async () => void (await testService()));
beforeEach(() => giveSize({ width: 900, height: 400 }));

const hard = ['a/b?c#d e%2F', '日本', `=cmd|' /C calc'!A0`, 'שלום'];

test('previews without writing; then creates users with any id, who are in the list at once', async () => {
  const { choose, plan, rows, press, over, dialog, user } = await openImport();
  const quoted = hard.map((id) => `"${id}";"Name, ""of"" ${id}";7;"{""level"":3}"`);
  await choose(`\uFEFFcustomId;name;age;kyc\r\n${quoted.join('\r\n')}\r\n`);
  expect(await plan()).toEqual(['4 users will be created.']);
  expect((await rows()).map(([, id, result]) => [id, result])).toEqual(
    hard.map((id) => [id, 'will be created']),
  );
  expect(dialog.getByRole('combobox', { name: 'Import age as' })).toHaveProperty(
    'value',
    'attribute: number',
  );
  expect(dialog.getByRole('combobox', { name: 'Import kyc as' })).toHaveProperty(
    'value',
    'attribute: JSON',
  );
  expect(dialog.getByText(/Created users cannot be deleted/)).toBeTruthy();
  expect(await readUsers()).toEqual([]);
  await press('Create 4 users');
  await over();
  expect((await rows()).map(([, , result]) => result)).toEqual(hard.map(() => 'created'));
  const made = await readUsers();
  expect(await readIds()).toEqual(hard.toSorted((a, b) => (a < b ? -1 : 1)));
  expect(made.find(({ customId }) => customId === hard[0])).toMatchObject({
    name: `Name, "of" ${hard[0]}`,
    age: 7,
    kyc: { level: 3 },
  });
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  expect(await screen.findByRole('link', { name: /^日本/ })).toBeTruthy();
});

test('imports holdings with the users; Undo reverts everything except the users', async () => {
  const { thematic, tokens } = await someThematic();
  await makeUser('old', { name: 'Old' });
  const { choose, plan, press, over, dialog, user } = await openImport();
  await choose(
    `ID,name,thematic,token,amount\nold,Other,${thematic._id},${tokens[0]},2\nnew,New,${thematic._id},${tokens[1]},1\n`,
  );
  await plan();
  await press('Create 1 user');
  await over();
  expect(await readWallets('new')).toMatchObject([{ thematics: thematic._id }]);
  expect(await readWallets('old')).toEqual([]);
  await press('Choose another file');
  await choose(`ID,name\nold,Other\n`);
  expect(await plan()).toEqual(['1 user will be skipped: they already exist.']);
  await user.click(dialog.getByLabelText('Update existing users'));
  await press('Update 1 user');
  await over();
  expect(dialog.getByText(/Attributes and holdings are reverted/)).toBeTruthy();
  await press('Undo import');
  expect(await dialog.findByText('Undone: 1 user.')).toBeTruthy();
  expect((await readUsers()).map(({ name }) => name)).toEqual(['Old', 'New']);
});

test('a changed column mapping applies to the dry run and to the import', async () => {
  const { choose, plan, rows, press, over, dialog, user } = await openImport();
  await choose('customId,code,note\na,1,x\nb,2,y');
  await plan();
  expect((await rows())[0]?.[3]).toBe('code 1 · note x');
  await chooseOption(user, dialog, 'Import note as', 'attribute: number');
  await waitFor(async () =>
    expect((await rows())[0]?.[3]).toBe('note: “x” is not a number such as 1234.5.'),
  );
  expect(await dialog.findByRole('button', { name: 'Nothing to import' })).toBeTruthy();
  await chooseOption(user, dialog, 'Import note as', 'skip');
  await plan();
  await chooseOption(user, dialog, 'Import code as', 'attribute: text');
  await plan();
  const name = dialog.getByLabelText('Attribute for code');
  await user.clear(name);
  await user.type(name, 'agent{Enter}');
  await waitFor(async () => expect((await rows())[0]?.[3]).toBe('agent 1'));
  await press('Create 2 users');
  await over();
  expect((await readUsers()).map(({ agent, note }) => [agent, note])).toEqual([
    ['1', undefined],
    ['2', undefined],
  ]);
});

test('in a file without customId, another column can be selected as the id', async () => {
  const { choose, plan, dialog, user, rows } = await openImport();
  await choose('Mail,name\nada@example.com,Ada');
  expect((await dialog.findByRole('alert')).textContent).toContain('no column customId');
  await chooseOption(user, dialog, 'Import Mail as', 'customId');
  expect(await plan()).toEqual(['1 user will be created.']);
  expect((await rows())[0]?.slice(1)).toEqual(['ada@example.com', 'will be created', 'name Ada']);
});

test('existing users are skipped or updated, as selected', async () => {
  await makeUser('there', { name: 'Old', tier: 'gold' });
  await makeUser('same', { name: 'Same' });
  const { choose, plan, rows, press, over, dialog, user } = await openImport();
  await choose('customId,name\nthere,New\nsame,Same\nfresh,Fresh');
  expect(await plan()).toEqual([
    '1 user will be created.',
    '2 users will be skipped: they already exist.',
  ]);
  expect((await rows()).map(([, , result]) => result)).toEqual([
    'exists, differs',
    'exists, same',
    'will be created',
  ]);
  await user.click(dialog.getByLabelText('Update existing users'));
  expect((await rows())[0]?.slice(2)).toEqual(['will be updated', 'name New']);
  await press('Create 1 user, update 1');
  await over();
  const users = await readUsers();
  expect(users.find(({ customId }) => customId === 'there')).toMatchObject({
    name: 'New',
    tier: 'gold',
  });
  expect(users).toHaveLength(3);
});

test.each([
  ['', 'The file is empty.'],
  ['customId,name\n', 'a header but no rows'],
  [Uint8Array.of(0x7a, 0x6f, 0xeb, 0x0a), 'Save it as “CSV UTF-8”'],
])('an unreadable file, %o, shows an error, and another can be chosen', async (content, words) => {
  const { choose, dialog, press, plan, user } = await openImport();
  await user.upload(await dialog.findByLabelText('CSV file'), new File([content], 'users.csv'));
  expect((await dialog.findByRole('alert')).textContent).toContain(words);
  await press('Choose another file');
  await choose('customId\nfine');
  expect(await plan()).toEqual(['1 user will be created.']);
});

test('pasted text is checked like a file', async () => {
  const { dialog, user, plan, rows } = await openImport();
  await user.click(dialog.getByLabelText('Or paste CSV'));
  await user.paste('customId\tname\nada\tAda');
  await user.click(dialog.getByRole('button', { name: 'Preview' }));
  await plan();
  expect(await rows()).toEqual([['2', 'ada', 'will be created', 'name Ada']]);
});

test('failed rows do not stop the others; they can be saved with line and reason, corrected, and imported again', async () => {
  const saved = watchSaved();
  const { choose, plan, rows, press, over } = await openImport();
  await choose('customId,name\n..,D\nopen,"B\nok,O');
  expect(await plan()).toEqual(['1 user will be created.', '2 users cannot be imported.']);
  await press('Create 1 user');
  await over();
  expect((await rows()).map(([line, , result]) => [line, result])).toEqual([
    ['2', 'failed'],
    ['3', 'failed'],
    ['4', 'created'],
  ]);
  await press('Download 2 failures');
  const failures = await saved();
  expect(failures.split('\r\n')).toEqual([
    'line (import),reason (import),customId,name',
    '2,"The customId cannot be ""."" or "".."", which URLs cannot carry.",..,D',
    expect.stringMatching(/^3,Unclosed or unescaped quote\..*,open,"""B"$/),
    '',
  ]);
  await press('Choose another file');
  await choose(failures.replace(',..,', ',dots,'), 'users not imported.csv');
  expect(await plan()).toEqual(['2 users will be created.']);
  await press('Create 2 users');
  await over();
  expect(await readIds()).toEqual(['dots', 'ok', 'open']);
});

test('the page’s button opens the dialog', async () => {
  const { user } = open('/users');
  await user.click(await screen.findByRole('button', { name: 'Import' }));
  expect(await screen.findByRole('dialog', { name: 'Import users from CSV' })).toBeTruthy();
});
