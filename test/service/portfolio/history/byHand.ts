import type { HistoryType } from '#contract/historyType.ts';
import type { Market } from '#service/prices/market.ts';

const hours = 3_600_000;
const shapes: Record<HistoryType, { window: number; step: number }> = {
  day: { window: 24 * hours, step: hours / 12 },
  week: { window: 7 * 24 * hours, step: hours },
  month: { window: 30 * 24 * hours, step: 4 * hours },
  year: { window: 365 * 24 * hours, step: 24 * hours },
  all: { window: Infinity, step: 24 * hours },
};

/** One thing that was said of a wallet: its whole positions from an instant on; null takes that instant's back. */
export interface Said {
  readonly thematic: string;
  readonly at: number;
  readonly tokens: readonly (readonly [token: string, amount: number])[] | null;
}

export interface ByHand {
  readonly date: string;
  readonly total: number;
}

type EffectiveStatements = readonly [at: number, tokens: NonNullable<Said['tokens']>];

/** What stands of all that was said of a wallet, by instant: the last word about each. */
function standing(said: readonly Said[], thematic: string): EffectiveStatements[] {
  const words = new Map<number, Said['tokens']>();
  for (const one of said) if (one.thematic === thematic) words.set(one.at, one.tokens);
  return [...words]
    .flatMap(([at, tokens]): EffectiveStatements[] => (tokens === null ? [] : [[at, tokens]]))
    .toSorted(([a], [b]) => a - b);
}

/**
 * A history worked out the slow way, in the words of the decisions: at every instant every wallet is valued by
 * itself, token by token, at the price the market tells for that instant.
 * @param said in the order in which it was said.
 * @param stepOfToken how finely a token's prices are known.
 */
export function historyByHand(
  market: Market,
  said: readonly Said[],
  type: HistoryType,
  stepOfToken: (token: string) => number = () => 0,
): ByHand[] {
  const asOf = market.asOf();
  const wallets = walletsOf(said);
  const first = firstHolding(wallets);
  if (!(first <= asOf)) return [];
  const begin = Math.max(first, asOf - shapes[type].window);
  const step = stepByHand(market, said, type, stepOfToken);
  const instants = type === 'all' && first < asOf ? [first] : [];
  for (let at = Math.ceil(begin / step) * step; at < asOf; at += step) {
    if (at !== instants[0]) instants.push(at);
  }
  instants.push(asOf);
  return instants.map((at) => ({
    date: new Date(at).toISOString(),
    total: wallets.reduce((sum, wallet) => sum + valueAt(market, wallet, at), 0),
  }));
}

/** The step of a history: the type's, or that of the finest prices of what was held in its window. */
export function stepByHand(
  market: Market,
  said: readonly Said[],
  type: HistoryType,
  stepOfToken: (token: string) => number = () => 0,
): number {
  const asOf = market.asOf();
  const wallets = walletsOf(said);
  const begin = Math.max(firstHolding(wallets), asOf - shapes[type].window);
  const finest = Math.min(...[...heldSince(wallets, begin, asOf)].map(stepOfToken));
  return Number.isFinite(finest) ? Math.max(shapes[type].step, finest) : shapes[type].step;
}

function walletsOf(said: readonly Said[]): EffectiveStatements[][] {
  const thematics = new Set(said.map(({ thematic }) => thematic));
  return [...thematics].map((thematic) => standing(said, thematic));
}

function firstHolding(wallets: readonly EffectiveStatements[][]): number {
  const holdings = wallets
    .flat()
    .filter(([, tokens]) => tokens.some(([, amount]) => amount > 0))
    .map(([at]) => at);
  return Math.min(...holdings);
}

function heldSince(
  wallets: readonly EffectiveStatements[][],
  begin: number,
  asOf: number,
): Set<string> {
  const held = new Set<string>();
  for (const wallet of wallets) {
    for (const [index, [at, tokens]] of wallet.entries()) {
      const end = wallet[index + 1]?.[0] ?? Infinity;
      if (at > asOf || end <= begin) continue;
      for (const [token, amount] of tokens) if (amount > 0) held.add(token);
    }
  }
  return held;
}

function valueAt(market: Market, wallet: readonly EffectiveStatements[], at: number): number {
  const inForce = wallet.findLast(([since]) => since <= at)?.[1] ?? [];
  let total = 0;
  for (const [token, amount] of inForce.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    total += amount * (market.priceAt(token, at)?.price ?? 0);
  }
  return total;
}
