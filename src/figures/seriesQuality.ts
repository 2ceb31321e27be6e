import { recordTimes } from '#analytics/grid.ts';
import { medianStep, missingSteps, type MissingSteps } from '#analytics/quality.ts';
import { stepOf, type HistoryType } from '#contract/historyType.ts';
import type { Flaw, SeriesQuality } from '#contract/quality.ts';
import { formatTime } from '#contract/time.ts';
import type { Token } from '#contract/token.ts';
import { inSlices } from '#directory/slices.ts';
import { tokenNotFound } from '#platform/http/notFound.ts';
import { heldOver, mergedTokens, type WalletHoldings } from './heldOver.ts';
import { historySpan, windowStart, type HistorySpan } from './historySpan.ts';
import { levelSpan, tokensBetween, type Levels } from './levels.ts';
import type { HistoryPrices, PastPrices } from './prices.ts';
import {
  isNotKnown,
  orNotOffered,
  type FiguresSource,
  type ReportedHistory,
  type WalletSet,
} from './source.ts';
import { flawsOfGaps, flawsOfPrice, flawsOfStep } from './tokenFlaws.ts';

/** A series: that of a user, of their wallet in a thematic, of a thematic or of a token. */
export type SeriesName =
  | { readonly of: 'wallets'; readonly set: WalletSet }
  | { readonly of: 'thematic' | 'token'; readonly id: string };

/** The tokens behind a history at each of its records. */
interface PricedSeries {
  readonly times: Float64Array;
  readonly step: number;
  readonly from: number;
  /** `counts` reports whether the record with this index depends on the token. */
  readonly tokens: readonly { readonly id: string; readonly counts: (index: number) => boolean }[];
}

const always = () => true;
const noSeries: PricedSeries = { times: new Float64Array(0), step: 0, from: 0, tokens: [] };

/**
 * Finds the flaws of one series over a period, in slices. Throws 404 if the user, thematic or token is not found, and
 * 501 for a token of a service without past prices.
 */
export async function qualityOfSeries(
  source: FiguresSource,
  name: SeriesName,
  type: HistoryType,
): Promise<SeriesQuality> {
  if (name.of === 'wallets') {
    const { holdings } = source;
    if (isNotKnown(holdings)) {
      return ofReported(await holdings.values(name.set, type), type, holdings.reason);
    }
    const prices = orNotOffered(source.prices);
    const wallets = await holdings(name.set, windowStart(prices, type));
    const series = walletSeries(prices, wallets, type);
    return inSlices(ofPrices(prices, series, await tokensById(source)));
  }
  if (name.of === 'thematic') {
    const { definitions } = source;
    if (isNotKnown(definitions)) {
      return ofReported(await definitions.levelsOf(name.id, type), type, definitions.reason);
    }
    const prices = orNotOffered(source.prices);
    const levels = definitions.levels(await definitions.find(name.id));
    const series = levels === null ? noSeries : thematicSeries(prices, levels, type);
    return inSlices(ofPrices(prices, series, await tokensById(source)));
  }
  const prices = orNotOffered(source.prices);
  if (prices.token(name.id) === undefined) throw tokenNotFound(name.id);
  const series = tokenSeries(prices, name.id, type);
  return inSlices(ofPrices(prices, series, await tokensById(source)));
}

const tokensById = async (source: FiguresSource) =>
  new Map((await source.tokens()).map((token) => [token._id, token]));

function tokenSeries(prices: PastPrices, id: string, type: HistoryType): PricedSeries {
  const first = prices.firstAt(id);
  if (first === null) return noSeries;
  const span = historySpan(prices, type, () => [id], first);
  return { ...gridOf(span), tokens: [{ id, counts: always }] };
}

function thematicSeries(prices: PastPrices, levels: Levels, type: HistoryType): PricedSeries {
  const span = levelSpan(prices, levels, type);
  const ids = tokensBetween(levels, span.windowStart ?? span.start, span.asOf);
  return { ...gridOf(span), tokens: Array.from(ids, (id) => ({ id, counts: always })) };
}

function walletSeries(
  prices: HistoryPrices,
  wallets: readonly WalletHoldings[],
  type: HistoryType,
): PricedSeries {
  const held = heldOver(prices, wallets, type);
  if (held === null) return noSeries;
  const { times } = held.grid;
  return {
    times,
    from: windowStart(prices, type) ?? times[0] ?? 0,
    // The grid has the step of the type, or that of the finest prices.
    step: Math.max(stepOf[type], medianStep(times) ?? 0),
    tokens: mergedTokens(held).map(({ token, amounts }) => ({
      id: token,
      counts: (index) => (amounts[index] ?? 0) > 0,
    })),
  };
}

const gridOf = (span: HistorySpan): Omit<PricedSeries, 'tokens'> => ({
  times: recordTimes(span),
  step: span.step,
  from: span.windowStart ?? span.start,
});

/** A record is missing if no token that it depends on has a price since the record before. */
function* ofPrices(
  prices: HistoryPrices,
  { times, step, from, tokens }: PricedSeries,
  named: ReadonlyMap<string, Token>,
): Generator<void, SeriesQuality> {
  const asOf = prices.asOf();
  const isKnown = new Uint8Array(times.length);
  const isNeeded = new Uint8Array(times.length);
  const flawed: SeriesQuality['tokens'] = [];
  for (const { id, counts } of tokens) {
    const own = new Uint8Array(times.length);
    const ids = [id];
    for (let i = 0; i < times.length; i++) {
      const isCounted = counts(i);
      if (isCounted) isNeeded[i] = 1;
      const since = times[i - 1] ?? (times[0] ?? NaN) - step;
      const hasPrice = prices.finestStep(ids, since, times[i] ?? NaN) !== null;
      own[i] = hasPrice || !isCounted ? 1 : 0;
      if (hasPrice && isCounted) isKnown[i] = 1;
      if (i % 64 === 63) yield;
    }
    const token = named.get(id);
    if (token === undefined) continue;
    const isHeldNow = counts(times.length - 1);
    const flaws: Flaw[] = isHeldNow ? flawsOfPrice(token) : [];
    const coarse = flawsOfStep(prices.finestStep(ids, from, asOf), step);
    flaws.push(...coarse);
    // The prices of a coarse token are carried between its own steps: that is one flaw, not one at every record.
    if (coarse.length === 0) {
      const lastPrice = token.priceAt === null ? -Infinity : Date.parse(token.priceAt);
      const missing = missingSteps(
        times.subarray(0, own.findLastIndex((_, i) => (times[i] ?? NaN) <= lastPrice) + 1),
        // Before the first price, the token has none to miss.
        (i) => own[i] === 1 || (times[i] ?? NaN) < (prices.firstAt(id) ?? Infinity),
        step,
      );
      flaws.push(...flawsOfGaps(missing));
    }
    const { symbol, name } = token;
    if (flaws.length > 0) flawed.push({ token: { _id: id, symbol, name }, flaws });
  }
  const missing = missingSteps(
    times,
    (i) => i === 0 || isKnown[i] === 1 || isNeeded[i] === 0,
    step,
  );
  return answerOf(times, step, missing, flawed);
}

function ofReported(
  { times, totals }: ReportedHistory,
  type: HistoryType,
  reason: string,
): SeriesQuality {
  const step = Math.max(medianStep(times) ?? 0, 1);
  const missing = missingSteps(times, (i) => Number.isFinite(totals[i]), step);
  return { ...answerOf(times, times.length < 2 ? stepOf[type] : step, missing, []), reason };
}

function answerOf(
  times: Float64Array,
  step: number,
  missing: readonly MissingSteps[],
  tokens: SeriesQuality['tokens'],
): SeriesQuality {
  const [from, to] = [times[0], times.at(-1)];
  return {
    from: from === undefined ? null : formatTime(from),
    to: to === undefined ? null : formatTime(to),
    stepSeconds: times.length === 0 ? null : step / 1000,
    records: times.length,
    missing: missing.map((one) => ({
      from: formatTime(one.from),
      to: formatTime(one.to),
      steps: one.steps,
    })),
    tokens,
  };
}
