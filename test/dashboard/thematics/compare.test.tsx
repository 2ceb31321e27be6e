import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { urls } from '#dashboard/url/urls.ts';
import { choose } from '#test/support/choose.ts';
import { giveSize, readThematics } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server } from '#test/support/server.ts';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences } from '#dashboard/preferences/preferences.ts';
import type { Thematic } from '#test/support/embedded.ts';

const format = createFormat(defaultPreferences);

beforeEach(() => giveSize({ width: 900, height: 316 }));

const pane = (name: string) => screen.findByRole('region', { name });
const send = (list: readonly Thematic[]) =>
  server.use(http.get('*/p/thematics', () => HttpResponse.json(list)));

async function some(count: number): Promise<readonly Thematic[]> {
  return (await readThematics()).slice(0, count);
}
const idsOf = (thematics: readonly Thematic[]) => thematics.map(({ _id }) => _id);

/** Texts of the cells of a pane's table, by row. */
async function rowsOf(name: string): Promise<string[][]> {
  const rows = within(await pane(name)).getAllByRole('row');
  return rows.map((row) =>
    [...row.querySelectorAll('th, td')].map((cell) => cell.textContent ?? ''),
  );
}

test('shows levels on one scale and the performance of every period, with best and worst', async () => {
  const three = (await some(3)).toReversed();
  open(urls.compare(idsOf(three)));
  expect(await pane('Levels of 3 thematics')).toBeTruthy();
  const [, ...rows] = await rowsOf('Performance');
  const months = three.map(({ change }) => change.month ?? NaN);
  // A thematic has the same color on every page.
  const table = within(await pane('Performance')).getAllByRole('row');
  expect(table[1]?.querySelector('path')?.getAttribute('stroke')).toBe('var(--cat-3)');
  for (const [i, thematic] of three.entries()) {
    const change = thematic.change.month ?? NaN;
    const word =
      change === Math.max(...months) ? 'best ' : change === Math.min(...months) ? 'worst ' : '';
    expect(rows[i]?.[0]).toBe(thematic.name);
    expect(rows[i]?.[4]).toBe(`30 d ${word}${format.market.percentChange(change)}`);
  }
});

test('a benchmark shows differences in points, is kept in the address, and Back undoes it', async () => {
  const [one, base, two] = await some(3);
  if (one === undefined || base === undefined || two === undefined) throw new Error('Too few');
  const { user, address, router } = open(urls.compare(idsOf([one, base, two])));
  const choice = within(await pane('Performance')).getByRole('combobox', {
    name: 'Benchmark',
  });
  await choose(user, screen, 'Benchmark', base.name);
  expect(address()).toContain(`&base=${encodeURIComponent(base._id)}`);
  const [, first, itself] = await rowsOf('Performance');
  const difference = (one.change.year ?? NaN) - (base.change.year ?? NaN);
  expect(first?.[5]).toMatch(new RegExp(`${escaped(format.market.finePoints(difference))}$`));
  expect(itself?.[5]).toMatch(
    new RegExp(`${escaped(format.market.percentChange(base.change.year))}$`),
  );
  await router.navigate(-1);
  await waitFor(() => expect(choice).toHaveProperty('value', 'No benchmark'));
});

function escaped(text: string): string {
  return text.replaceAll(/[.+]/g, (sign) => `\\${sign}`);
}

test('a thematic without a change is neither best nor worst and has no difference', async () => {
  const [one, two] = await some(2);
  if (one === undefined || two === undefined) throw new Error('Too few');
  const unknown = { ...one, change: { ...one.change, day: null } };
  send([unknown, two]);
  const { user } = open(`${urls.compare([one._id, two._id])}&base=${two._id}`);
  const [, first, second] = await rowsOf('Performance');
  expect(first?.[2]).toBe('24 h –');
  expect(second?.[2]).toBe(`24 h ${format.market.percentChange(two.change.day)}`);
  await choose(user, screen, 'Benchmark', one.name);
  expect((await rowsOf('Performance'))[2]?.[2]).toBe('24 h –');
});

test('shows the overlap of each pair, computed by hand', async () => {
  const [one, two, three] = await some(3);
  if (one === undefined || two === undefined || three === undefined) throw new Error('Too few');
  const [a, b, c] = [...one.tokens, ...two.tokens].map(({ token }) => token);
  if (a === undefined || b === undefined || c === undefined) throw new Error('Too few tokens');
  const hold = (thematic: Thematic, ...weights: [number, number, number]) => ({
    ...thematic,
    tokens: [a, b, c].map((token, i) => ({ token, weight: weights[i] ?? 0 })),
  });
  send([hold(one, 0.5, 0.5, 0), hold(two, 0.2, 0.3, 0.5), hold(three, 0, 0, 1)]);
  open(urls.compare(idsOf([one, two, three])));
  const [head, first, second, third] = await rowsOf('Overlap');
  expect(head?.slice(1)).toEqual([one.name, two.name, three.name]);
  expect(first).toEqual([one.name, '·', '50.0\u2009%', '0.0\u2009%']);
  expect(second).toEqual([two.name, '50.0\u2009%', '·', '50.0\u2009%']);
  expect(third).toEqual([three.name, '0.0\u2009%', '50.0\u2009%', '·']);
  const cells = within(await pane('Overlap')).getAllByTitle(`${b.symbol}, ${a.symbol}`);
  expect(cells).toHaveLength(2);
});

test('removes a thematic, adds one from the list by search and key, and keeps each step in the address', async () => {
  const [one, two, three] = await some(3);
  if (one === undefined || two === undefined || three === undefined) throw new Error('Too few');
  const { user, address } = open(urls.compare(idsOf([one, two])));
  const table = within(await pane('Performance'));
  await user.click(table.getByRole('button', { name: `Remove ${one.name}` }));
  expect(address()).toBe(urls.compare([two._id]));
  expect(screen.getByText(two.name).closest('div')?.textContent).toBe(
    `Choose another thematic to compare with ${two.name}`,
  );
  await user.keyboard('a');
  const dialog = within(await screen.findByRole('dialog', { name: 'Thematics to compare' }));
  expect(address()).toContain('choose=thematics');
  expect(dialog.getByRole('checkbox', { name: new RegExp(`^${two.name}`) })).toHaveProperty(
    'checked',
    true,
  );
  await user.keyboard(`${three.name}{Enter}`);
  expect(dialog.getAllByRole('checkbox')).toHaveLength(1);
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  expect(address()).toBe(urls.compare(idsOf([two, three])));
  expect(await pane('Levels of 2 thematics')).toBeTruthy();
});

test('the list rejects a ninth thematic with a message', async () => {
  const all = await some(9);
  const { user } = open(`${urls.compare(idsOf(all.slice(0, 8)))}&choose=thematics`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Thematics to compare' }));
  const ninth = dialog.getByRole('checkbox', { name: new RegExp(`^${all[8]?.name}`) });
  await user.click(ninth);
  expect(ninth).toHaveProperty('checked', false);
  expect(dialog.getByText('At most 8: remove one first')).toBeTruthy();
});

test('names an unknown id and compares the rest; a repeated id counts once', async () => {
  const [one, two] = await some(2);
  if (one === undefined || two === undefined) throw new Error('Too few');
  const nasty = 'a,b/c?d#e %2F<b>';
  const { user, address } = open(urls.compare([one._id, nasty, two._id, one._id]));
  expect(await pane('Levels of 2 thematics')).toBeTruthy();
  const line = screen.getByText(nasty).closest('[role=status]');
  expect(line?.textContent).toContain(`Thematic “${nasty}” not found. The others are compared.`);
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(address()).toBe(urls.compare([one._id, two._id]));
});

test('compares the first eight thematics, and names the others', async () => {
  const all = await some(10);
  open(urls.compare(idsOf(all)));
  expect(await pane('Levels of 8 thematics')).toBeTruthy();
  const said = `Only the first 8 of 10 are compared. Not shown: ${all[8]?.name}, ${all[9]?.name}.`;
  expect(
    screen.getByText((_, element) => element?.textContent === said && element.tagName === 'SPAN'),
  ).toBeTruthy();
  expect(await rowsOf('Overlap')).toHaveLength(9);
});

test('explains an empty comparison, and offers to choose thematics', async () => {
  const { user } = open('/compare?ids=');
  expect(await screen.findByText('Choose at least two thematics')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Choose thematics' }));
  expect(await screen.findByRole('dialog', { name: 'Thematics to compare' })).toBeTruthy();
});

test('handles one thematic, none, and a failure with Retry', async () => {
  const [one] = await some(1);
  server.use(http.get('*/p/thematics', () => new Response('', { status: 502 }), { once: true }));
  const { user, unmount } = open('/compare');
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Choose at least two thematics')).toBeTruthy();
  unmount();
  send(one === undefined ? [] : [one]);
  const second = open(urls.compare([one?._id ?? '']));
  expect(await screen.findByText('This service has only one thematic.')).toBeTruthy();
  second.unmount();
  send([]);
  open('/compare');
  expect(await screen.findByText('This service has no thematics.')).toBeTruthy();
});

test('a thematic with the id “compare” has a page besides the comparison', async () => {
  const [one] = await some(1);
  const named = { ...one, _id: 'compare', name: 'The thematic named compare' };
  server.use(http.get('*/p/thematics/compare', () => HttpResponse.json(named)));
  server.use(http.get('*/p/thematics/compare/history/:type', () => HttpResponse.json([])));
  server.use(http.get('*/x/thematics/compare/*', () => HttpResponse.json([])));
  server.use(
    http.get('*/x/thematics/compare/contribution/:type', () =>
      HttpResponse.json({
        from: null,
        to: null,
        first: null,
        last: null,
        change: null,
        residual: null,
        tokens: [],
      }),
    ),
  );
  open('/thematics/compare');
  expect(await screen.findByRole('heading', { name: 'The thematic named compare' })).toBeTruthy();
});
