import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { setPreference } from '#dashboard/shared/preferences.ts';
import { makeUser } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';

const id = 'a/b?c#d e%2F';
const path = `/p/users/${encodeURIComponent(id)}`;
const answers = (body: string, init: ResponseInit = {}) =>
  server.use(http.get('*/p/users/:id', () => new Response(body, init)));

beforeEach(() => makeUser(id, { name: 'Zoë' }));

async function openDrawer() {
  const view = open(`/users/${encodeURIComponent(id)}`);
  await view.user.click(await screen.findByRole('button', { name: `JSON of ${id}` }));
  const drawer = within(await screen.findByRole('dialog', { name: 'What the service answers' }));
  return { ...view, drawer };
}

test('shows what the service answers of a user, its wallets and its history, with tag and date', async () => {
  const { drawer, user } = await openDrawer();
  const body = await drawer.findByLabelText('Body of the answer');
  const answer = await (await testService()).call('GET', path);
  expect(body.textContent).toBe(JSON.stringify(await answer.json(), null, 2));
  const fact = (name: string) => drawer.getByText(name).nextElementSibling?.textContent;
  expect(fact('Status')).toMatch(/^200/);
  expect(fact('ETag')).toBe(answer.headers.get('ETag'));
  expect(fact('Size')).toMatch(/^\d+ bytes in [\d,]+\sms$/);
  const offered = within(drawer.getByRole('combobox', { name: 'Path' })).getAllByRole('option');
  expect(offered.map(({ textContent }) => textContent)).toEqual([
    path,
    `${path}/wallets`,
    `${path}/wallets/history/month`,
  ]);
  await user.selectOptions(drawer.getByRole('combobox', { name: 'Path' }), `${path}/wallets`);
  await waitFor(async () =>
    expect((await drawer.findByLabelText('Body of the answer')).textContent).toBe('[]'),
  );
});

test('changes no digit, and copies and saves the bytes as they came', async () => {
  const text = '{"customId":"x","total": 12345678901234567890,"b":0.10,"c":"\\u00e9","d":1e400}';
  const { drawer, user } = await openDrawer();
  await drawer.findByLabelText('Body of the answer');
  answers(text, { headers: { 'Content-Type': 'application/json' } });
  await user.click(drawer.getByRole('button', { name: 'Ask again' }));
  await waitFor(() =>
    expect(drawer.getByLabelText('Body of the answer').textContent).toBe(
      '{\n  "customId": "x",\n  "total": 12345678901234567890,\n  "b": 0.10,\n  "c": "\\u00e9",\n  "d": 1e400\n}',
    ),
  );
  await user.click(drawer.getByRole('button', { name: 'Copy answer' }));
  expect(await navigator.clipboard.readText()).toBe(text);
  const saved: Blob[] = [];
  URL.createObjectURL = (blob: Blob) => {
    saved.push(blob);
    return 'blob:saved';
  };
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  await user.click(drawer.getByRole('button', { name: 'Download' }));
  expect(await saved[0]?.text()).toBe(text);
});

test('of what is no JSON shows the text, why it is none, and its status', async () => {
  const { drawer, user } = await openDrawer();
  await drawer.findByLabelText('Body of the answer');
  answers('<!doctype html><p>Bad   gateway', { status: 502, statusText: 'Bad Gateway' });
  await user.click(drawer.getByRole('button', { name: 'Ask again' }));
  expect(await drawer.findByText('502 Bad Gateway')).toBeTruthy();
  expect(drawer.getByText(/^This is no JSON \(.+\)\. It is shown as it came\.$/)).toBeTruthy();
  expect(drawer.getByLabelText('Body of the answer').textContent).toContain('<p>Bad   gateway');
});

test('shows the beginning of a long answer, and offers the whole', async () => {
  const { drawer, user } = await openDrawer();
  await drawer.findByLabelText('Body of the answer');
  const long = JSON.stringify(Array.from({ length: 900_000 }, (_, i) => `é${i}`));
  answers(long, { headers: { 'Content-Type': 'application/json' } });
  await user.click(drawer.getByRole('button', { name: 'Ask again' }));
  expect(await drawer.findByText('Only the beginning of 9.8 MB is shown.')).toBeTruthy();
  expect(drawer.getByRole('button', { name: 'Download whole' })).toBeTruthy();
  const shown = drawer.getByLabelText('Body of the answer').textContent ?? '';
  expect(shown.length).toBeLessThan(100_100);
  expect(shown).toMatch(/^\[\n {2}"é0",\n {2}"é1",\n/);
});

test('is one click away where the page could not read an answer', async () => {
  server.use(http.get('*/p/users/:id/wallets', () => HttpResponse.json([{ total: 'much' }])));
  const { user, address } = open(`/users/${encodeURIComponent(id)}`);
  const alert = within(await screen.findByRole('alert'));
  await user.click(await alert.findByRole('button', { name: /^JSON of the answer of/ }));
  const drawer = within(await screen.findByRole('dialog'));
  expect((await drawer.findByLabelText('Body of the answer')).textContent).toBe(
    '[\n  {\n    "total": "much"\n  }\n]',
  );
  expect(new URLSearchParams(address().split('?')[1]).get('json')).toBe(`${path}/wallets`);
});

test('stands in the address, and Back closes it', async () => {
  const { router, drawer } = await openDrawer();
  await drawer.findByLabelText('Body of the answer');
  await router.navigate(-1);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('asks nothing of an address that is not the service', async () => {
  open(`/users/${encodeURIComponent(id)}?json=https://elsewhere.example/p/users`);
  await screen.findByRole('heading', { name: id, level: 1 });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('says that no answer came', async () => {
  const { drawer, user } = await openDrawer();
  await drawer.findByLabelText('Body of the answer');
  server.use(http.get('*/p/users/:id/wallets', () => HttpResponse.error()));
  await user.selectOptions(drawer.getByRole('combobox', { name: 'Path' }), `${path}/wallets`);
  expect((await drawer.findByRole('alert')).textContent).toContain('cannot be reached');
});

test('in privacy mode shows the shape of an answer and no figure, and hands out no file', async () => {
  const { drawer } = await openDrawer();
  await drawer.findByLabelText('Body of the answer');
  act(() => setPreference('privacy', 'percentages'));
  expect(drawer.getByLabelText('Body of the answer').textContent).toMatch(/"total": •+,/);
  expect(drawer.queryByRole('button', { name: 'Copy answer' })).toBeNull();
  expect(drawer.getByRole('button', { name: 'Download' }).hasAttribute('disabled')).toBe(true);
  act(() => setPreference('privacy', 'off'));
});
