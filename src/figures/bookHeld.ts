import { ExactSteps } from '#analytics/exactSteps.ts';
import { boundFinder, latestIndex, lowerBound } from '#analytics/extent.ts';
import type { HoldingsOf } from '#directory/holdings.ts';
import type { FiguresPeriod } from './figuresSpan.ts';
import type { HeldDuring, TokenColumns } from './heldOver.ts';
import { HeldTimes } from './heldTimes.ts';
import type { HistorySpan, TokensBetween } from './historySpan.ts';
import type { HistoryPrices } from './prices.ts';

/** The members of a book and their holdings. */
export interface BookMembers {
  readonly rows: Uint32Array;
  readonly holdingsOf: HoldingsOf;
  /** Ids by number. */
  readonly tokens: readonly string[];
  readonly thematics: readonly string[];
}

/** Holdings of a book, as those of one wallet. */
export interface HeldBook extends HeldDuring {
  /** Number of members with a holding that has no price at a record. */
  readonly unknown: number;
}

/** A period of figures, or with the step `history`, the records of a period's history between two instants, both included. */
export interface BookPeriod extends FiguresPeriod {
  readonly step?: 'history' | undefined;
}

/** The time of which statements count (epoch milliseconds). `from` is null from the first holding on. */
export interface BookWindow {
  readonly from: number | null;
  readonly to: number;
}

export type SpanOf = (tokensBetween: TokensBetween, start: number) => HistorySpan;

export const membersPerSlice = 32;

/** The records of a book, and the tokens that have a price at them. */
export interface BookRecords extends Pick<HeldBook, 'grid' | 'span' | 'tokensBetween'> {
  /** By token, the first record with a price; the number of records if there is none. */
  readonly priced: Float64Array;
}

/**
 * Adds up the holdings of all members at each record; null if they held nothing by the end. The work depends on statements, not on
 * records: each one changes two records of its tokens. Yields between slices.
 * @param spanOf as for `heldDuring`.
 */
export function* heldByMembers(
  prices: HistoryPrices,
  members: BookMembers,
  window: BookWindow,
  spanOf: SpanOf,
): Generator<void, HeldBook | null> {
  const records = yield* recordsOfMembers(prices, members, window, spanOf);
  return records === null ? null : yield* heldAtRecords(members, records);
}

/** Returns the records of a book; null if the members held nothing by its end. Yields between slices. */
export function* recordsOfMembers(
  prices: HistoryPrices,
  members: BookMembers,
  window: BookWindow,
  spanOf: SpanOf,
): Generator<void, BookRecords | null> {
  const start = yield* firstHolding(members);
  if (start === null || start > window.to) return null;
  const surveyed = yield* survey(prices, members, window, start);
  const tokensBetween = (from: number, to: number) =>
    surveyed.times.between(from, to).map((token) => members.tokens[token] ?? '');
  const own = spanOf(tokensBetween, start);
  if (start > own.asOf) return null;
  // The finest step at which all members have records.
  const span = { ...own, step: Math.max(own.step, surveyed.step) };
  const grid = prices.grid(span);
  const held = surveyed.times.between(Number.NEGATIVE_INFINITY, span.asOf);
  const priced = new Float64Array(members.tokens.length).fill(grid.times.length);
  for (const token of held) {
    // The first call computes all prices of the token.
    const first = grid.series(members.tokens[token] ?? '').findIndex((one) => !Number.isNaN(one));
    if (first >= 0) priced[token] = first;
    yield;
  }
  return { grid, span, tokensBetween, priced };
}

/**
 * Adds up holdings of members at the records of a book, which may have more members. Yields between slices.
 * @param thematics numbers of the thematics whose wallets count; null: all.
 */
export function* heldAtRecords(
  members: BookMembers,
  { grid, span, tokensBetween, priced }: BookRecords,
  thematics: ReadonlySet<number> | null = null,
): Generator<void, HeldBook> {
  const { amounts, unknown } = yield* addUp(members, grid.times, priced, thematics);
  const wallet: TokenColumns[] = [];
  for (const [number, columns] of amounts) {
    const token = members.tokens[number] ?? '';
    wallet.push({ token, amounts: columns.values(), prices: grid.series(token) });
    yield;
  }
  wallet.sort((a, b) => (a.token < b.token ? -1 : 1));
  return { grid, wallets: [wallet], span, tokensBetween, unknown };
}

/** Returns the holdings at the records between two instants, both included; null without any. */
export function heldBetween(
  { grid, wallets, span, tokensBetween, unknown }: HeldBook,
  {
    from = Number.NEGATIVE_INFINITY,
    to = Number.POSITIVE_INFINITY,
  }: Pick<BookPeriod, 'from' | 'to'>,
): HeldBook | null {
  const [begin, end] = [lowerBound(grid.times, from), latestIndex(grid.times, to) + 1];
  const times = grid.times.subarray(begin, end);
  const [start, asOf] = [times[0], times.at(-1)];
  if (start === undefined || asOf === undefined) return null;
  return {
    grid: {
      times,
      dates: grid.dates.slice(begin, end),
      series: (token) => grid.series(token).subarray(begin, end),
    },
    wallets: wallets.map((tokens) =>
      tokens.map(({ token, amounts, prices }) => ({
        token,
        amounts: amounts.subarray(begin, end),
        prices: prices.subarray(begin, end),
      })),
    ),
    span: { ...span, start, asOf, window: null, windowStart: null },
    tokensBetween,
    unknown,
  };
}

function* firstHolding({ rows, holdingsOf }: BookMembers): Generator<void, number | null> {
  let start = Number.POSITIVE_INFINITY;
  for (const [index, rowIndex] of rows.entries()) {
    const from = holdingsOf(rowIndex).heldFrom(rowIndex);
    if (from < start) start = from;
    if (index % 4096 === 4095) yield;
  }
  return Number.isFinite(start) ? start : null;
}

interface Survey {
  readonly times: HeldTimes;
  /** Milliseconds: the coarsest of the members' finest steps of prices. */
  readonly step: number;
}

function* survey(
  prices: HistoryPrices,
  { rows, holdingsOf, tokens }: BookMembers,
  window: BookWindow,
  start: number,
): Generator<void, Survey> {
  const times = new HeldTimes();
  const since = window.from ?? start;
  const finest = Float64Array.from(
    tokens,
    (token) => prices.finestStep([token], since, window.to) ?? Number.POSITIVE_INFINITY,
  );
  let step = 0;
  for (const [index, rowIndex] of rows.entries()) {
    let own = Number.POSITIVE_INFINITY;
    holdingsOf(rowIndex).eachStatement(rowIndex, ({ from, to, page, begin, end }) => {
      if (from > window.to) return;
      const counts = to > since;
      for (let at = begin; at < end; at += 2) {
        if (!((page[at + 1] ?? 0) > 0)) continue;
        const token = page[at] ?? 0;
        times.add(token, from, to);
        const finestOfToken = finest[token] ?? Number.POSITIVE_INFINITY;
        if (counts && finestOfToken < own) own = finestOfToken;
      }
    });
    if (Number.isFinite(own) && own > step) step = own;
    if (index % membersPerSlice === 0) yield;
  }
  return { times, step };
}

function* addUp(
  { rows, holdingsOf }: BookMembers,
  times: Float64Array,
  priced: Float64Array,
  thematics: ReadonlySet<number> | null,
): Generator<void, { amounts: ReadonlyMap<number, ExactSteps>; unknown: number }> {
  const amounts = new Map<number, ExactSteps>();
  const records = times.length;
  const recordAt = boundFinder(times);
  let unknown = 0;
  for (const [index, rowIndex] of rows.entries()) {
    let isUnknown = false;
    holdingsOf(rowIndex).eachStatement(rowIndex, ({ thematic, from, to, page, begin, end }) => {
      if (thematics?.has(thematic) === false) return;
      const [first, after] = [recordAt(from), recordAt(to)];
      if (first >= after) return;
      for (let at = begin; at < end; at += 2) {
        const amount = page[at + 1] ?? 0;
        if (!(amount > 0)) continue;
        const token = page[at] ?? 0;
        let column = amounts.get(token);
        if (column === undefined) {
          column = new ExactSteps(records);
          amounts.set(token, column);
        }
        column.add(amount, first, after);
        if ((priced[token] ?? records) > first) isUnknown = true;
      }
    });
    if (isUnknown) unknown += 1;
    if (index % membersPerSlice === 0) yield;
  }
  return { amounts, unknown };
}
