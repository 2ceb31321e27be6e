import { waitFor } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { paths } from '#contract/paths.ts';
import { giveSize, makeUser } from '#test/support/portfolio.ts';
import { server, testService } from '#test/support/server.ts';
import { openImport, readUsers } from './importDialog.ts';

beforeAll(async () => void (await testService()));
beforeEach(() => giveSize({ width: 900, height: 400 }));

test('the network lost in the middle pauses it; Resume goes on and sends nothing done twice', async () => {
  const { choose, press, over, dialog, rows } = await openImport();
  const puts: string[] = [];
  let isDown = false;
  server.use(
    http.put('*/p/users', async ({ request }) => {
      const { customId } = z.object({ customId: z.string() }).parse(await request.clone().json());
      if (customId === 'u-6') isDown = true;
      if (isDown) return HttpResponse.error();
      puts.push(customId);
      return undefined;
    }),
  );
  const ids = Array.from({ length: 12 }, (_, i) => `u-${i}`);
  await choose(`customId,n\n${ids.map((id, i) => `${id},${i}`).join('\n')}`);
  await press('Create 12 users');
  expect(await dialog.findByText(/Nothing is lost.*cannot be reached/)).toBeTruthy();
  const before = puts.length;
  expect(before).toBeLessThan(12);
  server.resetHandlers();
  server.use(
    http.put('*/p/users', async ({ request }) => {
      puts.push(z.object({ customId: z.string() }).parse(await request.clone().json()).customId);
    }),
  );
  await press('Resume');
  await over();
  expect(new Set(puts)).toEqual(new Set(ids));
  expect(puts).toHaveLength(12);
  expect((await rows()).every(([, , result]) => result === 'created')).toBe(true);
  expect(await readUsers()).toHaveLength(12);
});

test('an answer that was lost after the user was made is no failure when it resumes', async () => {
  const { choose, press, over, dialog, rows } = await openImport();
  let lost = 0;
  server.use(
    http.put('*/p/users', async ({ request }) => {
      if (lost > 0) return undefined;
      lost += 1;
      const service = await testService();
      await service.call('PUT', paths.users(), await request.clone().json());
      return HttpResponse.error();
    }),
  );
  await choose('customId,name\nada,Ada');
  await press('Create 1 user');
  await dialog.findByText(/Nothing is lost/);
  await press('Resume');
  await over();
  expect((await rows())[0]?.[2]).toBe('created');
  expect(await readUsers()).toMatchObject([{ customId: 'ada', name: 'Ada' }]);
});

test('a user made meanwhile is not taken: the row says so', async () => {
  const { choose, press, over, rows } = await openImport();
  await choose('customId,name\nada,Ada');
  await rows();
  await makeUser('ada', { name: 'Someone else' });
  await press('Create 1 user');
  await over();
  expect((await rows())[0]?.slice(2)).toEqual([
    'failed',
    'There is a user of this customId now, made since the file was looked at.',
  ]);
  expect(await readUsers()).toMatchObject([{ name: 'Someone else' }]);
});

test('a service that asks to wait is waited for, and then it goes on by itself', async () => {
  const { choose, press, over, dialog } = await openImport();
  let asked = 0;
  server.use(
    http.put('*/p/users', () => {
      asked += 1;
      if (asked > 1) return undefined;
      return HttpResponse.json(
        { message: 'Too many.' },
        { status: 429, headers: { 'Retry-After': '1' } },
      );
    }),
  );
  await choose('customId\na\nb');
  await press('Create 2 users');
  expect(await dialog.findByText(/The service asked to wait/)).toBeTruthy();
  await over();
  expect(await readUsers()).toHaveLength(2);
});

test('four at most are on their way; Escape asks; cancelled, the rest is not sent', async () => {
  const { choose, press, over, dialog, element, rows, user } = await openImport();
  let now = 0;
  let most = 0;
  server.use(
    http.put('*/p/users', async () => {
      now += 1;
      most = Math.max(most, now);
      await delay(60);
      now -= 1;
    }),
  );
  const ids = Array.from({ length: 40 }, (_, i) => `u-${i}`);
  await choose(`customId\n${ids.join('\n')}`);
  const start = await dialog.findByRole('button', { name: 'Create 40 users' });
  await user.dblClick(start);
  element.dispatchEvent(new Event('cancel', { cancelable: true }));
  expect((await dialog.findByRole('alert')).textContent).toContain('The import is running');
  await press('Go on');
  await press('Pause');
  expect(await dialog.findByRole('button', { name: 'Resume' })).toBe(document.activeElement);
  await press('Cancel the rest');
  await over();
  expect(most).toBe(4);
  const results = (await rows()).map(([, , result]) => result);
  await waitFor(async () => {
    const made = (await readUsers()).length;
    expect((await rows()).filter(([, , result]) => result === 'created')).toHaveLength(made);
  });
  expect(results).toContain('not sent');
  expect(dialog.getByText(/rows not sent/)).toBeTruthy();
});
