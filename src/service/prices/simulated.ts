import { resolutions } from '#contract/prices.ts';

import { createDayGrids } from './dayGrids.ts';
import type { Market } from './market.ts';
import { Path, secondsOfDay } from './path.ts';
import { simulatedTokens, type SimulatedToken } from './simulatedTokens.ts';

/** The simulated market has no price before 2021. */
export const simulationStart = Date.UTC(2021, 0, 1);

/** With this seed the thematics of the default market diverge. */
export const defaultSeed = 5;

// A token's variance is 50 % from the market, 20 % from its group and 30 % its own.
const byMarket = Math.sqrt(0.5);
const byGroup = Math.sqrt(0.2);
const byItself = Math.sqrt(0.3);

const daysOfYear = 365;
/** 4,096 days of five-minute values are 9.5 MB, and contain the month of all tokens. */
const gridLimit = 4096;

export interface SimulationOptions {
  readonly seed: number;
  readonly clock: () => number;
  readonly tickSeconds: number;
  readonly tokens?: readonly SimulatedToken[];
}

/** Whole seconds since the start at `at`; nothing is known after the as-of instant (`last`). */
function secondAt(at: number, last: number): number {
  return Math.floor((Math.min(at, last) - simulationStart) / 1000);
}

/**
 * A market without storage: every price is a pure function of seed, token and time. A token moves with a path of the
 * market, one of its group and one of its own.
 */
export function createSimulatedMarket({
  seed,
  clock,
  tickSeconds,
  tokens = simulatedTokens,
}: SimulationOptions): Market {
  const grids = createDayGrids(gridLimit);
  let paths = 0;
  const path = (name: string, jumpsPerYear: number, jumpShare: number) =>
    new Path(`${seed}/${name}`, { jumpsPerYear, jumpShare }, grids, paths++);

  const overall = path('market', 1.5, 0.1);
  const groups = new Map<string, Path>();
  const quotes = new Map<string, Quote>();
  for (const token of tokens) {
    const group = groups.get(token.group) ?? path(`group/${token.group}`, 2, 0.1);
    groups.set(token.group, group);
    quotes.set(token._id, new Quote(token, overall, group, path(`token/${token._id}`, 4, 0.2)));
  }
  const known = tokens.map(({ _id, symbol, name }) => ({ _id, symbol, name }));
  const byId = new Map(known.map((token) => [token._id, token]));

  const asOf = () => Math.floor(clock() / (tickSeconds * 1000)) * tickSeconds * 1000;

  return {
    kind: 'simulated',
    version: 1,
    tickSeconds,
    asOf,
    tokens: () => known,
    token: (id) => byId.get(id),
    priceAt(tokenId, at) {
      const quote = quotes.get(tokenId);
      const last = asOf();
      const second = secondAt(at, last);
      if (quote === undefined || !(second >= quote.listed)) return null;
      return { price: quote.at(second), at: Math.min(at, last), step: tickSeconds * 1000 };
    },
    series(tokenId, times) {
      const prices = new Float64Array(times.length).fill(Number.NaN);
      const quote = quotes.get(tokenId);
      if (quote === undefined) return prices;
      const last = asOf();
      times.forEach((at, index) => {
        const second = secondAt(at, last);
        if (second >= quote.listed) prices[index] = quote.at(second);
      });
      return prices;
    },
    firstAt(tokenId) {
      const quote = quotes.get(tokenId);
      return quote === undefined ? null : simulationStart + quote.listed * 1000;
    },
    finestStep(tokenIds, from, to) {
      const last = Math.min(to, asOf());
      if (last <= from) return null;
      for (const tokenId of tokenIds) {
        const quote = quotes.get(tokenId);
        if (quote !== undefined && secondAt(last, last) >= quote.listed) return resolutions['5m'];
      }
      return null;
    },
  };
}

class Quote {
  readonly listed: number;
  readonly #paths: readonly [overall: Path, group: Path, own: Path];
  readonly #volatility: number;
  readonly #drift: number;
  readonly #base: number;
  // All wallets are valued at the same instant, one after the other.
  #lastSecond = -1;
  #lastPrice = Number.NaN;

  constructor(token: SimulatedToken, overall: Path, group: Path, own: Path) {
    this.#paths = [overall, group, own];
    this.#volatility = token.volatility / Math.sqrt(daysOfYear);
    this.#drift = token.drift / daysOfYear / secondsOfDay;
    const listedDay = Math.round(
      ((token.listedAt ?? simulationStart) - simulationStart) / (secondsOfDay * 1000),
    );
    this.listed = listedDay * secondsOfDay;
    this.#base = Math.log(token.startPrice) - this.#moved(listedDay, 0);
  }

  at(second: number): number {
    if (second === this.#lastSecond) return this.#lastPrice;
    const day = Math.floor(second / secondsOfDay);
    this.#lastPrice = Math.exp(
      this.#base +
        this.#drift * (second - this.listed) +
        this.#moved(day, second - day * secondsOfDay),
    );
    this.#lastSecond = second;
    return this.#lastPrice;
  }

  #moved(day: number, second: number): number {
    const [overall, group, own] = this.#paths;
    const steps =
      byMarket * overall.at(day, second) +
      byGroup * group.at(day, second) +
      byItself * own.at(day, second);
    return this.#volatility * steps;
  }
}
