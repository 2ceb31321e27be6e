import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import * as z from 'zod/mini';
import { create } from 'zustand';
import { persist, type PersistStorage } from 'zustand/middleware';
import { keysOf } from './keysOf.ts';
import { isTimeZone, ownTimeZone } from './timeZones.ts';

/** Mantine stores the color scheme under this key. `public/first-paint.js` reads it and the pair of colors by these names. */
export const schemeKey = 'portfolio.scheme';

export const schemeNames: Readonly<Record<MantineColorScheme, string>> = {
  auto: 'System',
  light: 'Light',
  dark: 'Dark',
};

/** Longest label that fits the head of a column. */
export const longestCurrency = 8;

/** Pairs of colors by their names in `tokens.css`; the first is the default. */
export const gainLossPairs = ['petrol-vermilion', 'green-red'] as const;
const privacies = ['off', 'percentages', 'hidden'] as const;

interface SettingTexts {
  readonly label: string;
  readonly also: string;
}

interface PreferenceRow extends SettingTexts {
  /** Key in localStorage. */
  readonly key: string;
  /** The default replaces an invalid stored value. */
  readonly schema: z.ZodMiniType<string | null>;
}

/** Preferences stay in this browser and are never sent to a service. Their fields are in `settings/PreferenceField.tsx`. */
const rows = {
  gainLoss: {
    label: 'Gain and loss',
    also: 'colors colours green red color-blind',
    key: 'portfolio.gain-loss',
    schema: z.catch(z.enum(gainLossPairs), gainLossPairs[0]),
  },
  /** A language tag for figures and dates, or `browser`. The pages are in English, and so is the default. */
  locale: {
    label: 'Number and date format',
    also: 'locale language region',
    key: 'portfolio.locale',
    schema: z.catch(z.string().check(z.refine(isLocale)), 'en-GB'),
  },
  /** An IANA zone, or `browser`. */
  timeZone: {
    label: 'Time zone',
    also: 'clock',
    key: 'portfolio.time-zone',
    schema: z.catch(
      z.string().check(z.refine((zone) => zone === 'browser' || isTimeZone(zone))),
      'UTC',
    ),
  },
  /** Replaces the unit of the service unless null; empty hides it. Only a label: figures are not converted. */
  currency: {
    label: 'Currency label',
    also: 'unit',
    key: 'portfolio.currency',
    schema: z.catch(z.nullable(z.string().check(z.maxLength(longestCurrency))), null),
  },
  /** A yearly rate as a decimal number: `0.03` is 3 %. */
  riskFree: {
    label: 'Risk-free rate',
    also: 'rf interest sharpe sortino omega',
    key: 'portfolio.risk-free',
    schema: z.catch(z.string().check(z.refine(isRate)), '0'),
  },
  /** Id of the thematic that users and thematics are measured against; null: none. A wallet has its own thematic. */
  benchmark: {
    label: 'Benchmark',
    also: 'beta alpha tracking index',
    key: 'portfolio.benchmark',
    schema: z.catch(z.nullable(z.string().check(z.minLength(1))), null),
  },
  /** `percentages` hides sums of money; `hidden` also hides shares and changes. */
  privacy: {
    label: 'Privacy',
    also: 'hide figures percentages',
    key: 'portfolio.privacy',
    schema: z.catch(z.enum(privacies), 'off'),
  },
} as const satisfies Record<string, PreferenceRow>;

type PreferenceRows = typeof rows;
export type PreferenceName = keyof PreferenceRows;
export type Preferences = {
  readonly [Name in PreferenceName]: z.infer<PreferenceRows[Name]['schema']>;
};

const preferenceNames = keysOf(rows);

function parsePreferences(textOf: (key: string) => string | null): Preferences {
  const values = preferenceNames.map((name) => {
    const { key, schema } = rows[name];
    return [name, schema.parse(textOf(key))];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value is parsed by the schema of its name
  return Object.fromEntries(values) as Preferences;
}

export const defaultPreferences = parsePreferences(() => null);

export const settings = {
  scheme: { label: 'Theme', also: 'dark light colors colours appearance' },
  ...rows,
  connection: { label: 'Connection', also: 'service capabilities live' },
} as const satisfies Record<string, SettingTexts>;

export const gainLossNames: Readonly<Record<Preferences['gainLoss'], string>> = {
  'petrol-vermilion': 'Petrol and vermilion',
  'green-red': 'Green and red',
};
export type Privacy = Preferences['privacy'];
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
export const privacyActions: Readonly<Record<Privacy, string>> = {
  off: 'Show everything',
  percentages: `Show ${privacyStates.percentages.toLowerCase()}`,
  hidden: 'Hide percentages too',
};
export const privacyKey = 'p';

/** Stores each preference under its own key. */
const storage: PersistStorage<Preferences> = {
  getItem: () => ({ state: parsePreferences(stored) }),
  setItem: (_name, { state }) => {
    for (const name of preferenceNames) {
      const { key } = rows[name];
      const value = state[name];
      const isDefault = value === null || value === defaultPreferences[name];
      if (isDefault) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    }
  },
  removeItem: () => {},
};

const store = create<Preferences>()(
  persist(() => defaultPreferences, { name: 'portfolio.preferences', storage }),
);

/**
 * Applies the preferred colors, and follows changes in other tabs.
 * @returns a function that stops this.
 */
export function followPreferences(): () => void {
  const leave = store.subscribe(({ gainLoss }) => {
    document.documentElement.dataset['gainLoss'] = gainLoss;
  });
  const onStorage = ({ key }: StorageEvent) => {
    // A null key means that the storage was cleared.
    if (key === null || key.startsWith('portfolio.')) void store.persist.rehydrate();
  };
  window.addEventListener('storage', onStorage);
  return () => {
    leave();
    window.removeEventListener('storage', onStorage);
  };
}

/** Components call `usePreferences` instead, which renders them again after a change. */
export function preferences(): Preferences {
  return store.getState();
}

export function usePreferences(): Preferences {
  return store();
}

/** `percentages` and `hidden` turn a chart of money into an index, also in exports. */
export function usePrivacy(): Privacy {
  return store(({ privacy }) => privacy);
}

export function setPreference<K extends PreferenceName>(name: K, value: Preferences[K]): void {
  if (store.getState()[name] !== value) save({ [name]: value });
}

export function resetPreferences(): void {
  save(defaultPreferences);
}

/** Without storage, a choice lasts until the page closes. */
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

/** Reports whether a text is a yearly rate between −100 % and 100 %, exclusive. */
export function isRate(text: string): boolean {
  return text.trim() !== '' && Math.abs(Number(text)) < 1;
}

export function chosenLocale({ locale }: Preferences = preferences()): string {
  return locale === 'browser' ? navigator.language : locale;
}

export function chosenTimeZone({ timeZone }: Preferences = preferences()): string {
  return timeZone === 'browser' ? ownTimeZone() : timeZone;
}

/**
 * Transitions stay on during a change: to stop them Mantine would inject a `<style>`, which the Content-Security-Policy rejects.
 */
export function useColourScheme() {
  return useMantineColorScheme({ keepTransitions: true });
}
