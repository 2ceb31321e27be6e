import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { importUsers } from '#contract/operations/userImports.ts';
import { giveSize, makeUser } from '#test/support/portfolio.ts';
import { server, testService } from '#test/support/server.ts';
import { openImport, readUsers } from './importDialog.ts';

beforeAll(async () => void (await testService()));
beforeEach(() => giveSize({ width: 900, height: 400 }));

const file = (count: number) =>
  `customId,name\n${Array.from({ length: count }, (_, i) => `u-${i},Name ${i}`).join('\n')}`;

/** The real service, whose response stops after the first lines: it hangs or is interrupted. */
function answerBreaksOff(lines: number, how: 'hangs' | 'ends') {
  server.use(
    http.post(`*${importUsers.path}`, async ({ request }) => {
      if (new URL(request.url).searchParams.has('dryRun')) return undefined;
      server.resetHandlers();
      const { service } = await testService();
      const reader = (await service.fetch(request)).body
        ?.pipeThrough(new TextDecoderStream())
        .getReader();
      let text = '';
      while (text.split('\n').length <= lines) text += (await reader?.read())?.value ?? '';
      await reader?.cancel();
      const part = text.split('\n').slice(0, lines).join('\n');
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(`${part}\n`));
          if (how === 'ends') controller.close();
        },
      });
      return new HttpResponse(body, { headers: { 'content-type': 'application/x-ndjson' } });
    }),
  );
}

test('an interrupted response loses no imported users, and Continue imports the rest', async () => {
  const { choose, plan, press, over, dialog } = await openImport();
  answerBreaksOff(6, 'ends');
  await choose(file(8));
  await plan();
  await press('Create 8 users');
  expect(await dialog.findByText(/The users imported so far are saved\./)).toBeTruthy();
  await press('Continue');
  await over();
  expect(dialog.getByText(/^8 of 8 users: /)).toBeTruthy();
  const users = await readUsers();
  expect(users.map(({ customId, name }) => [customId, name])).toEqual(
    Array.from({ length: 8 }, (_, i) => [`u-${i}`, `Name ${i}`]),
  );
});

test('a stopped import can be continued; Escape asks before it stops', async () => {
  const { choose, plan, press, over, dialog, user } = await openImport();
  answerBreaksOff(4, 'hangs');
  await choose(file(9));
  await plan();
  await user.dblClick(await dialog.findByRole('button', { name: 'Create 9 users' }));
  expect(await dialog.findByText(/^3 of 9 users: 3 created/)).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Stop' })).toBe(document.activeElement);
  await user.keyboard('{Escape}');
  expect((await dialog.findByRole('alert')).textContent).toContain('The import is running');
  await press('Stay');
  await press('Stop');
  expect(await dialog.findByText(/^Stopped\./)).toBeTruthy();
  await press('Continue');
  await over();
  expect(await readUsers()).toHaveLength(9);
});

test('a user created after the dry run is not overwritten if existing users are skipped', async () => {
  const { choose, plan, press, over, rows } = await openImport();
  await choose('customId,name\nada,Ada\nbob,Bob');
  await plan();
  await makeUser('ada', { name: 'Someone else' });
  await press('Create 2 users');
  await over();
  expect((await rows()).map(([, , result]) => result)).toEqual(['skipped', 'created']);
  expect((await readUsers())[0]).toMatchObject({ customId: 'ada', name: 'Someone else' });
});

test('reports that another import is running, and can be retried', async () => {
  const { choose, plan, press, over, dialog } = await openImport();
  await choose(file(2));
  await plan();
  server.use(
    http.post(`*${importUsers.path}`, () => {
      server.resetHandlers();
      return HttpResponse.json(
        {
          type: '',
          title: '',
          status: 409,
          detail: 'Another import is running.',
          instance: '',
          code: 'import-running',
        },
        { status: 409, headers: { 'content-type': 'application/problem+json' } },
      );
    }),
  );
  await press('Create 2 users');
  expect(await dialog.findByText(/Another import is running\./)).toBeTruthy();
  await press('Continue');
  await over();
  expect(await readUsers()).toHaveLength(2);
});

test('renders only the visible ones of 3,000 users, and counts all', async () => {
  const { choose, dialog, plan, rows } = await openImport();
  await choose(file(3000));
  expect(await plan()).toEqual(['3,000 users will be created.']);
  expect((await rows()).length).toBeLessThan(100);
  expect(dialog.getByRole('button', { name: 'Create 3,000 users' })).toBeTruthy();
  expect(await readUsers()).toEqual([]);
}, 120_000);
