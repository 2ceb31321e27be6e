import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { figureNames, figures as figuresSchema } from '#contract/figures.ts';
import { explainedText } from '#dashboard/portfolio/explain/explained.ts';
import { figureExplained } from '#dashboard/figures/figureExplained.ts';
import { figureTraits } from '#dashboard/figures/figureTraits.ts';
import { createFormat } from '#dashboard/preferences/format.ts';
import { hiddenTotal } from '#dashboard/preferences/figures.ts';
import { defaultPreferences, setPreference } from '#dashboard/preferences/preferences.ts';
import { capabilities } from '#test/support/connected.ts';
import { giveSize, makeUser, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';

const id = 'a/b?c#d e%2F';
const page = `/users/${encodeURIComponent(id)}`;
const format = createFormat(defaultPreferences, 'USD');

beforeEach(() => giveSize({ width: 900, height: 316 }));

async function makeInvestor() {
  const { thematic, tokens } = await someThematic();
  const holds = (amount: number) => ({ thematics: thematic._id, tokens: { [tokens[0]]: amount } });
  await makeUser(id, {}, [
    { ...holds(30), at: '2024-02-01T00:00:00.000Z' },
    { ...holds(90), at: '2025-12-15T00:00:00.000Z' },
  ]);
  return thematic;
}

async function explained(name: string, query = '') {
  const service = await testService();
  const path = `/x/users/${encodeURIComponent(id)}/figures/year?explain=${name}${query}`;
  return figuresSchema.parse(await (await service.call('GET', path)).json());
}

const figureButton = (label: string) => screen.findByTitle(`Explain: ${label}`);
const card = (label: string) => screen.findByRole('dialog', { name: `${label}, explained` });

test('a figure explains itself with the values of the service, and gives the focus back', async () => {
  await makeInvestor();
  const { user } = open(`${page}?period=year`);
  const button = await figureButton('Volatility');
  button.focus();
  await user.keyboard('{Enter}');
  const text = within(await card('Volatility'));
  const { explanation, observations } = await explained('volatility');
  expect(await text.findByText(explanation?.formula ?? '')).toBeTruthy();
  const deviation = explanation?.inputs.find(({ name }) => name === 'std r');
  expect(text.getByText('std r').nextElementSibling?.textContent).toBe(
    format.exactPercent(deviation?.value),
  );
  expect(text.getByText('Observations').nextElementSibling?.textContent).toBe(
    format.number(observations),
  );
  expect(text.getByText(/^user a\/b/)).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement?.getAttribute('title')).toBe(button.title));
});

test('an input that is a figure explains itself in its place', async () => {
  await makeInvestor();
  const { user } = open(`${page}?period=all`);
  await user.click(await figureButton('Calmar ratio'));
  const text = within(await card('Calmar ratio'));
  await user.click(await text.findByRole('button', { name: 'max drawdown' }));
  expect(await text.findByRole('heading', { name: 'Max drawdown' })).toBeTruthy();
  expect(text.getByText('lowest index ÷ highest index before it − 1')).toBeTruthy();
});

test('every figure has an explanation, whose text names formula, period, observations and as of', async () => {
  const thematic = await makeInvestor();
  const nameOf = () => thematic.name;
  const request = {
    subject: { user: id },
    window: { type: 'year' },
    benchmark: {},
    rf: 0.02,
    asOf: null,
  } as const;
  for (const name of figureNames) {
    const answer = await explained(name, `&benchmark=${thematic._id}&rf=0.02`);
    const context = { format, request, nameOf, onExplain: () => {} };
    const lines = explainedText(figureExplained(name, answer, context)).split('\n');
    expect(lines[0]).toContain(figureTraits[name].label);
    for (const start of [
      `Formula: ${answer.explanation?.formula}`,
      `Of: user ${id}`,
      'Period: ',
      'Step: 24',
      `Observations: ${format.number(answer.figures[name].observations)}`,
      'Benchmark: ',
      'Risk-free rate: 2.00',
      'As of: ',
    ]) {
      expect([name, lines.filter((line) => line.startsWith(start)).length]).toEqual([name, 1]);
    }
    expect(lines).toEqual(expect.arrayContaining([answer.figures[name].reason ?? lines[0]]));
    expect(lines.join('\n')).not.toMatch(/NaN|undefined|null|Infinity/);
  }
});

test('the copied text is that of the card; privacy hides its amounts', async () => {
  await makeInvestor();
  setPreference('privacy', 'percentages');
  const { user } = open(`${page}?period=year`);
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(await figureButton('Simple gain'));
  const text = within(await card('Simple gain'));
  await user.click(await text.findByRole('button', { name: 'Copy explanation' }));
  await waitFor(() => expect(writeText).toHaveBeenCalledTimes(1));
  const { explanation } = await explained('simpleGain');
  const copied = String(writeText.mock.calls.flat()[0]);
  expect(copied).toContain('Formula: V₁ − V₀ − Σ CF');
  expect(copied).toContain(hiddenTotal);
  const amounts = (explanation?.inputs ?? []).filter(({ unit }) => unit === 'money');
  expect(amounts.length).toBeGreaterThan(2);
  const shown = amounts.map(({ value }) => format.total(value)).filter((it) => it !== '0.00');
  expect(shown.filter((amount) => copied.includes(amount))).toEqual([]);
});

test('a fault of the service is named, and asked again', async () => {
  await makeInvestor();
  const { user } = open(`${page}?period=year`);
  const button = await figureButton('Volatility');
  let isBroken = true;
  server.use(
    http.get('*/figures/year', ({ request }) => {
      const isWanted = isBroken && request.url.includes('explain=');
      return isWanted ? new Response('{}', { status: 500 }) : undefined;
    }),
  );
  await user.click(button);
  const text = within(await card('Volatility'));
  const again = await text.findByRole('button', { name: /again|retry/i }, { timeout: 20_000 });
  isBroken = false;
  await user.click(again);
  expect(await text.findByText('std r × √P')).toBeTruthy();
});

test('sums of wallets and positions name their parts and the total that they match', async () => {
  const thematic = await makeInvestor();
  const { user } = open(`${page}?period=year`);
  await user.click(await figureButton('All wallets'));
  const text = within(await card('All wallets'));
  expect(await text.findByRole('link', { name: thematic.name })).toBeTruthy();
  expect(text.getByText('1 of 1 wallet')).toBeTruthy();
  expect(text.getByText(/^matches the user’s total/)).toBeTruthy();
});

async function formulaOfTotal() {
  const { user, unmount } = open(`${page}?period=year`);
  await user.click(await figureButton('Value'));
  const text = await card('Value');
  await within(text).findByText('Records');
  const formula = within(text).getByRole('heading', { level: 3 }).parentElement?.nextElementSibling;
  unmount();
  return formula?.textContent;
}

test('a total says how it is computed, or that a connected service reports it', async () => {
  await makeInvestor();
  expect(await formulaOfTotal()).toBe('Σ amount × price of each position');
  server.use(http.get('*/x/capabilities', () => HttpResponse.json(capabilities())));
  expect(await formulaOfTotal()).toBe('as the connected service reports it');
});
