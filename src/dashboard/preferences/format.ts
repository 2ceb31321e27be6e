import { create } from 'zustand';
import { figuresIn } from './figures.ts';
import { instantsIn } from './instants.ts';
import { chosenLocale, chosenTimeZone, type Preferences, usePreferences } from './preferences.ts';

/**
 * Formats figures and instants in the preferred language and zone. Privacy hides a user's sums and amounts from `percentages` on,
 * and also shares and changes in `hidden`; `market` formats public figures. Minus is `−`, unknown is `–`, and a small figure is
 * `<0.01`, never `0.00`.
 */
export type Format = ReturnType<typeof makeFormat>;

const formats = new WeakMap<Preferences, Map<string | null, Format>>();

/** Unit of the service's totals, such as USD; null: none, or not known yet. */
const useServiceCurrency = create<string | null>(() => null);
export const setServiceCurrency = (currency: string | null) =>
  useServiceCurrency.setState(currency);

export function createFormat(preferences: Preferences, ofService: string | null = null): Format {
  let byCurrency = formats.get(preferences);
  if (byCurrency === undefined) formats.set(preferences, (byCurrency = new Map()));
  let format = byCurrency.get(ofService);
  if (format === undefined) {
    format = makeFormat(preferences, ofService);
    byCurrency.set(ofService, format);
  }
  return format;
}

export function useFormat(): Format {
  return createFormat(usePreferences(), useServiceCurrency());
}

function makeFormat(preferences: Preferences, ofService: string | null) {
  const locale = chosenLocale(preferences);
  const timeZone = chosenTimeZone(preferences);
  const { currency: label } = preferences;
  return {
    preferences,
    locale,
    timeZone,
    /** Unit of totals for heads and captions: the preferred label, otherwise the service's unit. */
    currency: label === null ? ofService : label || null,
    ...figuresIn(preferences),
    /** Formats thematics, prices and other market figures, which are public. */
    market: figuresIn({ ...preferences, privacy: 'off' }),
    ...instantsIn(locale, timeZone),
  };
}
