import { coversWindow } from '#analytics/change.ts';
import { hhiOf } from '#analytics/concentration.ts';
import { lowerBound } from '#analytics/extent.ts';
import type { Figures } from './figures.ts';
import type { HoldingsTable } from './holdings.ts';
import { directoryPeriods, type DirectoryPeriod } from '#contract/directory.ts';
import { noGrid, type PeriodPrices, type RecordPrices, type DirectoryPrices } from './prices.ts';
import type { PeriodMove, PositionVisit, Valuation } from './userValuation.ts';

export const sparkLength = 52;

/** A valuation by prices, which values users over any period. */
export interface PricedValuation extends Valuation {
  over(rowIndex: number, period: PeriodPrices): PeriodMove;
}

const noMove: PeriodMove = { change: Number.NaN, flow: Number.NaN, return: Number.NaN };

/**
 * Between two statements holdings are constant, and growth telescopes: a return is a product over the statements of
 * its window, not over its records. Sums run from the first wallet to the last, and in each from the first position to
 * the last, as those of the user's total and history: they are equal to the last bit.
 */
export function createValuation(holdings: HoldingsTable, prices: DirectoryPrices): PricedValuation {
  const { asOf, tokens } = prices;
  const earliest = Math.min(...directoryPeriods.map((period) => prices.periods[period].from));
  let page: Float64Array = new Float64Array();
  let heldFrom = Number.NaN;
  /** For each wallet the index of its first statement; then the total count. */
  const firsts: number[] = [];
  const thematics: number[] = [];
  const instants: number[] = [];
  /** Start of each statement's positions in the page: their number, then each one's token and amount. */
  const starts: number[] = [];
  const inForce: number[] = [];
  const byToken = new Float64Array(tokens);
  const touched: number[] = [];
  const records: number[] = [];

  function open(rowIndex: number, since = earliest): boolean {
    page = holdings.pageOf(rowIndex);
    firsts.length = 0;
    thematics.length = 0;
    instants.length = 0;
    starts.length = 0;
    if (page.length === 0) return false;
    let at = holdings.startOf(rowIndex);
    heldFrom = page[at++] ?? Number.NaN;
    for (let wallets = page[at++] ?? 0; wallets > 0; wallets--) {
      thematics.push(page[at++] ?? 0);
      const statements = page[at++] ?? 0;
      const first = instants.length;
      firsts.push(first);
      for (let statement = 0; statement < statements; statement++) {
        const instant = page[at++] ?? Number.NaN;
        // Of those until `since`, the last one counts.
        if (instant <= since) [instants.length, starts.length] = [first, first];
        instants.push(instant);
        starts.push(at);
        at += 1 + 2 * (page[at] ?? 0);
      }
    }
    firsts.push(instants.length);
    return true;
  }

  function goTo(instant: number): void {
    inForce.length = thematics.length;
    for (let wallet = 0; wallet < thematics.length; wallet++) {
      const first = firsts[wallet] ?? 0;
      let statement = (firsts[wallet + 1] ?? 0) - 1;
      while (statement >= first && (instants[statement] ?? Number.NaN) > instant) statement--;
      inForce[wallet] = statement >= first ? statement : -1;
    }
  }

  /** The total of the current holdings at a row of prices, of tokens that have a price at another row too. */
  function totalAt(table: Float64Array, row: number, pricedAt = row): number {
    let total = 0;
    for (const statement of inForce) {
      if (statement < 0) continue;
      let at = starts[statement] ?? 0;
      const end = at + 2 * (page[at] ?? 0);
      let walletTotal = 0;
      for (at += 1; at < end; at += 2) {
        const token = page[at] ?? 0;
        if (token >= tokens || Number.isNaN(table[pricedAt + token])) continue;
        const value = (page[at + 1] ?? 0) * (table[row + token] ?? Number.NaN);
        if (!Number.isNaN(value)) walletTotal += value;
      }
      total += walletTotal;
    }
    return total;
  }

  /** Visits the positions of a statement at current prices; −1: there is none. @returns their number. */
  function eachIn(statement: number, visit: PositionVisit): number {
    const start = starts[statement] ?? -1;
    const positions = page[start] ?? 0;
    for (let at = start + 1; at <= start + 2 * positions; at += 2) {
      const token = page[at] ?? 0;
      const amount = page[at + 1] ?? 0;
      const price = token < tokens ? (prices.now[token] ?? Number.NaN) : Number.NaN;
      // As in a total, a position without a price has no value.
      visit(token, amount, Number.isNaN(price) ? 0 : amount * price);
    }
    return positions;
  }

  /** Visits each token held between an instant and the as-of instant. @returns whether `visit` stopped. */
  function heldSince(since: number, visit: (token: number) => boolean): void {
    for (let wallet = 0; wallet < thematics.length; wallet++) {
      const end = firsts[wallet + 1] ?? 0;
      for (let statement = firsts[wallet] ?? 0; statement < end; statement++) {
        const next =
          statement + 1 < end ? (instants[statement + 1] ?? 0) : Number.POSITIVE_INFINITY;
        if (next <= since || (instants[statement] ?? 0) > asOf) continue;
        let at = starts[statement] ?? 0;
        const last = at + 2 * (page[at] ?? 0);
        for (at += 1; at < last; at += 2) {
          const token = page[at] ?? 0;
          if (token < tokens && (page[at + 1] ?? 0) > 0 && visit(token)) return;
        }
      }
    }
  }

  function gridOf({ from, grids, gridOf: ofToken }: PeriodPrices): RecordPrices {
    let finest = noGrid;
    heldSince(from, (token) => {
      finest = Math.min(finest, ofToken[token] ?? noGrid);
      return finest === 0;
    });
    const grid = grids[finest === noGrid ? 0 : finest];
    if (grid === undefined) throw new RangeError(`no prices since ${from}`);
    return grid;
  }

  /** The records after `begin` at which holdings change, or a held token gets its first price; then the last. */
  function stops(
    { times, firstRecord, hasLateTokens }: RecordPrices,
    begin: number,
  ): readonly number[] {
    const first = times[begin] ?? asOf;
    const last = times.length - 1;
    records.length = 0;
    for (const instant of instants) {
      if (instant <= first || instant > asOf) continue;
      records.push(lowerBound(times, instant));
    }
    if (hasLateTokens) {
      heldSince(first, (token) => {
        const record = firstRecord[token] ?? 0;
        if (record > begin && record < last) records.push(record);
        return false;
      });
    }
    records.push(last);
    return records.length === 1 ? records : records.toSorted((a, b) => a - b);
  }

  /** As in `performanceOver`: tokens with a price at a record grow until the next; all other changes are flow. */
  function moveOver(period: PeriodPrices): PeriodMove {
    if (Number.isNaN(heldFrom)) return noMove;
    const grid = gridOf(period);
    const begin = heldFrom <= (grid.times[0] ?? asOf) ? 0 : lowerBound(grid.times, heldFrom);
    const first = grid.times[begin] ?? asOf;
    // A single record has nothing to be compared with.
    if (begin >= grid.times.length - 1) return noMove;
    if (!coversWindow(first, { windowStart: period.from, step: grid.step })) return noMove;
    goTo(first);
    const opened = totalAt(grid.prices, begin * tokens);
    let index = Number.NaN;
    let total = opened;
    let flow = 0;
    let from = begin;
    for (const record of stops(grid, begin)) {
      if (record === from) continue;
      const kept = totalAt(grid.prices, record * tokens, from * tokens);
      const ratio = kept / total;
      if (total > 0 && Number.isFinite(ratio)) index = (Number.isNaN(index) ? 1 : index) * ratio;
      goTo(grid.times[record] ?? asOf);
      total = totalAt(grid.prices, record * tokens);
      flow += total - kept;
      from = record;
    }
    return { change: total - opened, flow, return: index - 1 };
  }

  function valuePeriod(rowIndex: number, period: DirectoryPeriod, figures: Figures): void {
    const into = figures.periods[period];
    const move = moveOver(prices.periods[period]);
    into.change[rowIndex] = move.change;
    into.flow[rowIndex] = move.flow;
    into.return[rowIndex] = move.return;
  }

  return {
    value(rowIndex, figures) {
      figures.heldThematics.clear(rowIndex);
      figures.heldTokens.clear(rowIndex);
      if (open(rowIndex)) goTo(asOf);
      else inForce.length = 0;
      let largest = 0;
      let opened = 0;
      let token = 0;
      for (const [wallet, statement] of inForce.entries()) {
        if (statement < 0) continue;
        let at = starts[statement] ?? 0;
        const end = at + 2 * (page[at] ?? 0);
        if (end > at) {
          opened += 1;
          figures.heldThematics.add(rowIndex, thematics[wallet] ?? 0);
        }
        for (at += 1; at < end; at += 2) {
          const held = page[at] ?? 0;
          figures.heldTokens.add(rowIndex, held);
          const value = held < tokens ? (page[at + 1] ?? 0) * (prices.now[held] ?? Number.NaN) : 0;
          if (!(value > 0)) continue;
          if (byToken[held] === 0) touched.push(held);
          byToken[held] = (byToken[held] ?? 0) + value;
          const sum = byToken[held] ?? 0;
          if (sum > largest || (sum === largest && held < token)) [largest, token] = [sum, held];
        }
      }
      let sum = 0;
      let squares = 0;
      for (const held of touched) {
        const value = byToken[held] ?? 0;
        sum += value;
        squares += value * value;
        byToken[held] = 0;
      }
      touched.length = 0;
      figures.hhi[rowIndex] = hhiOf(squares, sum) ?? Number.NaN;
      const total = totalAt(prices.now, 0);
      figures.total[rowIndex] = total;
      figures.walletCount[rowIndex] = thematics.length;
      figures.openWallets[rowIndex] = opened;
      figures.largest[rowIndex] = total > 0 ? Math.min(largest / total, 1) : Number.NaN;
      figures.largestToken[rowIndex] = token;
      for (const period of directoryPeriods) valuePeriod(rowIndex, period, figures);
    },
    over: (rowIndex, period) => (open(rowIndex, period.from) ? moveOver(period) : noMove),
    spark(rowIndex, period) {
      if (!open(rowIndex) || Number.isNaN(heldFrom)) return null;
      const { times, prices: table } = gridOf(prices.periods[period]);
      const begin = lowerBound(times, heldFrom);
      const steps = times.length - 1 - begin;
      if (steps < 1) return null;
      const lastChange = instants.reduce((last, instant) => Math.max(last, instant), 0);
      let at = Number.NEGATIVE_INFINITY;
      const totals: number[] = [];
      for (let point = 0; point < sparkLength; point++) {
        const record = begin + Math.floor((point * steps) / (sparkLength - 1));
        // Nothing changes after the last statement.
        if (at < lastChange) goTo(times[record] ?? asOf);
        at = times[record] ?? asOf;
        totals.push(totalAt(table, record * tokens));
      }
      return totals;
    },
    heldOf(rowIndex, someThematics, someTokens) {
      if (!open(rowIndex)) return 0;
      goTo(asOf);
      let held = 0;
      for (const [wallet, statement] of inForce.entries()) {
        if (someThematics?.has(thematics[wallet] ?? -1) === false) continue;
        let walletTotal = 0;
        eachIn(statement, (token, _, value) => {
          if (someTokens?.has(token) !== false) walletTotal += value;
        });
        held += walletTotal;
      }
      return held;
    },
    eachHeld(rowIndex, by, visit) {
      if (!open(rowIndex)) return;
      goTo(asOf);
      for (const [wallet, statement] of inForce.entries()) {
        let walletTotal = 0;
        const positions = eachIn(statement, (token, _, value) => {
          walletTotal += value;
          if (by === 'token') visit(token, value);
        });
        if (by === 'thematic' && positions > 0) visit(thematics[wallet] ?? 0, walletTotal);
      }
    },
    eachPosition(rowIndex, thematic, visit) {
      if (!open(rowIndex)) return false;
      goTo(asOf);
      return eachIn(inForce[thematics.indexOf(thematic)] ?? -1, visit) > 0;
    },
    thematicsOf(rowIndex) {
      if (!open(rowIndex)) return [];
      goTo(asOf);
      return thematics.filter((_, wallet) => (page[starts[inForce[wallet] ?? -1] ?? -1] ?? 0) > 0);
    },
  };
}
