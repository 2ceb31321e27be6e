import { act, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { giveSize, makeUser, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server } from '#test/support/server.ts';

const id = 'a/b?c#d e%2F';
const page = `/users/${encodeURIComponent(id)}`;

beforeEach(async () => {
  giveSize({ width: 900, height: 316 });
  const { thematic, tokens } = await someThematic();
  const held = { [tokens[0]]: 3, [tokens[1]]: 30 };
  await makeUser(id, {}, [
    { thematics: thematic._id, tokens: held, at: '2024-02-03T00:00:00.000Z' },
  ]);
});

/** Keeps answers of an operation until `resolve`. */
function hold(path: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.use(
    http.get(path, async () => {
      await promise;
      return undefined;
    }),
  );
  return resolve;
}

const drivers = () => screen.getByRole('region', { name: 'Drivers' });
const labels = () => within(drivers()).queryByRole('list')?.textContent ?? null;
/** Title, period, step and currency. */
const head = () => drivers().textContent?.slice(0, 60);

test('tokens keep the name of their period after wallets of another one were shown', async () => {
  const { user } = open(page);
  await screen.findByRole('region', { name: 'Drivers' });
  const by = within(drivers()).getByRole('radiogroup', { name: 'Drivers by' });
  await user.click(within(by).getByRole('radio', { name: 'Token' }));
  await waitFor(() => expect(labels()).not.toBeNull());
  const month = { head: head(), labels: labels() };
  expect(month.head).toContain('month');
  await user.click(within(by).getByRole('radio', { name: 'Wallet' }));
  await user.keyboard('4');
  await waitFor(() => expect(head()).toContain('year'));
  const release = hold('*/x/users/*/positions/history/year');
  await user.click(within(by).getByRole('radio', { name: 'Token' }));
  await waitFor(() => expect(labels()).toBe(month.labels));
  expect(head()).toContain('month');
  expect(head()).not.toContain('year');
  release();
  await waitFor(() => expect(head()).toContain('year'));
  expect(labels()).not.toBe(month.labels);
});

test('figures of the present are not shown while those of a past instant load', async () => {
  const { router } = open(`${page}?period=last-month`);
  await waitFor(() => expect(labels()).not.toBeNull());
  const present = labels();
  const release = hold('*/x/users/*/wallets/performance/year');
  await act(() => router.navigate(`${page}?period=last-month&asOf=2026-03-20T00:00:00.000Z`));
  await screen.findByText(/^As of 20 Mar/);
  expect(labels()).toBeNull();
  release();
  await waitFor(() => expect(labels()).not.toBeNull());
  expect(labels()).not.toBe(present);
});
