import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import * as z from 'zod/mini';
import { create } from 'zustand';
import { persist, type PersistStorage } from 'zustand/middleware';
import { isTimeZone, ownTimeZone } from './timeZones.ts';

/** The key of the colour scheme, which Mantine keeps. `public/first-paint.js` applies it and the pair of colours by these names. */
export const schemeKey = 'portfolio.scheme';

export const schemeNames: Readonly<Record<MantineColorScheme, string>> = {
  auto: 'System',
  light: 'Light',
  dark: 'Dark',
};

/** The longest label a head of a column has room for. */
export const longestCurrency = 8;

/**
 * What this browser shows differently, each with its default, which is also what stands for what cannot be used, because
 * another hand wrote it. Nothing of it is sent to a service or stands in an address.
 */
/** Pairs of colours by their names in `tokens.css`; the first is that of a new browser. */
export const gainLossPairs = ['petrol-vermilion', 'green-red'] as const;

const preferred = z.object({
  gainLoss: z.catch(z.enum(gainLossPairs), gainLossPairs[0]),
  /**
   * A language tag, by which figures and dates are written; `browser` for the browser's own. The words of the pages are
   * English, so their figures are too.
   */
  locale: z.catch(z.string().check(z.refine(isLocale)), 'en-GB'),
  /** An IANA zone; `browser` for the browser's own. */
  timeZone: z.catch(
    z.string().check(z.refine((zone) => zone === 'browser' || isTimeZone(zone))),
    'UTC',
  ),
  /** Stands for the unit the service tells: null as it tells, nothing hides it. A label: no figure is converted. */
  currency: z.catch(z.nullable(z.string().check(z.maxLength(longestCurrency))), null),
  /** `percentages`: no sum of money is shown; `hidden`: nor any share or change of it. */
  privacy: z.catch(z.enum(['off', 'percentages', 'hidden']), 'off'),
});
export type Preferences = Readonly<z.infer<typeof preferred>>;
/** The pairs by the names of their hues. */
export const gainLossNames: Readonly<Record<Preferences['gainLoss'], string>> = {
  'petrol-vermilion': 'Petrol and vermilion',
  'green-red': 'Green and red',
};
export type Privacy = Preferences['privacy'];
/** What is shown, as the bar says it and as a choice. */
export const privacyStates: Readonly<Record<Privacy, string>> = {
  off: 'Everything shown',
  percentages: 'Percentages only',
  hidden: 'Figures hidden',
};
export const privacyChoices: Readonly<Record<Privacy, string>> = {
  off: 'Everything',
  percentages: privacyStates.percentages,
  hidden: 'No figures',
};
/** What each step leads to, in words. */
export const privacyActions: Readonly<Record<Privacy, string>> = {
  off: 'Show everything',
  percentages: `Show ${privacyStates.percentages.toLowerCase()}`,
  hidden: 'Hide percentages too',
};
/** The key that steps through privacy, on every page. */
export const privacyKey = 'p';

export const defaultPreferences: Preferences = preferred.parse({});

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

const keys = {
  gainLoss: 'portfolio.gain-loss',
  locale: 'portfolio.locale',
  timeZone: 'portfolio.time-zone',
  currency: 'portfolio.currency',
  privacy: 'portfolio.privacy',
} as const satisfies Record<keyof Preferences, string>;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `satisfies` holds the keys to those of `Preferences`
const preferenceNames = Object.keys(keys) as (keyof typeof keys)[];

/** Each preference is saved by itself. */
const storage: PersistStorage<Preferences> = {
  getItem: () => {
    const saved = preferenceNames.map((name) => [name, stored(keys[name])]);
    return { state: preferred.parse(Object.fromEntries(saved)) };
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
    document.documentElement.dataset['gainLoss'] = gainLoss;
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

function isLocale(text: string): boolean {
  if (text === 'browser') return true;
  try {
    return Intl.NumberFormat.supportedLocalesOf(text).length === 1;
  } catch {
    return false;
  }
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
