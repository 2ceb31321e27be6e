import { useMantineColorScheme } from '@mantine/core';
import { create } from 'zustand';
import { persist, type PersistStorage } from 'zustand/middleware';
import { isTimeZone, ownTimeZone } from './timeZones.ts';

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

interface Setting {
  readonly label: string;
  /** Other words the palette finds it by. */
  readonly also: string;
}

/** What is set on the page of settings, as its fields and the palette call it: each preference, and what else is there. */
export const settings = {
  scheme: { label: 'Theme', also: 'dark light colours appearance' },
  gainLoss: { label: 'Gain and loss', also: 'colours green red colour-blind' },
  locale: { label: 'Number and date format', also: 'locale language region' },
  timeZone: { label: 'Time zone', also: 'clock' },
  currency: { label: 'Currency label', also: 'unit' },
  privacy: { label: 'Privacy', also: 'hide figures percentages' },
  connection: { label: 'Connection', also: 'service capabilities live' },
} as const satisfies Record<keyof Preferences | 'scheme' | 'connection', Setting>;

/** The longest label a head of a column has room for. */
export const longestCurrency = 8;

const keys = {
  gainLoss: 'portfolio.gain-loss',
  locale: 'portfolio.locale',
  timeZone: 'portfolio.time-zone',
  currency: 'portfolio.currency',
  privacy: 'portfolio.privacy',
} as const satisfies Record<keyof Preferences, string>;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `satisfies` holds the keys to those of `Preferences`
const preferenceNames = Object.keys(keys) as (keyof typeof keys)[];

/** What is saved, each preference by itself: what cannot be used, because another hand wrote it, is the default. */
const storage: PersistStorage<Preferences> = {
  getItem: () => {
    const locale = stored(keys.locale);
    const timeZone = stored(keys.timeZone);
    const state: Preferences = {
      gainLoss: oneOf(gainLossPairs, stored(keys.gainLoss)),
      locale: locale !== null && isLocale(locale) ? locale : defaultPreferences.locale,
      timeZone: timeZone !== null && isZone(timeZone) ? timeZone : defaultPreferences.timeZone,
      currency: stored(keys.currency)?.slice(0, longestCurrency) ?? null,
      privacy: oneOf(privacies, stored(keys.privacy)),
    };
    return { state };
  },
  setItem: (_name, { state }) => {
    for (const name of preferenceNames) {
      const value = state[name];
      const isDefault = value === null || value === defaultPreferences[name];
      if (isDefault) localStorage.removeItem(keys[name]);
      else localStorage.setItem(keys[name], value);
    }
  },
  removeItem: () => {},
};

const store = create<Preferences>()(
  persist(() => defaultPreferences, { name: 'portfolio.preferences', storage }),
);

/** Applies the colours that are preferred, and what another tab of this browser prefers from now on. @returns what ends it. */
export function followPreferences(): () => void {
  const leave = store.subscribe(({ gainLoss }) => {
    const { dataset } = document.documentElement;
    if (gainLoss === 'green-red') dataset['gainLoss'] = gainLoss;
    else delete dataset['gainLoss'];
  });
  const onStorage = ({ key }: StorageEvent) => {
    // A null key is storage that was emptied.
    if (key === null || key.startsWith('portfolio.')) void store.persist.rehydrate();
  };
  window.addEventListener('storage', onStorage);
  return () => {
    leave();
    window.removeEventListener('storage', onStorage);
  };
}

/** The preferences now. A component reads them with `usePreferences`, so that it is drawn again when they change. */
export function preferences(): Preferences {
  return store.getState();
}

export function usePreferences(): Preferences {
  return store();
}

/** What may be seen: `percentages` and `hidden` turn a chart of money into an index, in exports too. */
export function usePrivacy(): Privacy {
  return store(({ privacy }) => privacy);
}

export function setPreference<K extends keyof Preferences>(name: K, value: Preferences[K]): void {
  if (store.getState()[name] !== value) save({ [name]: value });
}

export function resetPreferences(): void {
  save(defaultPreferences);
}

/** Where storage is off, a choice holds until the page is closed. */
function save(changed: Partial<Preferences>): void {
  try {
    store.setState(changed);
  } catch {
    // The state is set before it is stored.
  }
}

function stored(key: string): string | null {
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
export function chosenLocale({ locale }: Preferences = preferences()): string {
  return locale === 'browser' ? navigator.language : locale;
}

/** The IANA zone times are written in. */
export function chosenTimeZone({ timeZone }: Preferences = preferences()): string {
  return timeZone === 'browser' ? ownTimeZone() : timeZone;
}

/**
 * Light, dark or as the system. Transitions stay on while it changes: to switch them off Mantine would inject a `<style>`,
 * which the Content-Security-Policy refuses.
 */
export function useColourScheme() {
  return useMantineColorScheme({ keepTransitions: true });
}
