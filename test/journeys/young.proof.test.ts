import { expect, test } from 'vitest';
import { day, stepOf } from '#contract/historyType.ts';
import { getThematic } from '#contract/operations/thematics.ts';
import { putUser } from '#contract/operations/users.ts';
import { formatTime } from '#contract/time.ts';
import { urls } from '#dashboard/url/urls.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { openSite } from '#test/support/site.ts';
import { tasksAt } from '#test/support/tasks.ts';

const site = openSite();
const { read } = tasksAt(site);
const thematic = 'settlement-layers';

/** Creates a user whose only wallet is held since `at`. */
async function createHolder(id: string, at: number): Promise<void> {
  const { tokens } = await read(getThematic, thematic);
  const held = (tokens ?? []).slice(0, 3).map(({ token }) => ({ token: token._id, amount: 10 }));
  const response = await fetch(site.url() + pathTo(putUser, id), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      wallets: [{ thematics: thematic, at: formatTime(at), tokens: held }],
    }),
  });
  expect(await response.text()).toContain(id);
  expect(response.status).toBe(201);
}

const startText = (at: number) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' }).format(at);

test('what began within the period says since when, in lists, heads and the line below the figure', async () => {
  const at = Math.floor(Date.now() / day) * day - 10 * day;
  await createHolder('young', at);
  const visit = await site.visit(`${urls.user('young')}?period=month`);
  const { page } = visit;
  const wallets = page.getByRole('table', { name: 'Wallets' });
  const since = new RegExp(`since ${startText(at)}`);
  await wallets.getByRole('columnheader', { name: since }).waitFor();
  const total = page.getByRole('region', { name: 'Total of young' });
  await expect.poll(() => total.innerText()).toMatch(since);

  await visit.go(`${urls.wallet('young', thematic)}?period=month`);
  const positions = page.getByRole('table', { name: 'Positions' });
  await positions.getByRole('columnheader', { name: since }).waitFor();
  const wallet = page.getByRole('region', { name: /^Total of young in / });
  await expect.poll(() => wallet.innerText()).toMatch(since);

  await visit.go('/users?q=young&period=month');
  const row = page.getByRole('row').filter({ hasText: 'young' });
  await expect.poll(() => row.first().innerText()).toMatch(/new/i);
});

test('directory and user page agree on a user whose history begins one step into the window', async () => {
  const step = stepOf.month;
  const end = Math.floor(Date.now() / step) * step;
  const ids = ['one-step', 'two-steps'];
  await createHolder('one-step', end - 30 * day + step);
  await createHolder('two-steps', end - 30 * day + 2 * step + 1);
  for (const id of ids) {
    const visit = await site.visit(`/users?q=${id}&period=month`);
    const { page } = visit;
    const row = page.getByRole('row').filter({ hasText: id }).first();
    await row.waitFor();
    await visit.settled();
    const isNew = /\bnew\b/i.test(await row.innerText());
    expect([id, isNew]).toEqual([id, id === 'two-steps']);
    await visit.go(`${urls.user(id)}?period=month`);
    const head = page.getByRole('table', { name: 'Wallets' }).getByRole('columnheader');
    await head.first().waitFor();
    await visit.settled();
    const text = (await head.allInnerTexts()).join(' ');
    expect(text).toMatch(/Value, (month|since)/);
    expect([id, text.includes('since')]).toEqual([id, id === 'two-steps']);
  }
});
