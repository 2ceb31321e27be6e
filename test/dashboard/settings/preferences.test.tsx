import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { zoneChoices } from '#dashboard/settings/formatChoices.ts';
import {
  defaultPreferences,
  preferences,
  setPreference,
  settings,
} from '#dashboard/preferences/preferences.ts';
import { addRecent, readRecents } from '#dashboard/preferences/recents.ts';
import { choose } from '#test/support/choose.ts';
import { open } from '#test/support/render.tsx';

async function openPreferences() {
  const { user } = open('/settings/preferences');
  const examples = within(await screen.findByRole('region', { name: 'Examples' }));
  const example = (name: string) => examples.getByText(name).nextSibling?.textContent;
  // Only in its field: a search through the hundreds of options of the page is slow.
  const currency = within(screen.getByRole('radiogroup', { name: 'Currency label' }));
  await currency.findByText('Service default (USD)');
  return { user, example };
}

test('every setting in the palette has its field or panel on the page', async () => {
  await openPreferences();
  // The last field to load.
  await screen.findByRole('combobox', { name: 'Benchmark' });
  const labels = Object.values(settings).map(({ label }) => label);
  expect(labels.filter((label) => screen.queryAllByText(label).length === 0)).toEqual([]);
});

test('the language changes the format of figures and dates', async () => {
  const { user, example } = await openPreferences();
  expect(example('Total')).toBe('184,273,118.42 USD');
  await choose(user, screen, 'Number and date format', 'German (Germany)');
  expect(example('Total')).toBe('184.273.118,42 USD');
  expect(example('Price')).toBe('2.514,7312 USD');
  expect(localStorage.getItem('portfolio.locale')).toBe('de-DE');
});

test('the time zone applies to every time, and the bar shows it', async () => {
  const { user, example } = await openPreferences();
  expect(example('Now')).toMatch(/UTC$/);
  await choose(user, screen, 'Time zone', 'Tokyo');
  expect(example('Now')).toMatch(/GMT\+9$/);
  expect(screen.getByText('17 Jun 2026, 23:23 GMT+9', { selector: 'span' })).toBeTruthy();
});

test('the currency label can be custom or none, and converts nothing', async () => {
  const { user, example } = await openPreferences();
  await user.click(screen.getByRole('radio', { name: 'Custom' }));
  const label = screen.getByRole('textbox', { name: 'Label' });
  await user.clear(label);
  await user.type(label, 'C$ longer than a head');
  expect(example('Total')).toBe('184,273,118.42 C$ longe');
  await user.clear(label);
  expect(example('Total')).toBe('184,273,118.42');
  expect(screen.getByRole('textbox', { name: 'Label' })).toBe(label);
  await user.click(screen.getByRole('radio', { name: 'Service default (USD)' }));
  expect(example('Total')).toBe('184,273,118.42 USD');
  await user.click(screen.getByRole('radio', { name: 'None' }));
  expect(example('Total')).toBe('184,273,118.42');
});

test('the preview and the bar show the privacy mode', async () => {
  const { user, example } = await openPreferences();
  await user.click(screen.getByRole('radio', { name: 'Percentages only' }));
  expect(example('Total')).toBe('••••••• USD');
  expect(example('Change')).toBe('−4.52\u2009%');
  expect(example('Price')).toBe('2,514.7312 USD');
  await user.click(screen.getByRole('radio', { name: 'No figures' }));
  expect(example('Change')).toBe('•••');
  expect(screen.getByRole('button', { name: /^Privacy: figures hidden/ })).toBeTruthy();
});

test('Reset restores the defaults and clears recent choices', async () => {
  setPreference('privacy', 'hidden');
  setPreference('timeZone', 'Asia/Tokyo');
  setPreference('currency', '');
  addRecent({ to: '/users/acme', label: 'acme', kind: 'user' });
  const { user } = await openPreferences();
  await user.click(screen.getByRole('radio', { name: 'Dark' }));
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  expect(preferences()).toEqual(defaultPreferences);
  expect(readRecents()).toEqual([]);
  expect(screen.getByRole('radio', { name: 'System' })).toHaveProperty('checked', true);
  expect(await screen.findByText('Preferences reset')).toBeTruthy();
});

test('time zones are listed by region, including an outdated name that was chosen', () => {
  const groups = zoneChoices('US/Pacific');
  const itemsOf = (name: string) => groups.find(({ group }) => group === name)?.items;
  expect(itemsOf('Europe')).toContainEqual({ value: 'Europe/Berlin', label: 'Berlin' });
  expect(itemsOf('US')).toContainEqual({ value: 'US/Pacific', label: 'Pacific' });
  expect(
    zoneChoices('America/Argentina/Buenos_Aires').flatMap(({ items }) => items),
  ).toContainEqual({
    value: 'America/Argentina/Buenos_Aires',
    label: 'Argentina, Buenos Aires',
  });
});

test.each([
  ['Asia', 'Calcutta', 'Kolkata'],
  ['Asia', 'Rangoon', 'Yangon'],
  ['Asia', 'Saigon', 'Ho Chi Minh'],
  ['Europe', 'Kiev', 'Kyiv'],
])('a zone has its name of today: %s/%s is %s', (region, outdated, name) => {
  const labels = zoneChoices('UTC')
    .find(({ group }) => group === region)
    ?.items.map(({ label }) => label);
  expect(labels).toContain(name);
  expect(labels).not.toContain(outdated);
});

test('risk-free rate and benchmark are stored, and a rate that is none is rejected', async () => {
  const { user } = await openPreferences();
  const rate = await screen.findByRole('textbox', { name: 'Risk-free rate' });
  await user.clear(rate);
  await user.type(rate, '3.5{Enter}');
  expect(preferences().riskFree).toBe('0.035');
  await user.clear(rate);
  await user.type(rate, '100{Enter}');
  expect(await screen.findByText('Enter −99 to 99 %.')).toBeTruthy();
  expect(preferences().riskFree).toBe('0.035');
  await screen.findByRole('combobox', { name: 'Benchmark' });
  await choose(user, screen, 'Benchmark', 'Settlement Layers');
  expect(localStorage.getItem('portfolio.benchmark')).toBe('settlement-layers');
  await choose(user, screen, 'Benchmark', 'None');
  expect(preferences().benchmark).toBeNull();
});
