import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { type FigureName, figures as figuresSchema, isFigureName } from '#contract/figures.ts';
import { problemDetails } from '#contract/problem.ts';
import { isLikeZero } from '#dashboard/figures/FigureDisplay.tsx';
import { figureFormats, figureTraits } from '#dashboard/figures/figureTraits.ts';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences, setPreference } from '#dashboard/preferences/preferences.ts';
import { choose } from '#test/support/choose.ts';
import { giveSize, makeUser, readThematics, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { notOffered, server, testService } from '#test/support/server.ts';

const id = 'a/b?c#d e%2F';
const page = `/users/${encodeURIComponent(id)}`;
const format = createFormat(defaultPreferences, 'USD');

beforeEach(() => giveSize({ width: 900, height: 316 }));

/** A wallet since 2024 that grew by a deposit half a year ago. */
async function makeInvestor() {
  const { thematic, tokens } = await someThematic();
  const holds = (amount: number) => ({ thematics: thematic._id, tokens: { [tokens[0]]: amount } });
  await makeUser(id, {}, [
    { ...holds(30), at: '2024-02-01T00:00:00.000Z' },
    { ...holds(90), at: '2025-12-15T00:00:00.000Z' },
  ]);
  return thematic;
}

async function answerOf(path: string) {
  const service = await testService();
  const answer = await service.call('GET', path);
  return figuresSchema.parse(await answer.json());
}

const figuresPath = (query = '', type = 'year') =>
  `/x/users/${encodeURIComponent(id)}/figures/${type}${query}`;

const panel = async (name: string) => within(await screen.findByRole('region', { name }));

/** The text beside the name of a figure, in whichever panel has it. */
function shown(name: FigureName): string {
  const { label } = figureTraits[name];
  const term = [...document.querySelectorAll('dt')].find(
    (dt) => dt.firstChild?.textContent?.startsWith(label) === true,
  );
  return `${name}: ${term?.nextElementSibling?.textContent}`;
}

const names = Object.keys(figureTraits).filter(isFigureName);

test('every figure of the answer is on the panels, with its standard error, or has a reason', async () => {
  await makeInvestor();
  const [, other] = await readThematics();
  const query = `benchmark=${other?._id}&rf=0.02`;
  open(`${page}?period=year&${query}`);
  const { figures } = await answerOf(figuresPath(`?${query}`));
  await waitFor(() => expect(shown('beta')).toContain(format.statistic(figures.beta.value)));
  expect(names.filter((name) => figures[name].value !== null).length).toBeGreaterThan(20);
  const expected = names.map((name) => {
    const { value, standardError } = figures[name];
    const formats = figureFormats(name, format, false);
    if (value === null) return `${name}: –`;
    const weak = isLikeZero(value, standardError)
      ? ', does not differ from 0 by two standard errors'
      : '';
    const error = standardError === null ? '' : `±\u2009${formats.error(standardError)}`;
    return `${name}: ${formats.value(value)}${weak}${error}`;
  });
  expect(names.map(shown)).toEqual(expected);
  const reasons = new Set(names.flatMap((name) => figures[name].reason ?? []));
  const given = screen.getAllByRole('img').map((one) => one.getAttribute('aria-label'));
  expect(given).toEqual(expect.arrayContaining([...reasons]));
});

test('the four returns have their conventions, and the effects of the flows add up to their difference', async () => {
  await makeInvestor();
  open(`${page}?period=all`);
  const { difference } = await answerOf(figuresPath('', 'all'));
  const returns = await panel('Returns');
  expect(await returns.findByText('XIRR, a year')).toBeTruthy();
  expect(await returns.findByText('Simple gain, USD')).toBeTruthy();
  expect(returns.getByText('independent of flows')).toBeTruthy();
  const list = await (await panel('Why they differ')).findByRole('list');
  const rows = within(list).getAllByRole('listitem');
  const [flow] = difference?.parts ?? [];
  expect(rows).toHaveLength(2);
  expect(rows[0]?.textContent).toBe(
    `${format.change(flow?.amount)} on 15 Dec 2025${format.finePoints(flow?.effect)}before ${format.percentChange(flow?.return)}`,
  );
  expect(rows[1]?.textContent).toBe(
    `Difference${format.finePoints(difference?.value)}${format.percentChange(difference?.moneyWeighted)} less ${format.percentChange(difference?.timeWeighted)}, both of a year`,
  );
});

test('names the reason where a return is not available, and where nothing differs', async () => {
  await makeUser(id);
  open(page);
  const { figures } = await answerOf(figuresPath('', 'month'));
  const { reason } = figures.timeWeightedReturn;
  expect(reason).not.toBeNull();
  expect(await (await panel('Returns')).findAllByText(reason ?? '')).not.toEqual([]);
  expect(await (await panel('Why they differ')).findByText(reason ?? '')).toBeTruthy();
  expect(
    await (await panel('Drawdowns')).findByText(figures.maxDrawdown.reason ?? ''),
  ).toBeTruthy();
});

test('without flows both returns are equal', async () => {
  const { thematic, tokens } = await someThematic();
  const at = '2024-02-01T00:00:00.000Z';
  await makeUser(id, {}, [{ thematics: thematic._id, tokens: { [tokens[0]]: 3 }, at }]);
  open(page);
  const why = await panel('Why they differ');
  expect(await why.findByText('No flows in this window, so both returns are equal.')).toBeTruthy();
});

test('lists the largest effects, the others as one row that opens', async () => {
  const { thematic, tokens } = await someThematic();
  await makeUser(
    id,
    {},
    Array.from({ length: 11 }, (_, month) => ({
      thematics: thematic._id,
      tokens: { [tokens[0]]: 10 + ((month * 7) % 5) * 10 + month },
      at: `2025-${String(month + 1).padStart(2, '0')}-10T00:00:00.000Z`,
    })),
  );
  const { user } = open(`${page}?period=all`);
  const why = await panel('Why they differ');
  await user.click(await why.findByRole('button', { name: /^\d other flows$/ }));
  const { difference } = await answerOf(figuresPath('', 'all'));
  const rows = within(why.getByRole('list')).getAllByRole('listitem');
  expect(rows).toHaveLength((difference?.parts.length ?? 0) + 1);
});

test('benchmark and risk-free rate live in the address, and their defaults in the preferences', async () => {
  const thematic = await makeInvestor();
  const others = (await readThematics()).filter(({ _id }) => _id !== thematic._id);
  const [one, other] = others;
  const { user, address } = open(`${page}?period=year`);
  const risk = await panel('Risk');
  expect(
    await risk.findByText('Choose a benchmark above for beta, alpha and tracking.'),
  ).toBeTruthy();
  await choose(user, risk, 'Benchmark', one?.name ?? '');
  expect(address()).toBe(`${page}?period=year&benchmark=${one?._id}`);
  expect(await risk.findByRole('heading', { name: `Against ${one?.name} thematic` })).toBeTruthy();

  const rate = risk.getByRole('textbox', { name: 'Risk-free rate' });
  await user.clear(rate);
  await user.type(rate, '2.5{Enter}');
  expect(address()).toBe(`${page}?period=year&benchmark=${one?._id}&rf=0.025`);
  const { figures } = await answerOf(figuresPath(`?benchmark=${one?._id}&rf=0.025`));
  await waitFor(() => expect(shown('sharpe')).toContain(format.statistic(figures.sharpe.value)));

  // A preferred rate and benchmark need no address.
  setPreference('riskFree', '0.025');
  setPreference('benchmark', other?._id ?? '');
  await choose(user, risk, 'Benchmark', `${other?.name} (default)`);
  await user.clear(rate);
  await user.type(rate, '2.5{Enter}');
  expect(address()).toBe(`${page}?period=year&rf=0.025`);
  await choose(user, risk, 'Benchmark', 'No benchmark');
  expect(address()).toBe(`${page}?period=year&rf=0.025&benchmark=none`);
});

test('a mix of thematics needs weights that add up to 100 %', async () => {
  const thematic = await makeInvestor();
  const others = (await readThematics()).filter(({ _id }) => _id !== thematic._id);
  const { user, address } = open(`${page}?period=year&benchmark=${others[0]?._id}`);
  const risk = await panel('Risk');
  const mix = await risk.findByRole('button', { name: 'Mix' });
  await waitFor(() => expect(mix).toHaveProperty('disabled', false));
  await user.click(mix);
  const form = within(await risk.findByRole('form', { name: 'Benchmark mix' }));
  const [first, second] = form.getAllByRole('textbox', { name: /^Weight of/ });
  expect([first, second].map((field) => field instanceof HTMLInputElement && field.value)).toEqual([
    '50',
    '50',
  ]);
  await user.clear(first ?? document.body);
  await user.type(first ?? document.body, '60');
  await user.click(form.getByRole('button', { name: 'Apply' }));
  expect(form.getByRole('alert').textContent).toBe(
    'The weights add up to 110.00\u2009%, not to 100 %.',
  );
  await user.clear(second ?? document.body);
  await user.type(second ?? document.body, '40');
  await user.click(form.getByRole('button', { name: 'Apply' }));
  const ids = [others[0]?._id, thematic._id];
  expect(new URLSearchParams(address().split('?')[1]).getAll('benchmark')).toContain(ids[0]);
  expect(new URLSearchParams(address().split('?')[1]).getAll('weight')).toEqual(['0.6', '0.4']);
  expect(
    await risk.findByRole('heading', { name: /^Against 60\.0\u2009% .+ \+ 40\.0\u2009% / }),
  ).toBeTruthy();
  expect(await risk.findByText('Beta')).toBeTruthy();
});

test('shows the sentence of the service for a benchmark of the address that it rejects', async () => {
  await makeInvestor();
  open(`${page}?benchmark=nothing%2Fhere`);
  const answer = await (
    await testService()
  ).call('GET', figuresPath('?benchmark=nothing%2Fhere', 'month'));
  const { detail } = problemDetails.parse(await answer.json());
  expect(await (await panel('Risk')).findByText(detail)).toBeTruthy();
  expect((await panel('Risk')).getByRole('combobox', { name: 'Benchmark' })).toBeTruthy();
});

test('figures of the last window are dimmed, without its dates, until the next ones are there', async () => {
  await makeInvestor();
  const { user } = open(page);
  const risk = await panel('Risk');
  await risk.findByText(/observations/);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.use(
    http.get('*/x/users/*/figures/year', async () => {
      await promise;
      return undefined;
    }),
  );
  await user.keyboard('4');
  const region = screen.getByRole('region', { name: 'Risk' });
  await waitFor(() => expect(region.querySelector('[aria-busy=true]')).toBeTruthy());
  expect(risk.getByText('loading')).toBeTruthy();
  resolve();
  await waitFor(() => expect(region.querySelector('[aria-busy=true]')).toBeNull());
  expect(risk.queryByText('loading')).toBeNull();
});

test('months of the complete history, as excess on request; hidden figures have no shades', async () => {
  await makeInvestor();
  const [one] = await readThematics();
  const { user, address } = open(`${page}?benchmark=${one?._id}`);
  const { months, years } = await answerOf(figuresPath(`?benchmark=${one?._id}`, 'all'));
  const calendar = await screen.findByRole('table', { name: 'Monthly return' });
  const cells = () => [...calendar.querySelectorAll('td')].map((cell) => cell.textContent);
  const texts = (of: string, rows: typeof months) =>
    rows.map((row) => `${format.points(row.return)}${row.isPartial ? `, part of the ${of}` : ''}`);
  expect(cells()).toEqual(
    expect.arrayContaining([...texts('month', months), ...texts('year', years)]),
  );
  expect(calendar.querySelectorAll('[data-heat]').length).toBeGreaterThan(5);
  await user.click(screen.getByRole('radio', { name: 'Excess' }));
  expect(address()).toContain('calendar=excess');
  const excess = await screen.findByRole('table', { name: 'Monthly excess' });
  expect(excess.textContent).toContain(format.points(months.at(-1)?.excess));
  setPreference('privacy', 'hidden');
  await waitFor(() => expect(excess.querySelector('[data-heat]')).toBeNull());
  expect(excess.textContent).not.toMatch(/[+−]\d/);
});

test('a thematic has no returns panel, since it has no flows; the rest is public', async () => {
  const { thematic } = await someThematic();
  setPreference('privacy', 'hidden');
  open(`/thematics/${encodeURIComponent(thematic._id)}?period=year`);
  const service = await testService();
  const answer = await service.call('GET', `/x/thematics/${thematic._id}/figures/year`);
  const { figures } = figuresSchema.parse(await answer.json());
  await waitFor(() =>
    expect(shown('volatility')).toContain(format.percent(figures.volatility.value)),
  );
  expect(screen.queryByRole('region', { name: 'Returns' })).toBeNull();
});

test('says why there is nothing if the service has no past amounts', async () => {
  await makeInvestor();
  const why = 'The connected service reports totals, but not past holdings.';
  server.use(http.get('*/x/users/*/figures/*', () => notOffered(why)));
  open(page);
  expect(await (await panel('Risk')).findByText(why)).toBeTruthy();
});
