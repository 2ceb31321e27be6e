import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { urls } from '#dashboard/url/urls.ts';
import { giveSize, makeUser, readWallets, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';

// Every number field uses `parseNumber`. These tests check that, and what each field shows.

const noComma = 'Use a point for decimals: 1234.5 or 1,234.5.';

beforeEach(() => giveSize({ width: 900, height: 316 }));

async function openDialog(address: string, title: string | RegExp) {
  const view = open(address);
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  const field = async (name: string) =>
    dialog.findByLabelText<HTMLInputElement>(name, { selector: 'input, textarea' });
  const type = async (name: string, value: string) =>
    fireEvent.change(await field(name), { target: { value } });
  const press = async (name: string) =>
    view.user.click(await dialog.findByRole('button', { name }));
  return { ...view, dialog, field, type, press };
}

async function openFilters(search = '') {
  const view = open(`/users${search}`);
  await screen.findByRole('table');
  await view.user.keyboard('f');
  const panel = within(await screen.findByRole('dialog', { name: 'Filter users' }));
  return { ...view, panel, field: (name: string) => panel.getByLabelText(name) };
}

async function openHoldings() {
  const { thematic } = await someThematic();
  await makeUser('typist', {}, []);
  const tokens = thematic.tokens.map(({ token }) => token._id);
  const address = `${urls.wallet('typist', thematic._id)}?edit=holdings`;
  return { ...(await openDialog(address, 'Holdings of typist')), tokens };
}

test('with a decimal point, a filter rejects a decimal comma at its field, and Clear all empties it', async () => {
  const { user, address, panel, field } = await openFilters();
  await user.type(field('Total from'), '1,5{Enter}');
  const refused = panel.getByRole('textbox', { name: 'Total from', description: noComma });
  expect(refused).toHaveProperty('value', '1,5');
  expect(refused.getAttribute('aria-invalid')).toBe('true');
  expect(address()).toBe('/users');
  await user.click(panel.getByRole('button', { name: 'Clear all' }));
  // Its label focuses the field.
  const total = within(panel.getByRole('group', { name: 'Total' }));
  await user.click(total.getByText('From'));
  expect(document.activeElement).toBe(field('Total from'));
  expect(field('Total from')).toHaveProperty('value', '');
  await user.type(field('Total from'), '1,500.5{Enter}');
  await waitFor(() => expect(address()).toBe('/users?total=1500.5..'));
});

test('with a decimal comma, a filter shows and accepts it', async () => {
  setPreference('locale', 'de-DE');
  const { user, address, panel, field } = await openFilters('?total=1.5..');
  expect(field('Total from')).toHaveProperty('value', '1,5');
  await user.type(field('Largest position at least, %'), '12,5 %{Enter}');
  await waitFor(() => expect(address()).toBe('/users?largest=12.5..&total=1.5..'));
  await user.clear(field('Total from'));
  await user.type(field('Total from'), '1.234{Enter}');
  expect(panel.getByText('Ambiguous: enter 1234 or 1,234.')).toBeTruthy();
  // A choice beside the field replaces the rejected text.
  await user.click(panel.getByRole('button', { name: 'Over 1 M' }));
  await waitFor(() => expect(address()).toContain('total=1000000..'));
  expect(field('Total from')).toHaveProperty('value', '1000000');
});

test('rejects an amount with a decimal comma at its line', async () => {
  const { dialog, type, press, tokens } = await openHoldings();
  await press('Add position');
  await type('Token, line 1', tokens[0] ?? '');
  await type('Amount, line 1', '1,5');
  const refused = dialog.getByRole('textbox', { name: 'Amount, line 1', description: noComma });
  expect(refused.getAttribute('aria-invalid')).toBe('true');
});

test('with a decimal comma, amounts are shown, pasted and typed with it', async () => {
  setPreference('locale', 'de-DE');
  const { dialog, user, type, press, field, tokens } = await openHoldings();
  await user.click(await dialog.findByText('Fill to target weights'));
  await type('Total value', '1,5 K');
  await press('Fill');
  expect(dialog.getByText('1.500,00', { selector: 'dd', exact: false })).toBeTruthy();
  expect((await field('Amount, line 1')).value).toMatch(/^\d+(,\d+)?$/);
  await user.click(dialog.getByText('Paste a list'));
  await type('List of tokens and amounts', `${tokens[0]};1,234\n${tokens[1]};1.234`);
  await press('Replace all');
  expect(dialog.getByText('Ambiguous: enter 1234 or 1,234.')).toBeTruthy();
  await type('Amount, line 2', '2.5');
  await press('Save holdings');
  await waitFor(async () => {
    const [wallet] = await readWallets('typist');
    const amounts = wallet?.tokens.map(({ token, amount }) => [token._id, amount]) ?? [];
    expect(Object.fromEntries(amounts)).toEqual({
      [tokens[0] ?? '']: 1.234,
      [tokens[1] ?? '']: 2.5,
    });
  });
});

test('weights accept the locale’s decimal mark, with or without a percent sign', async () => {
  const { thematic } = await someThematic();
  const address = `${urls.thematic(thematic._id)}?define=`;
  const { dialog, type } = await openDialog(address, /^Edit weights/);
  await type('Weight, %, line 1', '12,5 %');
  expect(dialog.getByText(noComma)).toBeTruthy();
  await type('Weight, %, line 1', '12.5 %');
  expect(dialog.queryByText(noComma)).toBeNull();
});

test('rejects an inspector delay with a decimal comma', async () => {
  const { dialog, type } = await openDialog('/settings/webhooks?open=inspector', 'Inspector');
  await type('Delay, s', '1,5');
  expect(dialog.getByText('From 0 to 60')).toBeTruthy();
  await type('Delay, s', '1.5');
  expect(dialog.queryByText('From 0 to 60')).toBeNull();
});
