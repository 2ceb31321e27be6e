import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Contribution, contribution } from '#contract/contribution.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { getContribution, putThematic } from '#contract/operations/thematics.ts';
import { urls } from '#dashboard/url/urls.ts';
import { giveSize, readThematics, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences } from '#dashboard/preferences/preferences.ts';
import type { Thematic } from '#test/support/embedded.ts';

const format = createFormat(defaultPreferences);

beforeEach(() => giveSize({ width: 900, height: 316 }));

async function parts(id: string, type: HistoryType): Promise<Contribution> {
  const service = await testService();
  return contribution.parse(
    await (await service.call('GET', pathTo(getContribution, id, type))).json(),
  );
}
const region = (name: string) => screen.findByRole('region', { name });

/** Texts of the cells of the constituents, by row. */
async function rows(): Promise<string[][]> {
  const all = within(await region('Constituents')).getAllByRole('row');
  return all.map((one) => [...one.querySelectorAll('th, td')].map((cell) => cell.textContent));
}

test('shows each token’s contribution, which sums to the change of the level, and follows the period', async () => {
  const { thematic } = await someThematic();
  const { user, address } = open(`${urls.thematic(thematic._id)}?period=week`);
  for (const type of ['week', 'year'] as const) {
    const expected = await parts(thematic._id, type);
    if (type === 'year') await user.click(screen.getByRole('radio', { name: 'Year' }));
    const points = (part: number | null) =>
      format.market.change(part === null ? null : part * (expected.first ?? NaN));
    const sum = points(expected.change);
    await waitFor(async () => expect((await rows()).at(-1)?.[5]).toBe(sum));
    const shown = await rows();
    expect(shown.at(-1)?.[4]).toBe(format.market.percentChange(expected.change));
    for (const { token, change, contribution: part } of expected.tokens) {
      const row = shown.find(([who]) => who === `${token.symbol} ${token.name}`);
      expect([row?.[4], row?.[5]]).toEqual([format.market.percentChange(change), points(part)]);
    }
  }
  expect(address()).toContain('period=year');
});

test('draws the steps from the first level to the last, with the residual', async () => {
  const { thematic } = await someThematic();
  const { first, last, tokens } = await parts(thematic._id, 'month');
  open(urls.thematic(thematic._id));
  const steps = within(await screen.findByRole('list', { name: 'Drivers of the level, by token' }));
  const items = steps.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items[0]).toContain(format.market.total(first));
  expect(items.at(-1)).toContain(format.market.total(last));
  const size = (part: (typeof tokens)[number]) => Math.abs(part.contribution ?? 0);
  const [largest] = tokens.toSorted((a, b) => size(b) - size(a));
  const points = (largest?.contribution ?? NaN) * (first ?? NaN);
  expect(items[1]).toBe(`${largest?.token.symbol}${format.market.change(points)}`);
  // The steps explain the complete change: there is no residual.
  expect(screen.getByText(/^Weights return to target every day\./).textContent).not.toContain(
    'Residual',
  );
});

test('sorts by contribution, keeps it in the address, and Back undoes it', async () => {
  const { thematic } = await someThematic();
  const { tokens } = await parts(thematic._id, 'month');
  const { user, address, router } = open(urls.thematic(thematic._id));
  await waitFor(async () => expect((await rows()).at(-1)?.[5]).toMatch(/\d/));
  const pane = within(await region('Constituents'));
  await user.click(pane.getByRole('button', { name: /^Contribution/ }));
  expect(address()).toContain('sort=-contribution');
  const expected = tokens
    .toSorted((a, b) => (b.contribution ?? 0) - (a.contribution ?? 0))
    .map(({ token }) => `${token.symbol} ${token.name}`);
  expect((await rows()).slice(1, -1).map(([who]) => who)).toEqual(expected);
  await router.navigate(-1);
  await waitFor(() =>
    expect(pane.getByRole('columnheader', { name: /^Weight/ }).ariaSort).toBe('descending'),
  );
});

test('loads contributions only when they come into view', async () => {
  const { thematic } = await someThematic();
  const tell: ((isInSight: boolean) => void)[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly disconnect = () => {};
      readonly observe = () => {};
      constructor(told: (entries: { isIntersecting: boolean }[]) => void) {
        tell.push((isIntersecting) => told([{ isIntersecting }]));
      }
    },
  );
  const asked = vi.fn<() => undefined>();
  server.use(http.get('*/x/thematics/:id/contribution/:type', () => asked()));
  open(urls.thematic(thematic._id));
  await waitFor(async () => expect((await rows()).length).toBeGreaterThan(3));
  expect(asked).not.toHaveBeenCalled();
  act(() => tell.forEach((each) => each(true)));
  await waitFor(async () => expect((await rows()).at(-1)?.[5]).toMatch(/\d/));
  expect(asked).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});

test('a failure of the contributions does not affect the constituents, and Retry loads only contributions', async () => {
  const { thematic } = await someThematic();
  server.use(
    http.get('*/x/thematics/:id/contribution/:type', () => new Response('', { status: 502 }), {
      once: true,
    }),
  );
  const { user } = open(urls.thematic(thematic._id));
  const moved = within(await region('Drivers'));
  const retry = await moved.findByRole('button', { name: 'Retry' });
  expect((await rows()).length).toBe(thematic.tokens.length + 2);
  await user.click(retry);
  expect(await moved.findByText(/^Weights return to target every day/)).toBeTruthy();
});

test('after a redefinition, removed tokens have a row, and all rows add up to the change of the level', async () => {
  const { thematic } = await someThematic();
  const service = await testService();
  const [kept, gone] = thematic.tokens.map(({ token }) => token);
  const definition = {
    name: thematic.name,
    from: '2026-06-10T00:00:00.000Z',
    tokens: [{ token: kept?._id, weight: 1 }],
  };
  const answer = await service.call('PUT', pathTo(putThematic, thematic._id), definition);
  expect(answer.ok).toBe(true);
  const { first, change, tokens } = await parts(thematic._id, 'month');
  const points = (part: number) => format.market.change(part * (first ?? NaN));
  const removed = tokens.filter(({ token }) => token._id !== kept?._id);
  expect(removed.map(({ token }) => token._id)).toContain(gone?._id);
  open(urls.thematic(thematic._id));
  await waitFor(async () => expect((await rows()).at(-1)?.[5]).toBe(points(change ?? NaN)));
  const [own, others, all] = (await rows()).slice(1);
  expect(own?.[0]).toContain(kept?.symbol);
  expect(others?.[0]).toBe(`${removed.length} removed token${removed.length === 1 ? '' : 's'}`);
  const sum = removed.reduce((total, one) => total + (one.contribution ?? 0), 0);
  expect(others?.[5]).toBe(points(sum));
  expect(all?.[4]).toBe(format.market.percentChange(change));
});

const sendThematic = (thematic: Thematic) =>
  server.use(http.get('*/p/thematics/:id', () => HttpResponse.json(thematic)));

test('shows a token without a price and with markup in its name, among a hundred', async () => {
  const { thematic } = await someThematic();
  const [one] = thematic.tokens;
  if (one === undefined) throw new Error('No token');
  const name = '<script>alert(1)</script> \u05d0';
  const tokens = Array.from({ length: 100 }, (_, i) => ({
    weight: 0.01,
    token: { ...one.token, _id: `t/${i}`, symbol: `T${i}`, name, price: null, priceAt: null },
  }));
  sendThematic({ ...thematic, tokens });
  server.use(
    http.get('*/x/thematics/:id/contribution/:type', () =>
      HttpResponse.json({
        from: '2026-01-01T00:00:00.000Z',
        to: '2026-01-31T00:00:00.000Z',
        first: 100,
        last: 100,
        change: 0,
        residual: 0,
        tokens: tokens.map(({ token, weight }) => ({
          token,
          weight,
          change: null,
          contribution: 0,
        })),
      } satisfies Contribution),
    ),
  );
  open(urls.thematic(thematic._id));
  await waitFor(async () => expect((await rows()).at(-1)?.[5]).toBe('0.00'));
  const shown = await rows();
  expect(shown).toHaveLength(102);
  // The service does not know these tokens, so they have no lines.
  expect(shown[1]?.slice(0, 6)).toEqual([`T0 ${name}`, '1.0\u2009%', '–', '–', '–', '–']);
  expect(within(await region('Constituents')).getAllByText(name)[0]?.tagName).toBe('BDI');
});

test('shows the number of old prices, and the age of each in its row', async () => {
  const { thematic } = await someThematic();
  const [one, ...others] = thematic.tokens;
  if (one === undefined) throw new Error('No token');
  const old = { ...one, token: { ...one.token, priceAgeSeconds: 3 * 86_400 } };
  sendThematic({ ...thematic, tokens: [old, ...others] });
  open(urls.thematic(thematic._id));
  expect(await screen.findByText(/, 1 with an old price$/)).toBeTruthy();
  expect(await screen.findByText(/^price 3 .* old$/)).toBeTruthy();
});

test('lists overlapping thematics, largest overlap first, with a link to compare them', async () => {
  const [one, two, three, ...others] = await readThematics();
  if (one === undefined || two === undefined || three === undefined) throw new Error('Too few');
  const share = (thematic: Thematic, weight: number) => ({
    ...thematic,
    tokens: one.tokens.slice(0, 1).map(({ token }) => ({ token, weight })),
  });
  const [first] = one.tokens;
  const least = (weight: number) => format.market.share(Math.min(weight, first?.weight ?? NaN));
  const apart = others.map((other) => ({ ...other, tokens: [] }));
  server.use(
    http.get('*/p/thematics', () =>
      HttpResponse.json([one, share(two, 0.01), share(three, 0.02), ...apart]),
    ),
  );
  open(urls.thematic(one._id));
  const pane = within(await region('Overlapping thematics'));
  const symbol = first?.token.symbol;
  await waitFor(() =>
    expect(pane.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'ThematicOverlap',
      `${three.name} ${symbol}${least(0.02)}`,
      `${two.name} ${symbol}${least(0.01)}`,
    ]),
  );
  expect(pane.getByRole('link', { name: 'Compare 3' }).getAttribute('href')).toBe(
    urls.compare([one._id, three._id, two._id]),
  );
});

test('says that no other thematic holds its tokens', async () => {
  const [one] = await readThematics();
  server.use(http.get('*/p/thematics', () => HttpResponse.json([one])));
  open(urls.thematic(one?._id ?? ''));
  expect(await screen.findByText('No other thematic holds any of its tokens.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Compare' }).getAttribute('href')).toBe(
    `${urls.compare([one?._id ?? ''])}&choose=thematics`,
  );
});
