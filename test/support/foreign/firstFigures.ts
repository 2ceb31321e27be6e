import { day, hour, type HistoryType } from '#contract/historyType.ts';
import type { TrueToken } from './truth.ts';

// Initial truth: tokens, thematics, holdings.

/** Ids that a path, a query or a file system could misread, and some that are plain. */
export const awkwardIds: readonly string[] = [
  'a/b?c#d e%2F',
  '日本',
  '../x',
  "O'Neil & Söhne+1=2",
  'nobody-holds-this',
];

/** Interval between records, which the interface leaves to a service. */
export const stepOf: Record<HistoryType, number> = {
  day: hour,
  week: 6 * hour,
  month: day,
  year: 7 * day,
  all: 30 * day,
};

export const tokens: readonly TrueToken[] = [
  ['btc', 'BTC', 'Bitcoin', 53_042.0625],
  ['eth', 'ETH', 'Ether', 2871.4375],
  ['sol', 'SOL', 'Solana', 143.25],
  ['uni/v3', 'UNI', 'Uniswap', 7.8125],
  ['aave', 'AAVE', 'Aave', 96.5],
  ['ondo', 'ONDO', 'Ondo', 0.9375],
  ['mkr', 'MKR', 'Maker', 2210.125],
  ['tao', 'TAO', 'Bittensor', 311.1875],
  ['rndr', 'RNDR', 'Render', 6.0625],
  ['dust', 'DUST', 'Dust', 0.0625],
].map(([id, symbol, name, price]) => ({
  id: String(id),
  symbol: String(symbol),
  name: String(name),
  price: Number(price),
}));

export function tokenOf(id: string): TrueToken {
  const token = tokens.find((one) => one.id === id);
  if (token === undefined) throw new Error(`The truth has no token ${id}.`);
  return token;
}

interface Definition {
  readonly id: string;
  readonly name: string;
  readonly level: number;
  readonly weights: Readonly<Record<string, number>>;
}

export const definitions: readonly Definition[] = [
  {
    id: 'base-layers',
    name: 'Base Layers',
    level: 546.8125,
    weights: { btc: 0.5, eth: 0.25, sol: 0.25 },
  },
  {
    id: 'défi & co/π',
    name: 'DeFi & Co',
    level: 88.25,
    weights: { 'uni/v3': 0.5, aave: 0.375, dust: 0.125 },
  },
  { id: 'real-world', name: 'Real World', level: 131.5, weights: { ondo: 0.75, mkr: 0.25 } },
  {
    id: 'ai',
    name: 'Machine Minds',
    level: 1204.015625,
    weights: { tao: 0.5, rndr: 0.375, eth: 0.125 },
  },
];

export const quantised = (value: number) => Math.round(value * 64) / 64;

/** Returns the ratio to the latest value, `age` milliseconds before now: 1 at 0, between 0.7 and 1.3 before. */
export const shareAt = (age: number, phase: number) =>
  1 + 0.3 * Math.sin(age / day / (3 + phase)) * Math.cos(age / day / 41);

/** Stored wallet, with its last value if it was emptied, so that it has a past. */
export interface Kept {
  readonly id: string;
  readonly thematic: string;
  readonly amounts: Map<string, number>;
  readonly past: number;
  updatedAt: number;
}

/** Returns the first wallets of a user: none, an empty one, or one to four. */
export function firstWallets(index: number, customId: string, updatedAt: number): Kept[] {
  if (customId === 'nobody-holds-this') return [];
  const count = 1 + (index % definitions.length);
  return definitions.slice(0, count).map(({ id, weights }, at) => {
    const isEmpty = index === 6 && at === 0;
    const names = isEmpty ? [] : Object.keys(weights);
    return {
      id: `w-${index}-${at}`,
      thematic: id,
      amounts: new Map(names.map((name, place) => [name, ((index * 7 + place * 13) % 97) + 0.25])),
      past: isEmpty ? 4096.5 : 0,
      updatedAt,
    };
  });
}
