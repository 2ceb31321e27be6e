import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  chosenTimeZone,
  defaultPreferences,
  followPreferences,
  type Preferences,
  preferences,
  resetPreferences,
  setPreference,
  usePreferences,
} from '#dashboard/preferences/preferences.ts';

let leave = () => {};
beforeEach(() => {
  leave = followPreferences();
});
afterEach(() => leave());

function Shown() {
  const { privacy, currency } = usePreferences();
  return <p>{`${privacy}, ${currency ?? 'as told'}`}</p>;
}

/** The event with which a browser reports a change in another tab. */
function elsewhere(key: string | null, value?: string): void {
  if (key === null) localStorage.clear();
  else localStorage.setItem(key, value ?? '');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
}

test('preferences apply immediately and are stored in this browser', () => {
  render(<Shown />);
  act(() => {
    setPreference('privacy', 'hidden');
    setPreference('currency', '€');
  });
  expect(screen.getByText('hidden, €')).toBeTruthy();
  expect(localStorage.getItem('portfolio.privacy')).toBe('hidden');
});

test('every preference is stored in this browser and restored', () => {
  const chosen: Preferences = {
    gainLoss: 'green-red',
    locale: 'de-CH',
    timeZone: 'Asia/Tokyo',
    currency: '€',
    privacy: 'hidden',
    riskFree: '0.035',
    benchmark: 'settlement-layers',
  };
  setPreference('gainLoss', chosen.gainLoss);
  setPreference('locale', chosen.locale);
  setPreference('timeZone', chosen.timeZone);
  setPreference('currency', chosen.currency);
  setPreference('privacy', chosen.privacy);
  setPreference('riskFree', chosen.riskFree);
  setPreference('benchmark', chosen.benchmark);
  expect(localStorage).toHaveLength(Object.keys(chosen).length);
  // Another tab changed something, so all preferences are read from storage again.
  elsewhere('portfolio.scheme', 'dark');
  expect(preferences()).toEqual(chosen);
});

test('preferences follow changes in other tabs', () => {
  render(<Shown />);
  elsewhere('portfolio.privacy', 'percentages');
  expect(screen.getByText('percentages, as told')).toBeTruthy();
  elsewhere('of another program', 'x');
  elsewhere(null);
  expect(screen.getByText('off, as told')).toBeTruthy();
});

test.each([
  ['portfolio.privacy', 'everything'],
  ['portfolio.locale', '../../etc'],
  ['portfolio.locale', 'xx-NaN-'],
  ['portfolio.time-zone', 'Mars/Olympus'],
  ['portfolio.time-zone', ''],
  ['portfolio.gain-loss', '{}'],
])('an invalid stored %s, “%s”, becomes the default', (key, text) => {
  render(<Shown />);
  elsewhere(key, text);
  expect(preferences()).toEqual(defaultPreferences);
});

test('without storage a choice lasts until the page closes', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('off', 'SecurityError');
  });
  render(<Shown />);
  act(() => setPreference('privacy', 'hidden'));
  expect(screen.getByText('hidden, as told')).toBeTruthy();
  act(resetPreferences);
  expect(preferences()).toEqual(defaultPreferences);
});

test("the browser's own zone can format times", () => {
  setPreference('timeZone', 'browser');
  expect(chosenTimeZone()).toMatch(/^UTC$|\//);
});
