import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { historyTypes } from '#contract/historyType.ts';
import { getThematics } from '#contract/operations/thematics.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences } from '#dashboard/preferences/preferences.ts';
import { type Thematic, thematicList } from '#test/support/embedded.ts';

const format = createFormat(defaultPreferences);

const table = () => screen.findByRole('table', { name: 'Thematics' });

async function thematics() {
  const service = await testService();
  return thematicList.parse(await (await service.call('GET', getThematics.path)).json());
}

/** Addresses of the rows, from top to bottom. */
async function rows(): Promise<string[]> {
  return within(await table())
    .getAllByRole('link')
    .map((link) => decodeURIComponent(link.getAttribute('href') ?? '').slice('/thematics/'.length));
}

test('lists level, changes of all periods and tokens of every thematic, best month first', async () => {
  const expected = (await thematics()).toSorted(
    (a, b) => (b.change.month ?? -Infinity) - (a.change.month ?? -Infinity),
  );
  open('/thematics');
  expect(await rows()).toEqual(expected.map(({ _id }) => _id));
  const [leader] = expected;
  if (leader === undefined) throw new Error('The service has no thematics.');
  const cells = within(await table())
    .getAllByRole('row')[1]
    ?.querySelectorAll('td');
  expect([...(cells ?? [])].slice(2).map((cell) => cell.textContent)).toEqual([
    format.total(leader.total),
    ...historyTypes.map((type) => format.percentChange(leader.change[type])),
    '',
    String(leader.tokens.length),
  ]);
});

test('marks figures from backfilled levels', async () => {
  const [first, ...others] = await thematics();
  const backfilledUntil = '2026-06-01T00:00:00.000Z';
  server.use(
    http.get('*/p/thematics', () => HttpResponse.json([{ ...first, backfilledUntil }, ...others])),
  );
  open('/thematics?sort=name');
  const row = await within(await table()).findByRole('row', {
    name: new RegExp(first?.name ?? ''),
  });
  const cells = [...row.querySelectorAll('td')].slice(3).map((cell) => cell.textContent);
  const note = ', backfilled before 1 Jun 2026';
  expect(cells.slice(0, historyTypes.length)).toEqual(
    historyTypes.map(
      (type) =>
        `${format.percentChange(first?.change[type] ?? null)}${type === 'day' || type === 'week' ? '' : note}`,
    ),
  );
});

test('a head sorts, the address keeps it, and unknown figures stay last', async () => {
  const [first, ...others] = await thematics();
  server.use(
    http.get('*/p/thematics', () =>
      HttpResponse.json([{ ...first, change: { ...first?.change, day: null } }, ...others]),
    ),
  );
  const { user, address } = open('/thematics');
  await user.click(within(await table()).getByRole('button', { name: /^Day/ }));
  expect(address()).toBe('/thematics?sort=-day');
  expect((await rows()).at(-1)).toBe(first?._id);
  await user.click(within(await table()).getByRole('button', { name: /^Day/ }));
  expect(address()).toBe('/thematics?sort=day');
  expect((await rows()).at(-1)).toBe(first?._id);
});

test('a row opens the thematic', async () => {
  const { user, address } = open('/thematics?sort=name');
  const [first] = await rows();
  await user.click(within(await table()).getAllByRole('link')[0] ?? document.body);
  await waitFor(() => expect(address()).toBe(`/thematics/${first}`));
});

test('handles no thematics, and a failure with Retry', async () => {
  server.use(http.get('*/p/thematics', () => HttpResponse.json([]), { once: true }));
  server.use(http.get('*/p/thematics', () => new Response('', { status: 502 }), { once: true }));
  const { user } = open('/thematics');
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No thematics yet')).toBeTruthy();
});

/** Many thematics, copied from one of the service. */
async function manyThematics(count: number): Promise<Thematic[]> {
  const [one] = await thematics();
  if (one === undefined) throw new Error('The service has no thematics.');
  return Array.from({ length: count }, (_, i) => ({
    ...one,
    _id: `t,${i}/?#%2F`,
    name: `Number ${i}`,
    description: i === 3 ? 'The Família of four' : '',
  }));
}
const send = (list: readonly Thematic[]) =>
  server.use(http.get('*/p/thematics', () => HttpResponse.json(list)));
const box = (name: string) => screen.findByRole('checkbox', { name: `Compare ${name}` });
const bar = () => screen.findByRole('region', { name: 'Chosen for comparison' });

test('searches by name, description, id and token, keeps the search in the address, and clears it', async () => {
  const list = await manyThematics(5);
  send(list);
  const { user, address } = open('/thematics?q=familia%20NUMBER');
  expect(await rows()).toEqual(['t,3/?#%2F']);
  expect(screen.getByText('of 5').textContent).toBe('1 of 5');
  await user.keyboard('/');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(address()).toBe('/thematics'));
  await user.keyboard(list[0]?.tokens[0]?.token.symbol ?? '');
  expect(await rows()).toHaveLength(5);
  await user.keyboard('<b>');
  expect(await screen.findByText(/^No thematic matches/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(await rows()).toHaveLength(5);
});

test('selects by checkbox, rejects a ninth with a message, and opens the comparison', async () => {
  send(await manyThematics(9));
  const { user, address } = open('/thematics?sort=name');
  await user.click(await box('Number 0'));
  expect((await bar()).textContent).toContain('1 chosen, choose another');
  expect(screen.queryByRole('link', { name: /^Compare/ })).toBeNull();
  for (let i = 1; i < 8; i += 1) await user.click(await box(`Number ${i}`));
  await user.click(await box('Number 8'));
  expect((await bar()).textContent).toContain('At most 8: remove one first');
  expect(await box('Number 8')).toHaveProperty('checked', false);
  await user.click(screen.getByRole('button', { name: 'Remove Number 0' }));
  expect((await bar()).textContent).toContain('7 chosen');
  await user.click(await box('Number 8'));
  expect(await box('Number 8')).toHaveProperty('checked', true);
  await user.click(screen.getByRole('link', { name: 'Compare 8' }));
  expect(new URLSearchParams(address().replace('/compare', '')).getAll('ids')).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((i) => `t,${i}/?#%2F`),
  );
});

test('keeps the selection in the address, and Back undoes it', async () => {
  send(await manyThematics(3));
  const { user, address, router } = open('/thematics?ids=t%2C1%2F%3F%23%252F&ids=gone&sort=name');
  expect(await box('Number 1')).toHaveProperty('checked', true);
  expect((await bar()).textContent).toContain('2 chosen');
  await user.click(screen.getByRole('button', { name: 'Remove gone' }));
  expect(address()).toBe('/thematics?sort=name&ids=t%2C1%2F%3F%23%252F');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(address()).toBe('/thematics?sort=name');
  await router.navigate(-2);
  await waitFor(() => expect(screen.getByText('2 chosen')).toBeTruthy());
});

test('moves through rows, selects and compares using only keys', async () => {
  send(await manyThematics(3));
  const { user, address } = open('/thematics?sort=name');
  await table();
  // There is no layout here: the position of the first row is unknown.
  await user.keyboard('j{Home}x');
  await user.keyboard('jj');
  await user.keyboard(' ');
  expect(await box('Number 0')).toHaveProperty('checked', true);
  expect(await box('Number 1')).toHaveProperty('checked', false);
  expect(await box('Number 2')).toHaveProperty('checked', true);
  await user.keyboard('x');
  await user.keyboard('c');
  expect(address()).toMatch(/^\/thematics/);
  await user.keyboard('xc');
  await waitFor(() => expect(address()).toMatch(/^\/compare\?ids=/));
});

test('shows a name unchanged, with markup and right-to-left text isolated', async () => {
  const [one] = await manyThematics(1);
  const name = '<img src=x onerror=alert(1)> \u05d0\u05d1';
  send(one === undefined ? [] : [{ ...one, name, change: { ...one.change, day: null } }]);
  open('/thematics');
  expect(await rows()).toEqual([one?._id]);
  expect(screen.getByText(name).tagName).toBe('BDI');
  const row = within(await table()).getAllByRole('row')[1];
  expect(row?.querySelectorAll('td')[3]?.textContent).toBe('–');
});

test('reports invalid levels with their path, and keeps the earlier answer', async () => {
  const list = await manyThematics(3);
  send(list);
  const { queryClient } = open('/thematics');
  expect(await rows()).toHaveLength(3);
  const [first, ...others] = list;
  const unreadable = [
    { ...first, total: 'NaN' },
    ...others.map((one) => ({ ...one, total: '1,2' })),
  ];
  server.use(http.get('*/p/thematics', () => HttpResponse.json(unreadable)));
  await queryClient.refetchQueries({ queryKey: ['thematics'], exact: true });
  const line = await screen.findByText(/^(The )?[Tt]hematics could not be refreshed/);
  expect(line.textContent).toContain('at /0/total: expected number, found "NaN" (and 2 more)');
  expect(await rows()).toHaveLength(3);
  const link = screen.getByRole('link', { name: /^JSON of \// });
  expect(link.getAttribute('href')).toBe('/p/thematics');
});

test('renders few of two thousand thematics, and finds any of them', async () => {
  send(await manyThematics(2000));
  open('/thematics?sort=name');
  expect((await table()).getAttribute('aria-rowcount')).toBe('2001');
  expect((await rows()).length).toBeLessThan(100);
  const search = screen.getByRole('searchbox');
  fireEvent.change(search, { target: { value: 'number 1999' } });
  await waitFor(async () => expect(await rows()).toEqual(['t,1999/?#%2F']));
  expect(document.body.textContent).not.toContain('NaN');
});
