import { useSyncExternalStore } from 'react';
import { isTimeZone, ownTimeZone } from './format/timeZones.ts';

/** The key of the colour scheme, which Mantine keeps. `public/first-paint.js` applies it and the pair of colours by these names. */
export const schemeKey = 'portfolio.scheme';

export const gainLossPairs = ['petrol-vermilion', 'green-red'] as const;
export type GainLossPair = (typeof gainLossPairs)[number];

/** `percentages`: no sum of money is shown; `hidden`: nor any share or change of it. */
export const privacies = ['off', 'percentages', 'hidden'] as const;
export type Privacy = (typeof privacies)[number];

/** What this browser shows differently. Nothing of it is sent to a service or stands in an address. */
export interface Preferences {
  readonly gainLoss: GainLossPair;
  /** A language tag, by which figures and dates are written; `browser` for the browser's own. */
  readonly locale: string;
  /** An IANA zone; `browser` for the browser's own. */
  readonly timeZone: string;
  /** Stands for the unit the service tells: null as it tells, nothing hides it. A label: no figure is converted. */
  readonly currency: string | null;
  readonly privacy: Privacy;
}

export const defaultPreferences: Preferences = {
  gainLoss: 'petrol-vermilion',
  // The words of the pages are English, so their figures are too.
  locale: 'en-GB',
  timeZone: 'UTC',
  currency: null,
  privacy: 'off',
};

/** The longest label a head of a column has room for. */
export const longestCurrency = 8;

const keys = {
  gainLoss: 'portfolio.gain-loss',
  locale: 'portfolio.locale',
  timeZone: 'portfolio.time-zone',
  currency: 'portfolio.currency',
  privacy: 'portfolio.privacy',
} as const satisfies Record<keyof Preferences, string>;

let current = readKept();
const listeners = new Set<() => void>();

/** The preferences now. A component reads them with `usePreferences`, so that it is drawn again when they change. */
export function preferences(): Preferences {
  return current;
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(onPreferences, preferences);
}

/** What may be seen: `percentages` and `hidden` turn a chart of money into an index, in exports too. */
export function usePrivacy(): Privacy {
  return usePreferences().privacy;
}

export function setPreference<K extends keyof Preferences>(name: K, value: Preferences[K]): void {
  try {
    if (value === null || value === defaultPreferences[name]) localStorage.removeItem(keys[name]);
    else localStorage.setItem(keys[name], value);
  } catch {
    // Storage is off in this browser: the choice holds until the page is closed.
  }
  replace({ ...current, [name]: value });
}

export function resetPreferences(): void {
  for (const key of Object.values(keys)) {
    try {
      localStorage.removeItem(key);
    } catch {
      // Storage is off in this browser: nothing is kept.
    }
  }
  replace(defaultPreferences);
}

function onPreferences(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** Another tab of the same browser changed them; a null key is storage that was emptied. */
function onStorage({ key }: StorageEvent): void {
  if (key === null || key.startsWith('portfolio.')) replace(readKept());
}

function replace(next: Preferences): void {
  if (Object.keys(keys).every((name) => Reflect.get(next, name) === Reflect.get(current, name)))
    return;
  current = next;
  const { dataset } = document.documentElement;
  if (next.gainLoss === 'green-red') dataset['gainLoss'] = next.gainLoss;
  else delete dataset['gainLoss'];
  for (const listener of listeners) listener();
}

/** What is kept, each by itself: what cannot be used, because another hand wrote it, is the default. */
function readKept(): Preferences {
  const locale = kept(keys.locale);
  const timeZone = kept(keys.timeZone);
  return {
    gainLoss: oneOf(gainLossPairs, kept(keys.gainLoss)),
    locale: locale !== null && isLocale(locale) ? locale : defaultPreferences.locale,
    timeZone: timeZone !== null && isZone(timeZone) ? timeZone : defaultPreferences.timeZone,
    currency: kept(keys.currency)?.slice(0, longestCurrency) ?? null,
    privacy: oneOf(privacies, kept(keys.privacy)),
  };
}

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage is off in this browser, or this is a worker, which has none.
    return null;
  }
}

function oneOf<T extends string>(choices: readonly [T, ...T[]], text: string | null): T {
  return choices.find((choice) => choice === text) ?? choices[0];
}

function isLocale(text: string): boolean {
  if (text === 'browser') return true;
  try {
    return Intl.NumberFormat.supportedLocalesOf(text).length === 1;
  } catch {
    return false;
  }
}

function isZone(text: string): boolean {
  return text === 'browser' || isTimeZone(text);
}

/** The language tag figures are written by. */
export function chosenLocale({ locale }: Preferences = current): string {
  return locale === 'browser' ? navigator.language : locale;
}

/** The IANA zone times are written in. */
export function chosenTimeZone({ timeZone }: Preferences = current): string {
  return timeZone === 'browser' ? ownTimeZone() : timeZone;
}
