import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, expect, test, vi } from 'vitest';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';
import { ids, make, table } from './directoryPage.ts';
import { row } from './someUsers.ts';

// What these tests wait for is sent by themselves; the first would wait for the database too.
beforeAll(async () => void (await testService()));

/** An answer that is sent as the test says. */
function slowAnswer() {
  const encoder = new TextEncoder();
  let sender: ReadableStreamDefaultController<Uint8Array> | null = null;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      sender = controller;
    },
  });
  server.use(
    http.get(
      '*/x/directory',
      () => new HttpResponse(body, { headers: { 'Content-Type': 'application/json' } }),
      { once: true },
    ),
  );
  return {
    send: (text: string) => sender?.enqueue(encoder.encode(text)),
    end: () => sender?.close(),
    breakOff: () => sender?.error(new TypeError('terminated')),
  };
}

const users = (...customIds: string[]) =>
  customIds.map((customId) => JSON.stringify(row(customId))).join(',');

test('the first users are shown while the others are still sent, and it says how many are read', async () => {
  const answer = slowAnswer();
  answer.send(`[${users('a', 'b')},{"customId":"c`);
  open('/users?sort=user');
  expect(await ids()).toEqual(['a', 'b']);
  expect(screen.getByText('reading… 2 so far')).toBeTruthy();
  answer.send(`${users('c').slice('{"customId":"c'.length)}]`);
  answer.end();
  await waitFor(async () => expect(await ids()).toEqual(['a', 'b', 'c']));
  expect(screen.queryByText(/so far/)).toBeNull();
});

test('users that break off in the middle stay, under a line with Retry', async () => {
  const answer = slowAnswer();
  answer.send(`[${users('a', 'b')},`);
  const { user } = open('/users?sort=user');
  expect(await ids()).toEqual(['a', 'b']);
  answer.breakOff();
  expect(await screen.findByText('2 read, then it broke off')).toBeTruthy();
  expect(await ids()).toEqual(['a', 'b']);
  await make({ customId: 'whole' });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(async () => expect(await ids()).toEqual(['whole']));
  expect(screen.queryByText(/broke off|could not be refreshed/)).toBeNull();
});

test('an answer that ends in the middle of the list is an error, not a short list', async () => {
  const answer = slowAnswer();
  answer.send(`[${users('a')},{"cus`);
  answer.end();
  open('/users');
  expect(await screen.findByText(/broke off after 1 user\b/)).toBeTruthy();
});

test('rows that are no users are counted and named, and cost no other its place', async () => {
  server.use(
    http.get('*/x/directory', () =>
      HttpResponse.json([row('a'), { ...row('b'), total: 'NaN' }, row('c'), 7]),
    ),
  );
  open('/users?sort=user');
  expect(await ids()).toEqual(['a', 'c']);
  const said = screen.getByText(/^2 users could not be read\./);
  expect(said.textContent).toContain('at /1/total: expected number, found "NaN"');
});

test.each([
  ['nothing but rows that are no users', '[{"total":"much"},7]', /could not be read, at \/0/],
  ['no list', '{"users":[]}', /expected a list/],
  ['a web page', '<!doctype html><p>Sign in, please', /answered with a web page instead of JSON/],
  ['nothing', '', /answered with nothing instead of JSON/],
  ['half a word', '[nu', /instead of JSON|broke off/],
])('an answer that is %s is an error in words', async (_name, body, words) => {
  server.use(
    http.get(
      '*/x/directory',
      () => new HttpResponse(body, { headers: { 'Content-Type': 'text/html' } }),
    ),
  );
  open('/users');
  expect((await screen.findByRole('alert')).textContent).toMatch(words);
});

test('leaving the page stops the reading', async () => {
  const real = globalThis.fetch;
  let left: AbortSignal | null | undefined;
  // Not through msw: what is aborted in the middle of its body breaks in there.
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (input !== '/x/directory') return real(input, init);
    left = init?.signal;
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(`[${users('a')},`)),
    });
    return Promise.resolve(new Response(body));
  });
  const { router } = open('/users');
  await table();
  expect(left?.aborted).toBe(false);
  await router.navigate('/settings/preferences');
  await waitFor(() => expect(left?.aborted).toBe(true));
});

test('names with markup, of the other direction and very long, are shown as they are', async () => {
  const long = 'w'.repeat(400);
  server.use(
    http.get('*/x/directory', () =>
      HttpResponse.json([
        row('<b>x</b>', { name: '<script>alert(1)</script>' }),
        row('أحمد', { name: 'שלום' }),
        row(long),
      ]),
    ),
  );
  open('/users?sort=created&q=');
  expect(await ids()).toEqual(['<b>x</b>', 'أحمد', long]);
  expect(within(await table()).getByText('<script>alert(1)</script>')).toBeTruthy();
});
