import { create } from 'zustand';
import { figuresIn } from './figures.ts';
import { instantsIn } from './instants.ts';
import { chosenLocale, chosenTimeZone, type Preferences, usePreferences } from './preferences.ts';

/**
 * Figures and instants as this browser shows them: in the preferred language and zone. What belongs to a user follows the
 * preference of privacy: sums and amounts are dots from "percentages only" on, shares and changes in "hidden" too; `market`
 * writes the same of what is public. Minus is `−`, what is not known `–`, and what is not zero never `0.00` but `<0.01`.
 */
export type Format = ReturnType<typeof makeFormat>;

const formats = new WeakMap<Preferences, Map<string | null, Format>>();

/** Unit of every total of the service, such as USD; null: none, or not known yet. */
const useServiceCurrency = create<string | null>(() => null);
export const setServiceCurrency = (currency: string | null) =>
  useServiceCurrency.setState(currency);

/** For code outside of React: exports, text of charts. */
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
    /** Unit of totals, named in heads and captions and not at each figure: the label preferred, else the service's. */
    currency: label === null ? ofService : label || null,
    ...figuresIn(preferences),
    /** The same of a thematic, a price or another figure of the market, which is no secret. */
    market: figuresIn({ ...preferences, privacy: 'off' }),
    ...instantsIn(locale, timeZone),
  };
}
