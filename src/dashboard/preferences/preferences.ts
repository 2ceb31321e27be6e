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

/** Pairs of colors by their names in `tokens.css`; the first is that of a new browser. */
export const gainLossPairs = ['petrol-vermilion', 'green-red'] as const;
const privacies = ['off', 'percentages', 'hidden'] as const;

interface Setting {
  readonly label: string;
  /** Other words the palette finds it by. */
  readonly also: string;
}

interface Row extends Setting {
  /** In the storage of this browser. */
  readonly key: string;
  /** A stored value that it does not accept is replaced by the default. */
  readonly schema: z.ZodMiniType<string | null>;
}

/** The preferences of this browser, none of which is sent to a service. Their fields are in `settings/PreferenceField.tsx`. */
const rows = {
  gainLoss: {
    label: 'Gain and loss',
    also: 'colours green red colour-blind',
    key: 'portfolio.gain-loss',
    schema: z.catch(z.enum(gainLossPairs), gainLossPairs[0]),
  },
  /** A language tag for figures and dates, or `browser`. The pages are in English, so their figures are too by default. */
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
  /** Replaces the unit that the service names, if not null; empty hides it. A label: no figure is converted. */
  currency: {
    label: 'Currency label',
    also: 'unit',
    key: 'portfolio.currency',
    schema: z.catch(z.nullable(z.string().check(z.maxLength(longestCurrency))), null),
  },
  /** `percentages` hides sums of money; `hidden` also shares and changes of them. */
  privacy: {
    label: 'Privacy',
    also: 'hide figures percentages',
    key: 'portfolio.privacy',
    schema: z.catch(z.enum(privacies), 'off'),
  },
} as const satisfies Record<string, Row>;

type Rows = typeof rows;
export type PreferenceName = keyof Rows;
export type Preferences = {
  readonly [Name in PreferenceName]: z.infer<Rows[Name]['schema']>;
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object literal has the keys of its type
const preferenceNames = Object.keys(rows) as PreferenceName[];

function parsePreferences(textOf: (key: string) => string | null): Preferences {
  const values = preferenceNames.map((name) => {
    const { key, schema } = rows[name];
    return [name, schema.parse(textOf(key))];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value is parsed by the schema of its name
  return Object.fromEntries(values) as Preferences;
}

export const defaultPreferences = parsePreferences(() => null);

/** What can be set on the page of preferences, as its fields and the palette name it. */
export const settings = {
  scheme: { label: 'Theme', also: 'dark light colours appearance' },
  ...rows,
  connection: { label: 'Connection', also: 'service capabilities live' },
} as const satisfies Record<string, Setting>;

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

/** Each preference is saved by itself. */
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

export function setPreference<K extends PreferenceName>(name: K, value: Preferences[K]): void {
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
