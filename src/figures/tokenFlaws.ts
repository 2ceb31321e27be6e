import { recordTimes } from '#analytics/grid.ts';
import { missingCount, missingSteps, type MissingSteps } from '#analytics/quality.ts';
import { day, windowOf } from '#contract/historyType.ts';
import type { Flaw } from '#contract/quality.ts';
import { formatTime, parseTime } from '#contract/time.ts';
import type { Token } from '#contract/token.ts';
import type { PastPrices } from './prices.ts';
import { isNotKnown, type NotKnown } from './source.ts';

/** Returns the flaws of a token's current price. */
export function flawsOfPrice({ price, priceAt, priceAgeSeconds }: Token): Flaw[] {
  if (price === null) return [{ kind: 'no-price', value: null, at: null, parts: [] }];
  if (priceAgeSeconds === undefined) return [];
  return [{ kind: 'old-price', value: priceAgeSeconds, at: priceAt, parts: [] }];
}

/**
 * Returns the flaws of all tokens by id: no price, an old price, days without a price in the past year, and prices that are
 * coarser than the market's finest in the past month. Yields between tokens.
 */
export function* tokenFlaws(
  prices: PastPrices | NotKnown,
  tokens: readonly Token[],
): Generator<void, Map<string, Flaw[]>> {
  const found = new Map<string, Flaw[]>();
  const asOf = isNotKnown(prices) ? 0 : prices.asOf();
  const finest = isNotKnown(prices)
    ? null
    : prices.finestStep(
        tokens.map(({ _id }) => _id),
        asOf - windowOf.month,
        asOf,
      );
  for (const token of tokens) {
    const flaws = flawsOfPrice(token);
    if (!isNotKnown(prices)) {
      flaws.push(...missingDays(prices, token));
      const own = prices.finestStep([token._id], asOf - windowOf.month, asOf);
      flaws.push(...flawsOfStep(own, finest));
    }
    if (flaws.length > 0) found.set(token._id, flaws);
    yield;
  }
  return found;
}

/** Days without a price between the first and the last price of the past year. */
function missingDays(prices: PastPrices, { _id, priceAt }: Token): Flaw[] {
  const first = prices.firstAt(_id);
  const last = parseTime(priceAt ?? '');
  if (first === null || !(last > first)) return [];
  const asOf = prices.asOf();
  const times = recordTimes({ asOf, window: windowOf.year, step: day, start: first });
  const until = times.findLastIndex((at) => at <= last) + 1;
  const hasPrice = (i: number) =>
    i === 0 || prices.finestStep([_id], times[i - 1] ?? NaN, times[i] ?? NaN) !== null;
  return flawsOfGaps(missingSteps(times.subarray(0, until), hasPrice, day));
}

/** Returns the flaw of a history with these missing steps; none without any. */
export function flawsOfGaps(missing: readonly MissingSteps[]): Flaw[] {
  const [first] = missing;
  if (first === undefined) return [];
  const value = missingCount(missing);
  return [{ kind: 'missing-steps', value, at: formatTime(first.from), parts: [] }];
}

/** Returns the flaw of prices with this step in milliseconds; none if it is at most that of the history or market. */
export function flawsOfStep(own: number | null, expected: number | null): Flaw[] {
  if (own === null || expected === null || own <= expected) return [];
  return [{ kind: 'coarse-prices', value: own / 1000, at: null, parts: [] }];
}
