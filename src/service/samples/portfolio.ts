import { day } from '#contract/historyType.ts';
import type { StoredPosition, TargetWeight } from '#platform/database/schema/portfolio.ts';
import type { Market } from '../prices/market.ts';
import type { HolderSize } from './people.ts';
import type { Random } from './random.ts';

export interface SampleStatement {
  readonly at: number;
  readonly positions: StoredPosition[];
}

export interface SampleWallet {
  readonly thematicId: string;
  readonly statements: readonly SampleStatement[];
}

export interface SampledThematic {
  readonly id: string;
  readonly tokens: readonly TargetWeight[];
}

interface Wish {
  readonly size: HolderSize;
  readonly wallets?: number | undefined;
  readonly tokens?: number | undefined;
  /** Start of the user within the market's past, 0..1: later users start later, as in a growing service. */
  readonly since: number;
}

/** Median value of a first purchase of each size, and the standard deviation of its logarithm. */
const purchases = {
  dust: [0.4, 0.8],
  small: [900, 1],
  usual: [18_000, 1.2],
  large: [2_400_000, 1.4],
} as const satisfies Record<HolderSize, readonly [median: number, spread: number]>;

const shortestPast = 20 * day;

/** Invents wallets with changing holdings: bought, increased, reduced, swapped, now and then closed. */
export function inventWallets(
  random: Random,
  market: Market,
  thematics: readonly SampledThematic[],
  { size, wallets, tokens, since }: Wish,
): { start: number; wallets: SampleWallet[] } {
  const asOf = market.asOf();
  const starts = thematics.map((thematic) => firstPrice(market, thematic));
  const earliest = Math.min(...starts);
  const span = Math.max(0, asOf - shortestPast - earliest);
  const start = Number.isFinite(earliest) ? Math.floor(earliest + since * span) : asOf;
  const chosen = thematics
    .filter((_, index) => (starts[index] ?? asOf) <= asOf - day)
    .map((thematic) => ({ thematic, rank: random.next() }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, wallets ?? usualCount(random));
  return {
    start,
    wallets: chosen.flatMap(({ thematic }): SampleWallet[] => {
      const from = Math.max(start, firstPrice(market, thematic) + day);
      const opened = momentOf(random, from + random.next() ** 2 * (asOf - from) * 0.8, asOf);
      const statements = inventStatements(random, market, thematic, opened, { size, tokens });
      return statements.length === 0 ? [] : [{ thematicId: thematic.id, statements }];
    }),
  };
}

function firstPrice(market: Market, { tokens }: SampledThematic): number {
  return Math.min(...tokens.map(({ token }) => market.firstAt(token) ?? Number.POSITIVE_INFINITY));
}

/** A whole minute of that day, never after the as-of instant. */
function momentOf(random: Random, at: number, asOf: number): number {
  const midnight = Math.floor(at / day) * day;
  return Math.min(midnight + random.whole(7 * 60, 21 * 60) * 60_000, asOf);
}

function usualCount(random: Random): number {
  const roll = random.next();
  if (roll < 0.03) return 0;
  if (roll < 0.35) return 1;
  return roll < 0.8 ? random.whole(2, 4) : random.whole(5, 8);
}

function inventStatements(
  random: Random,
  market: Market,
  thematic: SampledThematic,
  opened: number,
  { size, tokens }: Pick<Wish, 'size' | 'tokens'>,
): SampleStatement[] {
  const [median, spread] = purchases[size];
  const value = median * Math.exp(spread * random.normal());
  let held = buy(random, market, thematic, opened, value, tokens);
  if (held.length === 0) return [];
  const statements = [{ at: opened, positions: sorted(held) }];
  const asOf = market.asOf();
  let at = opened;
  for (let changes = random.whole(0, 4); changes > 0; changes -= 1) {
    at = momentOf(random, at + day + random.next() * (asOf - at) * 0.6, asOf);
    if (at >= asOf || at <= (statements.at(-1)?.at ?? at)) break;
    held = change(random, market, thematic, at, held, value);
    statements.push({ at, positions: sorted(held) });
    if (held.length === 0) break;
  }
  return statements;
}

function buy(
  random: Random,
  market: Market,
  { tokens }: SampledThematic,
  at: number,
  value: number,
  maxTokens = tokens.length,
): StoredPosition[] {
  const listed = tokens.flatMap(({ token, weight }) => {
    const price = midnightPrice(market, token, at);
    return price === null
      ? []
      : [{ token, price, wish: weight * Math.exp(0.35 * random.normal()) }];
  });
  const chosen = listed
    .toSorted((a, b) => b.wish - a.wish)
    .slice(0, Math.min(maxTokens, random.whole(Math.ceil(listed.length / 2), listed.length)));
  const sum = chosen.reduce((total, { wish }) => total + wish, 0);
  return chosen.map(({ token, price, wish }) => ({
    token,
    amount: rounded((value * wish) / sum / price),
  }));
}

/** The price at the day's 00:00 UTC: good enough to size a purchase, and fast for 100,000 users. */
function midnightPrice(market: Market, token: string, at: number): number | null {
  return market.priceAt(token, Math.floor(at / day) * day)?.price ?? null;
}

function change(
  random: Random,
  market: Market,
  thematic: SampledThematic,
  at: number,
  held: readonly StoredPosition[],
  value: number,
): StoredPosition[] {
  const roll = random.next();
  if (roll < 0.04) return [];
  if (roll < 0.45) return scaled(held, 1.05 + random.next() * 0.6);
  if (roll < 0.7) return scaled(held, 0.4 + random.next() * 0.5);
  if (roll < 0.85)
    return buy(random, market, thematic, at, value * (0.6 + random.next()), held.length);
  const out = random.pick(held).token;
  const rest = held.filter(({ token }) => token !== out);
  return rest.length === 0 ? [...held] : scaled(rest, 1 + 1 / rest.length);
}

function scaled(held: readonly StoredPosition[], factor: number): StoredPosition[] {
  return held.map(({ token, amount }) => ({ token, amount: rounded(amount * factor) }));
}

/** Six significant digits, like a person's order. */
function rounded(amount: number): number {
  return Number(amount.toPrecision(6));
}

function sorted(held: readonly StoredPosition[]): StoredPosition[] {
  return held.toSorted((a, b) => (a.token < b.token ? -1 : 1));
}
