import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { giveSize, makeUser } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';
import { openImport, readIds, readUsers, watchSaved } from './importDialog.ts';

beforeAll(async () => void (await testService()));
beforeEach(() => giveSize({ width: 900, height: 400 }));

const hard = ['a/b?c#d e%2F', '日本', `=cmd|' /C calc'!A0`, 'שלום'];

test('looks first and sends nothing; then creates users of any id, who are in the list at once', async () => {
  const { choose, rows, press, over, dialog, user } = await openImport();
  const quoted = hard.map((id) => `"${id}";"Name, ""of"" ${id}";7;"{""level"":3}"`);
  await choose(`\uFEFFcustomId;name;age;kyc\r\n${quoted.join('\r\n')}\r\n`);
  expect((await rows()).map(([, id, result]) => [id, result])).toEqual(
    hard.map((id) => [id, 'will be created']),
  );
  expect(dialog.getByLabelText('age is read as')).toHaveProperty('value', 'number');
  expect(dialog.getByLabelText('kyc is read as')).toHaveProperty('value', 'json');
  expect(dialog.getByText(/Users cannot be deleted afterwards/)).toBeTruthy();
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

test('how a column is read is chosen: the dry run follows, and so does what is sent', async () => {
  const { choose, rows, press, over, dialog, user } = await openImport();
  await choose('customId,code,note\na,1,x\nb,2,y');
  expect((await rows())[0]?.[3]).toBe('code 1 · note x');
  await user.selectOptions(dialog.getByLabelText('code is read as'), 'text');
  await user.selectOptions(dialog.getByLabelText('note is read as'), 'number');
  await waitFor(async () =>
    expect((await rows())[0]?.[3]).toBe('note: “x” is no number (as 1234.5).'),
  );
  expect(dialog.getByRole('button', { name: 'Nothing to import' })).toBeTruthy();
  await user.selectOptions(dialog.getByLabelText('note is read as'), 'left out');
  await press('Create 2 users');
  await over();
  const made = await readUsers();
  expect(made.map(({ code, note }) => [code, note])).toEqual([
    ['1', undefined],
    ['2', undefined],
  ]);
});

test('who is there is left as they are, or updated, as chosen', async () => {
  await makeUser('there', { name: 'Old', tier: 'gold' });
  await makeUser('same', { name: 'Same' });
  const first = await openImport();
  const text = 'customId,name\nthere,New\nsame,Same\nfresh,Fresh';
  await first.choose(text);
  expect((await first.rows()).map(([, , result]) => result)).toEqual([
    'exists, differs',
    'exists, the same',
    'will be created',
  ]);
  await first.user.click(first.dialog.getByLabelText('Update their attributes'));
  expect((await first.rows())[0]?.slice(2)).toEqual(['will be updated', 'name New']);
  await first.press('Create 1 user, update 1');
  await first.over();
  const users = await readUsers();
  expect(users.find(({ customId }) => customId === 'there')).toMatchObject({
    name: 'New',
    tier: 'gold',
  });
  expect(users).toHaveLength(3);
});

test.each([
  ['', 'The file is empty.'],
  ['customId,name\n', 'a head and no rows'],
  ['customId,name\na,"open\nb,c\n', 'The quote that opens in line 2 is never closed.'],
  ['name\nx', 'No column is called customId.'],
])('a broken file, %o, is refused in words, and another can be chosen', async (text, words) => {
  const { choose, dialog, rows } = await openImport();
  await choose(text);
  expect((await dialog.findByRole('alert')).textContent).toContain(words);
  await choose('customId\nfine');
  expect((await rows())[0]?.[1]).toBe('fine');
});

test('what is pasted is looked at as a file is', async () => {
  const { dialog, user, rows } = await openImport();
  await user.click(dialog.getByLabelText('Or paste it'));
  await user.paste('customId\tname\nada\tAda');
  await user.click(dialog.getByRole('button', { name: 'Look at it' }));
  expect(await rows()).toEqual([['2', 'ada', 'will be created', 'name Ada']]);
});

test('rows that fail stop no other; they are saved with line and reason, mended, and imported again', async () => {
  const saved = watchSaved();
  const { choose, rows, press, over } = await openImport();
  server.use(
    http.post('*/p/users/full', () =>
      HttpResponse.json({ message: 'Too large.' }, { status: 413 }),
    ),
    http.put('*/p/users', async ({ request }) => {
      const { customId } = z.object({ customId: z.string() }).parse(await request.clone().json());
      if (customId !== 'broken') return undefined;
      return HttpResponse.json({ message: 'Out of order.' }, { status: 500 });
    }),
  );
  await choose('customId,name\nfull,F\n..,D\nbroken,B\nok,O');
  await press('Create 3 users');
  await over();
  expect((await rows()).map(([, , ...told]) => told)).toEqual([
    ['failed', 'The user was created, but not its attributes: Too large.'],
    ['not possible', 'The customId cannot be "." or "..", which no URL can carry.'],
    ['failed', 'Out of order.'],
    ['created', 'name O'],
  ]);
  await press('3 rows not imported, CSV');
  await waitFor(async () => expect(await saved()).toContain('Out of order.'));
  const failures = await saved();
  expect(failures.split('\r\n')).toEqual([
    'line (import),reason (import),customId,name',
    '2,"The user was created, but not its attributes: Too large.",full,F',
    '3,"The customId cannot be ""."" or "".."", which no URL can carry.",..,D',
    '4,Out of order.,broken,B',
    '',
  ]);
  server.resetHandlers();
  await press('Another file');
  await choose(failures.replace(',..,', ',dots,'), 'users not imported.csv');
  expect((await rows()).map(([, id, result]) => [id, result])).toEqual([
    ['full', 'exists, differs'],
    ['dots', 'will be created'],
    ['broken', 'will be created'],
  ]);
  await press('Create 2 users');
  await over();
  expect(await readIds()).toEqual(['broken', 'dots', 'full', 'ok']);
});

test('the button of the page opens it, and the file of the users shown tells the search', async () => {
  const saved = watchSaved();
  await makeUser('acme', { tier: 'gold' });
  await makeUser('other');
  const { user } = open('/users?q=acm');
  await screen.findByRole('link', { name: /acme/ });
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  await waitFor(async () => expect(await saved()).toContain('acme'));
  const [head, row, end] = (await saved()).split('\r\n');
  expect(head).toContain('total (USD)');
  expect(head?.endsWith(',tier')).toBe(true);
  expect(row?.endsWith(',gold')).toBe(true);
  expect(end).toBe('');
  await user.click(screen.getByRole('button', { name: 'Import' }));
  expect(await screen.findByRole('dialog', { name: 'Import users from CSV' })).toBeTruthy();
});
