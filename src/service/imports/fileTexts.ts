import { maxNameLength } from '#contract/thematic.ts';
import * as z from 'zod/mini';
import { writtenNumber } from '#contract/digits.ts';
import { day } from '#contract/historyType.ts';
import { maximumPrice } from '#contract/prices.ts';
import { isoTime } from '#contract/time.ts';
import { customIdFault } from '#contract/user.ts';

// Below it, the ratio of two prices could exceed the range of finite numbers.
const smallestPrice = 1e-30;
export const priceRule = `a price (a number from ${smallestPrice} to ${maximumPrice.toExponential()})`;

export function isPrice(value: number): boolean {
  return value >= smallestPrice && value <= maximumPrice;
}

export function priceOf(text: string): number {
  const price = writtenNumber(text);
  return isPrice(price) ? price : Number.NaN;
}

const fileTime = z.union([z.iso.date(), z.iso.datetime({ offset: true, precision: -1 }), isoTime]);

/** Epoch milliseconds of an ISO 8601 date, or of a time with offset; NaN for any other text. */
export function instantOf(text: string): number {
  // A cheap check first: otherwise a million rows without a time would be parsed three times each.
  if (!/^\d{4}-\d\d-\d\d/.test(text)) return Number.NaN;
  return z.safeParse(fileTime, text).success ? Date.parse(text) : Number.NaN;
}

/**
 * Latest instant of a price. The last price determines the as-of instant of everything, so one of the year 2205 would
 * stay forever. Allows a day for wrong clocks.
 */
export function latestAllowed(now: number): number {
  return now + day;
}

export function nameFault(text: string): string | null {
  if (text === '') return 'is empty';
  if (text.length > maxNameLength) return `is longer than ${maxNameLength} characters`;
  if (/\p{Cc}/u.test(text)) return 'holds a control character';
  return encodingFault(text);
}

export function idFault(text: string): string | null {
  return customIdFault(text) ?? encodingFault(text);
}

// csv-parse replaces bytes that are not UTF-8.
const encodingFault = (text: string) => (text.includes('\ufffd') ? 'is not UTF-8' : null);
