import { endsBetween, levelContributions } from '#analytics/contribution.ts';
import { recordTimes } from '#analytics/grid.ts';
import type { Contribution } from '#contract/contribution.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { formatTime, parseTime } from '#contract/time.ts';
import { problem } from '#platform/http/problem.ts';
import type { HistorySpan } from './historySpan.ts';
import {
  levelSpan,
  tokensAt,
  tokensBetween,
  type DatedThematic,
  type LevelBook,
} from './levels.ts';
import type { PastPrices } from './prices.ts';

/** A history, or the part of it between two times (ISO 8601). */
interface PeriodPart {
  readonly type: HistoryType;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * Returns each token's contribution to the change of a thematic's history over a period. Lists the current tokens in the order of
 * the definition, then those removed since the first record, with a weight of 0. Throws 400 invalid-query for a part outside the
 * period.
 */
export function thematicContribution(
  prices: PastPrices,
  book: LevelBook,
  thematic: DatedThematic,
  part: PeriodPart,
): Contribution {
  const asOf = prices.asOf();
  const weights = new Map(tokensAt(thematic, asOf).map(({ token, weight }) => [token, weight]));
  const levels = book(thematic);
  const span = levels && levelSpan(prices, levels, part.type);
  const ends = span && endsBetween(recordTimes(span), instantsOf(part, span));
  const [from, to] = ends ?? [];
  if (levels === null || ends === null || from === undefined || to === undefined) {
    const unknown = { from: null, to: null, first: null, last: null, change: null, residual: null };
    return {
      ...unknown,
      tokens: Array.from(weights, ([id, weight]) => ({
        ...namesOf(prices, id),
        weight,
        change: null,
        contribution: null,
      })),
    };
  }
  const pricesAtEnds = levels.tokens.map((id) => prices.series(id, ends));
  const contributions = levelContributions(ends, levels, pricesAtEnds);
  const members = new Set([...weights.keys(), ...tokensBetween(levels, from, to)]);
  return {
    from: formatTime(from),
    to: formatTime(to),
    first: contributions?.first ?? null,
    last: contributions?.last ?? null,
    change: contributions?.change ?? null,
    residual: contributions?.residual ?? null,
    tokens: Array.from(members, (id) => {
      const index = levels.tokens.indexOf(id);
      return {
        ...namesOf(prices, id),
        weight: weights.get(id) ?? 0,
        change: ratioOf(pricesAtEnds[index]),
        contribution: contributions?.parts[index] ?? null,
      };
    }),
  };
}

/** Parses the ends of a part. Throws 400 invalid-query for an instant outside the period. */
function instantsOf({ from, to }: PeriodPart, span: HistorySpan) {
  const instants = {
    ...(from !== undefined && { from: instantWithin(span, 'from', from) }),
    ...(to !== undefined && { to: instantWithin(span, 'to', to) }),
  };
  if ((instants.from ?? NaN) > (instants.to ?? NaN)) {
    throw problem('invalid-query', `from (${from}) is after to (${to}).`);
  }
  return instants;
}

function instantWithin(span: HistorySpan, name: string, text: string): number {
  const at = parseTime(text);
  const start = span.windowStart ?? span.start;
  if (at >= start && at <= span.asOf) return at;
  const period = `${formatTime(start)} to ${formatTime(span.asOf)}`;
  throw problem('invalid-query', `${name} is ${text}; it must be within the period, ${period}.`);
}

function namesOf(prices: PastPrices, id: string) {
  const { symbol, name } = prices.token(id) ?? { symbol: id, name: id };
  return { token: { _id: id, symbol, name } };
}

/** Last ÷ first − 1; null if the token had no price yet. */
function ratioOf(prices: Float64Array | undefined): number | null {
  const ratio = (prices?.[1] ?? NaN) / (prices?.[0] ?? NaN) - 1;
  return Number.isFinite(ratio) ? ratio : null;
}
