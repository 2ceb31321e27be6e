import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { giveSize, makeUser, readThematics, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server } from '#test/support/server.ts';
import { chart, frame, recordsOf, type SentRecord, serve } from './someRecords.ts';

const id = 'a/b?c#d e%2F';
let name = '';
let path = '';

beforeEach(async () => {
  giveSize(frame);
  const { thematic, tokens } = await someThematic();
  name = `${thematic.name} thematic`;
  path = `/users/${encodeURIComponent(id)}/wallets/${thematic._id}`;
  await makeUser(id, {}, [{ thematics: thematic._id, tokens: { [tokens[0]]: 3 } }]);
  // The wallet falls by a tenth and rises by as much, then a deposit comes; the thematic rises by a tenth each time.
  serve('users', () => recordsOf([1000, 900, 1350]));
  serveReturn([100, 90, 99]);
  serve('thematics', () => recordsOf([50, 55, 60]));
});

/** The index of every wallet, at the instants of `recordsOf`. */
function serveReturn(index: readonly (number | null)[]): void {
  const dates = recordsOf(index).map(({ date }) => date);
  const nothing = index.map(() => 0);
  const answer = { dates, total: nothing, index, flow: nothing, flatRecords: 0 };
  server.use(http.get('*/x/users/*/performance/*', () => HttpResponse.json(answer)));
}

const pane = () => screen.getByRole('region', { name: /^Total of/ });
const lines = () => document.querySelectorAll('.recharts-line-curve').length;
const box = () =>
  [...document.querySelectorAll('table[aria-hidden] tr')].map((row) => row.textContent);

test('draws both returns from 100 at their first common record, and says which is ahead', async () => {
  open(path);
  await chart();
  await waitFor(() => expect(lines()).toBe(2));
  expect(pane().textContent).toContain(`Wallet return −1.00\u2009%, 21.00 points behind ${name}`);
  // The figures of the wallet include the deposit.
  expect(pane().textContent).toContain('1,350.00');
  expect(pane().textContent).toContain('+350.00');
  expect(screen.getByRole('radio', { name: 'Index', checked: true })).toBeTruthy();

  fireEvent.pointerMove(await chart(), { clientX: 380 });
  expect(box()).toEqual([
    'Wallet return90.00−10.00\u2009%',
    `${name}110.00+10.00\u2009%`,
    'Difference−20.00points',
  ]);
  expect(pane().textContent).toContain(`20.00 points behind ${name}`);
  expect(pane().textContent).toContain('900.00');
});

test('in percent both start at 0, and the table has a column for the benchmark', async () => {
  const { user } = open(`${path}?mode=percent`);
  await waitFor(() => expect(lines()).toBe(2));
  (await chart()).focus();
  await user.keyboard('{End}');
  const said = within(await chart()).getByRole('status').textContent;
  expect(said).toContain('Wallet return −1.00\u2009%');
  expect(said).toContain(`${name} +20.00\u2009%`);
  await user.keyboard('t');
  const table = await screen.findByRole('table', { name: /^Total of/ });
  const [head, newest] = within(table).getAllByRole('row');
  expect(head?.textContent).toMatch(new RegExp(`Wallet return.*${name}$`));
  expect(newest?.textContent).toMatch(/−1\.00\u2009%.*\+35\.00\u2009%\+20\.00\u2009%$/);
});

test('is rebased at the first common record, and has no benchmark without one', async () => {
  let level: readonly SentRecord[] = recordsOf([40, 50, 60]).slice(1);
  serve('thematics', () => level);
  const { queryClient } = open(path);
  await waitFor(() => expect(lines()).toBe(2));
  fireEvent.pointerMove(await chart(), { clientX: 2000 });
  expect(box()[0]).toContain('110.00');
  expect(box()[1]).toContain('120.00');
  // The value beside it is since the first record.
  expect(pane().textContent).toMatch(
    /Wallet return \+10\.00\s% since .*, the first record of both, /,
  );

  // The last record is the only common one.
  const both = level;
  level = both.slice(-1);
  await queryClient.refetchQueries({ queryKey: ['thematic'] });
  await waitFor(() =>
    expect(pane().textContent).not.toMatch(/Wallet return .*(ahead of|behind|level with)/),
  );

  level = both.map(({ date, total }) => ({
    date: date.replace(':00:00.000', ':30:00.000'),
    total,
  }));
  await queryClient.refetchQueries({ queryKey: ['thematic'] });
  await waitFor(() => expect(screen.queryByText(/points (ahead of|behind)/)).toBeNull());
  expect(pane().textContent).not.toMatch(/NaN|Infinity/);
});

test('a return that begins after the value says since when, and why', async () => {
  serveReturn([null, 100, 110]);
  open(`${path}?benchmark=none`);
  await chart();
  await waitFor(() =>
    expect(pane().textContent).toMatch(
      /Wallet return \+10\.00\s% since .*, the first record with a value/,
    ),
  );
  expect(pane().textContent).not.toContain('of both');
});

test('the value is drawn alone, but the benchmark remains that of the page', async () => {
  const { user, address } = open(path);
  await waitFor(() => expect(lines()).toBe(2));
  await user.click(screen.getByRole('radio', { name: 'Value' }));
  await waitFor(() => expect(lines()).toBe(1));
  expect(address()).toBe(`${path}?mode=value`);
  expect(pane().textContent).toContain(`21.00 points behind ${name}`);
  await user.click(screen.getByRole('button', { name, pressed: false }));
  await waitFor(() => expect(lines()).toBe(2));
  expect(address()).toBe(path);
});

test('with hidden figures, does not reveal if the wallet is ahead of, behind or level with the benchmark', async () => {
  setPreference('privacy', 'hidden');
  open(path);
  await waitFor(() => expect(pane().textContent).toContain(`••• points from ${name}`));
  expect(pane().textContent).not.toMatch(/level with|ahead of|behind|[+−]\d/);
});

test('with percentages only, says which is ahead', async () => {
  setPreference('privacy', 'percentages');
  open(path);
  await waitFor(() => expect(pane().textContent).toContain(`21.00 points behind ${name}`));
});

test('a deposit is not a gain: percent and drawdown use the return', async () => {
  const { user } = open(`${path}?benchmark=none&mode=percent`);
  (await chart()).focus();
  await waitFor(() => expect(lines()).toBe(1));
  await user.keyboard('t');
  const table = await screen.findByRole('table', { name: /^Total of/ });
  const newest = within(table).getAllByRole('row')[1]?.textContent;
  expect(newest).toMatch(/1,350\.00−1\.00\u2009%\+450\.00/);
  await user.keyboard('t');
  await user.click(screen.getByRole('radio', { name: 'Drawdown' }));
  expect(await screen.findByText('drawdown −1.00 %')).toBeTruthy();
});

test('without a return there is no comparison, but the value is shown', async () => {
  serveReturn([null, null, null]);
  const { user } = open(path);
  await screen.findByText('Return not known: no token with a price was held.');
  expect(pane().textContent).toContain('1,350.00');
  expect(pane().textContent).not.toMatch(/points|Wallet return −|NaN/);
  await user.click(screen.getByRole('radio', { name: 'Value' }));
  await waitFor(() => expect(lines()).toBe(1));
});

test('a deposit changes only the value, not the return', async () => {
  server.resetHandlers();
  const { thematic, tokens } = await someThematic();
  const wallet = (amount: number) => ({ thematics: thematic._id, tokens: { [tokens[0]]: amount } });
  await makeUser(id, {}, [{ ...wallet(3), at: '2026-01-01T00:00:00Z' }]);
  const said = () => /Wallet return .* (ahead of|behind) /.exec(pane().textContent)?.[0];
  const { queryClient } = open(`${path}?period=month`);
  await waitFor(() => expect(said()).toBeDefined());
  const before = { said: said(), text: pane().textContent };
  await makeUser(id, {}, [{ ...wallet(300), at: '2026-06-01T00:00:00Z' }, wallet(900)]);
  await queryClient.refetchQueries();
  await waitFor(() => expect(pane().textContent).not.toBe(before.text));
  expect(said()).toBe(before.said);
});

test('loads, hides and fails without affecting the wallet', async () => {
  const { user } = open(path);
  await waitFor(() => expect(lines()).toBe(2));
  await user.click(screen.getByRole('button', { name, pressed: true }));
  await waitFor(() => expect(lines()).toBe(1));
  expect(screen.getByRole('radio', { name: 'Value', checked: true })).toBeTruthy();

  server.use(
    http.get('*/p/thematics/*/history/week', () => HttpResponse.text('no', { status: 500 })),
  );
  await user.click(screen.getByRole('button', { name, pressed: false }));
  await waitFor(() => expect(lines()).toBe(2));
  await user.keyboard('2');
  expect(await screen.findByText(new RegExp(`^${name} could not be read: `))).toBeTruthy();
  expect(await chart()).toBeTruthy();
  expect(pane().textContent).toContain('1,350.00');
});

test('another thematic of the address is the benchmark, and so are several with weights', async () => {
  const [one, other] = (await readThematics()).filter(
    ({ name: own }) => `${own} thematic` !== name,
  );
  const { router } = open(`${path}?benchmark=${one?._id}`);
  await waitFor(() => expect(pane().textContent).toContain(`points behind ${one?.name} thematic`));
  const mix = `benchmark=${one?._id}&benchmark=${other?._id}&weight=0.6&weight=0.4`;
  await router.navigate(`${path}?${mix}`);
  // Both rise by the same, and so does the mix.
  const label = `60.0\u2009% ${one?.name} + 40.0\u2009% ${other?.name}`;
  await waitFor(() => expect(pane().textContent).toContain(`21.00 points behind ${label}`));
  expect(screen.getByRole('button', { name: label, pressed: true })).toBeTruthy();
});

test('a user and a thematic have no benchmark until one is chosen or preferred', async () => {
  const [one] = (await readThematics()).filter(({ name: own }) => `${own} thematic` !== name);
  const user = `/users/${encodeURIComponent(id)}`;
  const { router } = open(user);
  await chart();
  expect(pane().textContent).not.toMatch(/points (ahead of|behind)/);
  await router.navigate(`${user}?benchmark=${one?._id}`);
  await waitFor(() =>
    expect(pane().textContent).toContain(`21.00 points behind ${one?.name} thematic`),
  );
  setPreference('benchmark', one?._id ?? '');
  await router.navigate(user);
  await waitFor(() =>
    expect(pane().textContent).toContain(`21.00 points behind ${one?.name} thematic`),
  );
  await router.navigate(`${user}?benchmark=none`);
  await waitFor(() => expect(pane().textContent).not.toMatch(/points (ahead of|behind)/));
});

test('a rolling figure needs as many records as the address says', async () => {
  const growing = Array.from({ length: 40 }, (_, i) => 100 + i + 3 * (i % 2));
  serveReturn(growing);
  serve('users', () => recordsOf(growing));
  serve('thematics', () => recordsOf(growing));
  const { user, address } = open(`${path}?mode=rollingBeta&n=20`);
  const table = async () => {
    (await chart()).focus();
    await user.keyboard('t');
    return screen.findByRole('table', { name: /^Total of/ });
  };
  const cells = within(await table())
    .getAllByRole('row')
    .map((row) => row.textContent);
  expect(cells[0]).toContain('Beta');
  expect(cells[1]).toContain('1.00');
  await user.keyboard('t');
  await user.click(screen.getByRole('button', { name: 'Rolling beta, 20 records' }));
  await user.click(await screen.findByRole('combobox', { name: 'Records in each window' }));
  await user.click(await screen.findByRole('option', { name: '60 records' }));
  expect(address()).toContain('n=60');
  expect(await screen.findByText(/^A rolling figure needs more records/)).toBeTruthy();
});
