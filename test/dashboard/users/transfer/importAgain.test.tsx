import { cleanup, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { giveSize, makeUser } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';
import { openImport, readIds, readUsers, watchSaved } from './importDialog.ts';

beforeAll(async () => void (await testService()));
beforeEach(() => giveSize({ width: 900, height: 400 }));

const idOf = z.object({ customId: z.string() });

test('the page closed in the middle: run again, what is done is recognised, and the rest is made', async () => {
  const first = await openImport();
  const ids = Array.from({ length: 12 }, (_, i) => `u-${i}`);
  const text = `customId,name\n${ids.map((id) => `${id},Name of ${id}`).join('\n')}`;
  let made = 0;
  server.use(
    http.put('*/p/users', () => {
      made += 1;
      // From here on nothing is answered any more: the page is closed.
      return made > 5 ? new Promise<never>(() => {}) : undefined;
    }),
  );
  await first.choose(text);
  await first.press('Create 12 users');
  await waitFor(async () => expect(await readUsers()).toHaveLength(5));
  cleanup();
  server.resetHandlers();

  const puts: string[] = [];
  server.use(
    http.put('*/p/users', async ({ request }) => {
      puts.push(idOf.parse(await request.clone().json()).customId);
    }),
  );
  const again = await openImport();
  await again.choose(text);
  const planned = (await again.rows()).map(([, , result]) => result);
  expect(planned.filter((result) => result === 'will be created')).toHaveLength(7);
  // Made, but closed before its attributes were sent: it differs, and is updated where that is chosen.
  if (planned.includes('exists, differs')) {
    await again.user.click(again.dialog.getByLabelText('Update their attributes'));
  }
  await again.press(/^Create 7 users/);
  await again.over();
  expect(puts).toHaveLength(7);
  const users = await readUsers();
  expect(users).toHaveLength(12);
  expect(users.every(({ customId, name }) => name === `Name of ${customId}`)).toBe(true);
});

test('of 10,000 rows only those in sight are drawn, and the table says how many there are', async () => {
  const { choose, dialog, rows } = await openImport();
  const lines = Array.from({ length: 10_000 }, (_, i) => `u-${i},Name ${i}`);
  await choose(`customId,name\n${lines.join('\n')}`);
  expect(await dialog.findByText(/^10,000 rows in/)).toBeTruthy();
  const table = await dialog.findByRole('table', { name: 'Rows of the file' });
  expect(table.getAttribute('aria-rowcount')).toBe('10001');
  expect((await rows()).length).toBeLessThan(100);
  expect(dialog.getByRole('button', { name: 'Create 10,000 users' })).toBeTruthy();
  expect(await readUsers()).toEqual([]);
});

test('a file of another encoding is refused in words, and the right one can be chosen', async () => {
  const { user, dialog, choose, rows } = await openImport();
  const latin = new File(
    [new TextEncoder().encode('customId\nzo'), new Uint8Array([0xeb])],
    'latin.csv',
  );
  await user.upload(await dialog.findByLabelText('CSV file'), latin);
  expect((await dialog.findByRole('alert')).textContent).toContain('Save it as “CSV UTF-8”');
  await choose('customId\nzoë');
  expect((await rows())[0]?.[1]).toBe('zoë');
});

test('the file of the users shown holds those found, in the order of the page', async () => {
  const saved = watchSaved();
  for (const id of ['acme-1', 'other', 'acme-3', 'acme-2']) await makeUser(id);
  const { user } = open('/users?q=acme&sort=-user');
  await screen.findByRole('link', { name: /acme-3/ });
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  await waitFor(async () => expect(await saved()).toContain('acme'));
  const rows = (await saved()).split('\r\n').slice(1, -1);
  expect(rows.map((row) => row.split(',')[0])).toEqual(['acme-3', 'acme-2', 'acme-1']);
  expect(await readIds()).toHaveLength(4);
});
