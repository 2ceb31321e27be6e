import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { hiddenTotal } from '#dashboard/preferences/figures.ts';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { urls } from '#dashboard/url/urls.ts';
import { giveSize, makeUser, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';

const id = 'a/b?c#d e%2F';
const year = '?period=year';

beforeEach(() => giveSize({ width: 1200, height: 316 }));

/** A wallet off its target since two years. */
async function makeInvestor() {
  const { thematic, tokens } = await someThematic();
  const held = { [tokens[0]]: 30, [tokens[1]]: 5 };
  await makeUser(id, {}, [
    { thematics: thematic._id, tokens: held, at: '2024-02-01T00:00:00.000Z' },
  ]);
  return { thematic, wallet: `${urls.wallet(id, thematic._id)}${year}` };
}

/** Opens the explanation of a total in a panel or table, and closes it again. */
async function explanationOf(user: UserEvent, inside: HTMLElement, label: string) {
  const button = await within(inside).findByTitle(`Explain: ${label}`);
  const shown = button.textContent;
  await user.click(button);
  const card = await screen.findByRole('dialog', { name: `${label}, explained` });
  await within(card).findByRole('heading', { name: label });
  const text = card.textContent;
  const value = within(card).getByRole('status').textContent;
  const links = within(card)
    .queryAllByRole('link')
    .map((link) => link.getAttribute('href'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(value).toBe(shown);
  expect(text).not.toMatch(/NaN|undefined|Infinity/);
  return { text, links };
}

const panel = (name: string) => screen.findByRole('region', { name }, { timeout: 20_000 });

test('the totals of the cost of drift name their inputs, period and steps, and add up', async () => {
  const { thematic, wallet } = await makeInvestor();
  const { user } = open(wallet);
  const drift = await panel('Cost of drift');
  const effects = await explanationOf(user, drift, 'Sum of effects');
  expect(effects.text).toContain(`${thematic.tokens.length} tokens`);
  expect(effects.text).toMatch(/Steps365/);
  expect(effects.text).toMatch(/matches wallet less thematic, [+−]/);
  const less = await explanationOf(user, drift, 'Wallet less thematic');
  expect(less.links).toEqual([
    expect.stringContaining(urls.wallet(id, thematic._id)),
    expect.stringContaining(urls.thematic(thematic._id)),
  ]);
  expect((await explanationOf(user, drift, 'Return of the wallet')).text).toContain(
    'Π (1 + r) − 1',
  );
  await user.click(within(drift).getByRole('radio', { name: 'By month' }));
  expect((await explanationOf(user, drift, 'Return of the thematic')).text).toContain('Period');
  expect((await explanationOf(user, drift, 'Sum of effects')).text).toMatch(
    /Summed\d+ periods.*matches wallet less thematic/,
  );
});

test('the totals of the trades of a wallet match its value, and purchases match sales', async () => {
  const { thematic, wallet } = await makeInvestor();
  const { user } = open(wallet);
  const trades = await panel('Back to target');
  const total = await explanationOf(user, trades, 'Total of the tokens');
  expect(total.text).toMatch(/matches the value of the wallet, [\d,]+\.\d\d/);
  expect(total.links).toContainEqual(
    expect.stringContaining(urls.token(thematic.tokens[0]?.token._id ?? '')),
  );
  const cash = await explanationOf(user, trades, 'Purchases less sales');
  expect(cash.text).toContain('matches the cash left, 0.00');
  for (const label of ['Sum of weights', 'Sum of targets']) {
    expect((await explanationOf(user, trades, label)).text).toContain('100.0');
  }
});

test('the totals of the trades of a thematic match the value to move', async () => {
  const { thematic } = await makeInvestor();
  const { user } = open(urls.thematic(thematic._id));
  const trades = await panel('Back to target');
  const totals = ['Sum of weights', 'Sum of targets', 'To buy', 'To sell'];
  for (const label of totals) {
    const { text } = await explanationOf(user, trades, label);
    expect(text).toMatch(/Wallets1As of/);
    expect(text).toContain(label.startsWith('To') ? 'matches the value to move' : '100.0');
  }
});

test('the totals of the constituents match the change of the level', async () => {
  const { thematic } = await makeInvestor();
  const { user } = open(`${urls.thematic(thematic._id)}${year}`);
  const pane = await panel('Constituents');
  await within(pane).findByText(/^[+−][\d,.]+$/, { selector: 'tr:last-child button' });
  expect((await explanationOf(user, pane, 'Sum of weights')).text).toContain('100.0');
  expect((await explanationOf(user, pane, 'Return of the level')).text).toContain('first level');
  const points = await explanationOf(user, pane, 'Sum of contributions');
  expect(points.text).toMatch(/matches last level − first level, [+−]/);
  expect(points.links.length).toBeGreaterThan(2);
});

test('the total of the exposure matches the users’ total, and privacy hides its parts', async () => {
  const { thematic } = await makeInvestor();
  await makeUser('none');
  const { user } = open('/exposure');
  const table = await screen.findByRole('table', { name: 'Exposure by thematic' });
  const { text, links } = await explanationOf(user, table, 'All thematics');
  expect(text).toMatch(/1 of 1 thematic.*matches the users’ total, [\d,]+\.\d\d/);
  expect(links).toEqual([urls.thematic(thematic._id)]);
  await user.click(screen.getByRole('radio', { name: 'Token' }));
  const tokens = await screen.findByRole('table', { name: 'Exposure by token' });
  setPreference('privacy', 'percentages');
  const hidden = await explanationOf(user, tokens, 'All tokens');
  expect(hidden.text).toContain(`matches the users’ total, ${hiddenTotal}`);
  expect(hidden.text).not.toMatch(/\d,\d{3}|\d\.\d\d/);
});

test('the explanation of a total is copied as text', async () => {
  const { wallet } = await makeInvestor();
  const { user } = open(wallet);
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const trades = await panel('Back to target');
  await user.click(await within(trades).findByTitle('Explain: Purchases less sales'));
  await user.click(await screen.findByRole('button', { name: 'Copy explanation' }));
  await waitFor(() => expect(writeText).toHaveBeenCalledTimes(1));
  const copied = String(writeText.mock.calls.flat()[0]);
  expect(copied).toContain('Formula: Σ target × total of the tokens − total of each token');
  expect(copied).toContain('Reconciliation: matches the cash left, 0.00');
});
