import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { day, hour } from '#contract/historyType.ts';
import { getQuality } from '#contract/operations/quality.ts';
import { getWallets } from '#contract/operations/wallets.ts';
import { urls } from '#dashboard/url/urls.ts';
import {
  giveSize,
  makeUser,
  readThematics,
  readWallets,
  someThematic,
} from '#test/support/portfolio.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';
import { testNow } from '#test/support/service.ts';
import { createTableMarket } from '#test/support/tableMarket.ts';

const id = 'a/b?c#d e%2F';

beforeEach(() => giveSize({ width: 1200, height: 316 }));

/** Of a thematic's tokens one has hourly prices, one ended 279 days ago, and one has none. */
async function flawedMarket() {
  const { thematic, tokens } = await someThematic();
  const [good, ended, none] = tokens;
  const hourly = Array.from({ length: 40 * 24 }, (_, i) => testNow - (40 * 24 - 1 - i) * hour);
  const start = Math.floor(testNow / hour) * hour - testNow;
  const others = (await readThematics()).flatMap((one) => one.tokens.map(({ token }) => token._id));
  const service = await testService();
  service.market.use(
    createTableMarket(
      {
        ...Object.fromEntries(
          others.map((other) => [
            other,
            { step: hour, prices: hourly.map((at) => [at + start, 2] as const) },
          ]),
        ),
        [good]: { step: hour, prices: hourly.map((at, i) => [at + start, 1 + i / 100] as const) },
        [ended]: {
          step: day,
          prices: [
            [testNow - 300 * day, 2],
            [testNow - 279 * day, 3],
          ],
        },
        [none]: { step: day, prices: [] },
      },
      testNow,
    ),
  );
  await makeUser(id, {}, [
    {
      thematics: thematic._id,
      tokens: { [good]: 3, [ended]: 2, [none]: 1 },
      at: '2026-06-01T00:00:00Z',
    },
  ]);
  return { thematic, good, ended, none };
}

const rows = async () =>
  within(await screen.findByRole('table', { name: 'Quality' }))
    .getAllByRole('row')
    .slice(1);

test('lists what is flawed, worst first, with its users and the figures that depend on it', async () => {
  const { none, ended, thematic } = await flawedMarket();
  open('/quality');
  const all = await rows();
  expect(document.title).toMatch(/^Quality/);
  expect(all[0]?.textContent).toContain(none);
  expect(all[0]?.textContent).toMatch(/No price.*1.*totals, changes in value, weights/);
  const old = all.find((row) => row.textContent.startsWith(ended));
  expect(old?.textContent).toMatch(/Price 279 days old, of 11 Sep 2025/);
  const link = within(old ?? document.body).getByRole('link', { name: '1 user' });
  expect(link.getAttribute('href')).toBe(`/users?token=${ended}&sort=-held`);
  const part = all.find((row) => row.textContent.startsWith(thematic.name));
  expect(part?.textContent).toContain(`(${none})`);
  expect(screen.getByText(/ with flaws, of .* and 1 user checked/)).toBeTruthy();
});

test('says what was checked if there are no flaws, and Retry reads it again after a failure', async () => {
  const nothing = {
    asOf: '2026-06-17T12:00:00.000Z',
    count: 0,
    checked: { tokens: 98, thematics: 12, users: 240 },
    offset: 0,
    rows: [],
  };
  server.use(http.get(`*${getQuality.path}`, () => HttpResponse.json(nothing)));
  server.use(
    http.get(`*${getQuality.path}`, () => new Response('', { status: 502 }), { once: true }),
  );
  const { user } = open('/quality');
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No flaws found')).toBeTruthy();
  expect(screen.getByText(/^98 tokens, 12 thematics and 240 users checked/)).toBeTruthy();
});

test('a list that is longer than its window says how much of it is listed, and where the rest is', async () => {
  await flawedMarket();
  const service = await testService();
  server.use(
    http.get(`*${getQuality.path}`, async ({ request }) => {
      const answer = await service.fetch(request);
      return HttpResponse.json({ ...(await answer.json()), count: 1234 });
    }),
  );
  open('/quality');
  const { length } = await rows();
  expect(screen.getByText(`worst ${length} of 1,234`)).toBeTruthy();
  expect(
    screen.getByText(new RegExp(`^First ${length} of 1,234 with flaws; the CSV has all`)),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: /CSV/ })).toBeTruthy();
});

test('a page says below its chart what is flawed, and lists it on request', async () => {
  const { thematic, ended, none } = await flawedMarket();
  const { user } = open(urls.wallet(id, thematic._id));
  const line = await screen.findByText(
    /^1 token without a price, 1 carried price up to 279 days old/,
  );
  expect(screen.getByText('matches the totals')).toBeTruthy();
  await user.click(line);
  const list = within(screen.getByRole('list', { name: 'Flaws of the data' }));
  expect(list.getByRole('link', { name: ended }).getAttribute('href')).toBe(urls.token(ended));
  expect(list.getByText(/No price$/).textContent).toContain(none);
  expect(list.getByRole('link', { name: 'All flaws' }).getAttribute('href')).toBe('/quality');
});

test('a history without flaws says so, and so does a price that ended', async () => {
  const { good, ended } = await flawedMarket();
  const { router } = open(urls.token(good));
  expect(await screen.findByText(/no flaws in 181 records, steps of 4 h/)).toBeTruthy();
  await router.navigate(urls.token(ended));
  expect(await screen.findByText(/1 carried price up to 279 days old/)).toBeTruthy();
});

test('the page of a user compares all wallets, and says if positions and totals differ', async () => {
  await flawedMarket();
  const wallets = (await readWallets(id)).map((wallet) => ({
    ...wallet,
    total: wallet.total + 50,
  }));
  server.use(http.get(`*${pathTo(getWallets, id)}`, () => HttpResponse.json(wallets)));
  open(urls.user(id));
  expect(await screen.findByText('−50.00 versus the totals')).toBeTruthy();
});
