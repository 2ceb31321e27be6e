import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { getDirectory } from '#contract/operations/directory.ts';
import { keys } from '#dashboard/portfolio/queryKeys.ts';
import { expect, test } from 'vitest';
import { answerRead, connect } from '#test/support/connected.ts';
import { page, row } from '#test/support/directoryWindow.ts';
import { open } from '#test/support/render.tsx';
import { notOffered, server } from '#test/support/server.ts';
import { ids, table } from './directoryPage.ts';
import { givenUsers } from './someUsers.ts';

test.each([
  ['no directory', '[]', /could not be read/],
  [
    'a row that is none',
    JSON.stringify({ ...page(1, 0, []), rows: [{ ...row('a'), total: 'none' }] }),
    /\/rows\/0\/total/,
  ],
  ['a web page', '<!doctype html><p>Sign in, please', /answered with a web page instead of JSON/],
  ['nothing', '', /answered with nothing instead of JSON/],
])('an answer that is %s shows an error message', async (_name, body, words) => {
  server.use(
    http.get(
      '*/x/directory',
      () => new HttpResponse(body, { headers: { 'Content-Type': 'text/html' } }),
    ),
  );
  open('/users');
  expect((await screen.findByRole('alert')).textContent).toMatch(words);
});

test('a directory in preparation shows its progress, and appears by itself', async () => {
  let requests = 0;
  server.use(
    http.get('*/x/directory', () => {
      requests += 1;
      if (requests > 1) return HttpResponse.json(page(1, 0, [row('a')]));
      const problem = {
        type: '/p/docs#problem-unavailable',
        title: 'Not now',
        status: 503,
        detail: 'The directory is loading. 4500 users were read so far. Try again in 1 s.',
        instance: '/x/directory',
        code: 'unavailable',
      };
      return HttpResponse.json(problem, {
        status: 503,
        headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '1' },
      });
    }),
  );
  open('/users');
  expect((await screen.findByRole('alert')).textContent).toContain('4500 users were read so far');
  expect(await ids()).toEqual(['a']);
  expect(requests).toBe(2);
});

test('a search request is canceled when the text changes', async () => {
  let left = 0;
  server.use(
    http.get('*/x/directory', async ({ request }) => {
      const q = new URL(request.url).searchParams.get('q');
      if (q === 'ab') {
        await new Promise<void>((resolve) => {
          request.signal.addEventListener('abort', () => {
            left += 1;
            resolve();
          });
        });
      }
      return HttpResponse.json(page(1, 0, [row(q ?? 'everybody')]));
    }),
  );
  const { user } = open('/users');
  await table();
  await user.type(screen.getByLabelText('Search users'), 'ab');
  // The previous rows stay in the meantime.
  expect(await ids()).not.toEqual([]);
  await user.type(screen.getByLabelText('Search users'), 'c');
  await waitFor(async () => expect(await ids()).toEqual(['abc']));
  expect(left).toBe(1);
});

test('names with markup, right-to-left and very long names are shown unchanged', async () => {
  const long = 'w'.repeat(400);
  const users = [
    row('<b>x</b>', { name: '<script>alert(1)</script>' }),
    row('أحمد', { name: 'שלום' }),
    row(long),
  ];
  givenUsers(users.length, (index) => users[index] ?? row('?'));
  open('/users?sort=created&q=');
  expect(await ids()).toEqual(['<b>x</b>', 'أحمد', long]);
  expect(within(await table()).getByText('<script>alert(1)</script>')).toBeTruthy();
});

test('shows why a service offers no directory', async () => {
  server.use(http.get('*/x/directory', () => notOffered('Its users cannot be listed.')));
  open('/users');
  expect(await screen.findByText('Its users cannot be listed.')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByRole('button', { name: 'New user' })).toBeTruthy();
});

test('shows the progress of a connected service’s sync above the rows, until it is complete', async () => {
  connect();
  const readAt = Date.now() - 4 * 60_000;
  const notes = ['The wallets of 12,400 of 20,000 users have been read.'];
  answerRead(getDirectory.path, page(1, 0, [row('a')]), { readAt, notes });
  const { queryClient } = open('/users');
  expect(await ids()).toEqual(['a']);
  expect(await screen.findByText(notes.join(' '))).toBeTruthy();
  expect(screen.getByText('read 4 min ago')).toBeTruthy();
  answerRead(getDirectory.path, page(1, 0, [row('a')]));
  // As a tick does.
  await act(() => queryClient.refetchQueries({ queryKey: keys.directory }));
  await waitFor(() => expect(screen.queryByText(/have been read|ago$/)).toBeNull());
});

const counts = () => [...document.querySelectorAll('output')].map((one) => one.textContent);

test('an incomplete list is marked wherever its users are counted', async () => {
  connect();
  const incomplete = { kind: 'fewer', what: 'user', read: 20, reported: 60 } as const;
  const answer = { ...page(20, 0, [row('a')]), incomplete };
  answerRead(getDirectory.path, answer, { incomplete: [incomplete] });
  const { user } = open('/users');
  await ids();
  const sentence = '20 of 60 users read: the service gives no address for the others.';
  expect(await screen.findByText(sentence)).toBeTruthy();
  const strip = within(screen.getByLabelText('Users read'));
  expect(strip.getByText('Users read').parentElement?.textContent).toContain('20of 60 read');
  expect(strip.getByText('Total')).toBeTruthy();
  expect(counts()).toContain('20 of 60 read');
  const link = await screen.findByRole('link', { name: 'CSV' });
  expect(link.getAttribute('download')).toMatch(/-20-of-60-users-read\.csv$/);
  await user.keyboard('{Control>}k{/Control}');
  const palette = { name: 'Search or jump to' };
  await user.type(await screen.findByRole('combobox', palette), 'a');
  expect(await screen.findByText('Users 20 of 60 read')).toBeTruthy();
});

test('an unfinished list is not called all users', async () => {
  connect();
  const incomplete = { kind: 'unfinished', what: 'user', read: 258, reported: null } as const;
  const answer = { ...page(258, 0, [row('a')]), incomplete };
  answerRead(getDirectory.path, answer, { incomplete: [incomplete] });
  open('/users');
  expect(await ids()).toEqual(expect.arrayContaining(['a']));
  expect(await screen.findByText('258 users read: reading is still in progress.')).toBeTruthy();
  expect(counts()).toContain('258 read so far');
});

test('movers use the change in value if no return is known, without gain or loss colors', async () => {
  connect();
  const { sums } = page(9, 0, []);
  const moved = { ...sums, change: 5, up: 4, level: 1, down: 2, unknown: 2 };
  answerRead(getDirectory.path, page(9, 0, [row('a')], { sums: moved }));
  const { queryClient } = open('/users');
  await ids();
  const strip = (await screen.findByText('Movers, past day')).parentElement;
  expect(strip?.textContent).toMatch(/4 up1 unchanged2 down2 not known$/);
  expect(strip?.querySelector('[data-direction=up], [data-direction=down]')).toBeNull();
  expect(within(strip ?? document.body).getByTitle(/^Based on change in value/)).toBeTruthy();
  answerRead(getDirectory.path, page(1, 0, [row('a')]));
  await act(() => queryClient.refetchQueries({ queryKey: keys.directory }));
  const why = 'No user’s change is known';
  expect(await within(strip ?? document.body).findByRole('img', { name: why })).toBeTruthy();
});

const widthOf = async (name: RegExp) =>
  parseInt(
    within(await table())
      .getByRole('columnheader', { name })
      .style.getPropertyValue('--width'),
    10,
  );

test('columns grow with long figures, also on a phone, and keep their width', async () => {
  const huge = row('a', { total: -4_321_098_765_432.1, change: 3_608_707_599_974.57 });
  answerRead(getDirectory.path, page(1, 0, [huge]));
  const { queryClient } = open('/users');
  await ids();
  await waitFor(async () => expect(await widthOf(/^Total/)).toBeGreaterThan(170));
  const total = await widthOf(/^Total/);
  expect(await widthOf(/^Value, day ?USD$/)).toBeGreaterThan(170);
  expect((await table()).style.getPropertyValue('--narrow-grid')).toContain(`64px ${total - 24}px`);
  answerRead(getDirectory.path, page(1, 0, [row('a', { total: 1 })]));
  await act(() => queryClient.refetchQueries({ queryKey: keys.directory }));
  await screen.findByText('1.00');
  expect(await widthOf(/^Total/)).toBe(total);
});
