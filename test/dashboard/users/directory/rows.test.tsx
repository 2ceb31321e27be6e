import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, expect, test } from 'vitest';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';
import { ids, make, table } from './directoryPage.ts';
import { row } from './someUsers.ts';

beforeAll(async () => void (await testService()));

const record = (total: number, minute: number) => ({
  date: new Date(Date.UTC(2026, 5, 17, 12, minute)).toISOString(),
  total,
});

/** Histories that are answered when the test says, and how many were asked for at once. */
function heldHistories() {
  let now = 0;
  let most = 0;
  let left = 0;
  const open: (() => void)[] = [];
  server.use(
    http.get('*/p/users/:id/wallets/history/day', async ({ request }) => {
      now += 1;
      most = Math.max(most, now);
      await new Promise<void>((resolve) => {
        open.push(resolve);
        request.signal.addEventListener('abort', () => {
          left += 1;
          resolve();
        });
      });
      now -= 1;
      return HttpResponse.json([record(100, 0), record(110, 5)]);
    }),
  );
  return {
    asked: () => open.length,
    most: () => most,
    left: () => left,
    answer: () => open.splice(0).forEach((resolve) => resolve()),
  };
}

test('rows ask for their lines a few at a time, each once', async () => {
  const histories = heldHistories();
  server.use(
    http.get('*/x/directory', () =>
      HttpResponse.json(Array.from({ length: 12 }, (_, n) => row(`u-${n}`, { total: 1 }))),
    ),
  );
  open('/users');
  await table();
  await waitFor(() => expect(histories.asked()).toBe(4));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(histories.asked()).toBe(4);
  await waitFor(() => {
    histories.answer();
    expect(screen.getAllByRole('img', { name: /: \+10\.00.% over the past day$/ })).toHaveLength(
      12,
    );
  });
  expect(histories.most()).toBe(4);
});

test('what rows asked for is given up when they leave', async () => {
  const histories = heldHistories();
  server.use(
    http.get('*/x/directory', () =>
      HttpResponse.json(['a', 'b', 'c'].map((id) => row(id, { total: 1 }))),
    ),
  );
  const { user } = open('/users');
  await table();
  await waitFor(() => expect(histories.asked()).toBe(3));
  await user.type(screen.getByLabelText('Search users'), 'a');
  await waitFor(() => expect(histories.left()).toBe(2));
  expect(await ids()).toEqual(['a']);
});

test('a service without a directory is read by the interface alone; what it cannot tell of all is read row by row, and does not sort', async () => {
  await make(
    { customId: 'acme', name: 'Acme Holdings', amount: 1, attributes: { team: 'Nord' } },
    { customId: 'empty' },
  );
  server.use(http.get('*/x/*', () => HttpResponse.json({ message: 'Not found' }, { status: 404 })));
  const { user } = open('/users?sort=percent&moved=up');
  expect(await ids()).toEqual(['acme', 'empty']);
  const rows = within(await table()).getAllByRole('row');
  await waitFor(() => expect(rows[1]?.textContent).toMatch(/[+−][\d.]+\u2009%/));
  await waitFor(() =>
    expect(within(rows[1] ?? document.body).getAllByRole('cell')[1]?.textContent).toBe('1'),
  );
  expect(screen.queryByText('Who moved, past day')).toBeNull();
  const heads = within(await table()).getAllByRole('columnheader', {
    name: /^(Past day|Thematics)/,
  });
  expect(heads).toHaveLength(3);
  for (const head of heads) {
    expect(head.textContent).toContain('does not sort');
    expect(head.title).toContain('This service does not tell it of all users');
    expect(within(head).queryByRole('button')).toBeNull();
  }
  // The address asks for what cannot be told: it stays there, and leaves nobody out.
  expect(screen.getByText('not told here')).toBeTruthy();
  await user.keyboard('f');
  const panel = await screen.findByRole('dialog', { name: 'Filter users' });
  expect(within(panel).queryByRole('radiogroup', { name: 'Moved, past day' })).toBeNull();
  expect(panel.textContent).toContain('This service does not tell how all users moved');
  await user.keyboard('{Escape}');
  await user.type(screen.getByLabelText('Search users'), 'nord');
  await waitFor(async () => expect(await ids()).toEqual(['acme']));
});

test('a figure that changes is marked, and its row stays the same', async () => {
  await make({ customId: 'acme', amount: 1 });
  const { queryClient } = open('/users');
  const its = await screen.findByRole('row', { name: /^acme/ });
  const total = () => within(its).getAllByRole('cell')[3]?.querySelector('span');
  expect(total()?.className).toBe('');
  server.use(http.get('*/x/directory', () => HttpResponse.json([row('acme', { total: 5e9 })])));
  await queryClient.refetchQueries({ queryKey: ['users'] });
  await waitFor(() => expect(total()?.textContent).toBe('5,000,000,000.00'));
  expect(total()?.className).toMatch(/up/);
});

test(
  '100,000 users are drawn as few rows, and the table says how many there are',
  { timeout: 90_000 },
  async () => {
    const many = Array.from({ length: 100_000 }, (_, n) =>
      JSON.stringify(row(`u-${n}`, { total: n })),
    );
    server.use(http.get('*/x/directory', () => new HttpResponse(`[${many.join(',')}]`)));
    const { user } = open('/users');
    await waitFor(
      async () => expect((await table()).getAttribute('aria-rowcount')).toBe('100001'),
      {
        timeout: 60_000,
      },
    );
    const rows = within(await table()).getAllByRole('link');
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.length).toBeLessThan(100);
    await user.type(screen.getByLabelText('Search users'), '4242');
    await waitFor(async () => expect((await table()).getAttribute('aria-rowcount')).toBe('21'), {
      timeout: 20_000,
    });
  },
);
