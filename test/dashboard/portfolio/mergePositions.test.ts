import { describe, expect, it } from 'vitest';
import type { Wallet } from '#contract/wallet.ts';
import { csvOf } from '#dashboard/design/columns.ts';
import { mergedColumns } from '#dashboard/users/holdings/AllPositions.tsx';
import { findPositions } from '#dashboard/portfolio/Positions.tsx';
import { mergePositions } from '#dashboard/portfolio/mergePositions.ts';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences } from '#dashboard/preferences/preferences.ts';

interface Held {
  readonly id: string;
  readonly symbol?: string;
  readonly amount: number;
  readonly price: number | null;
}

function wallet(thematics: string, held: readonly Held[]): Wallet {
  const tokens = held.map(({ id, symbol = id.toUpperCase(), amount, price }) => ({
    token: { _id: id, symbol, name: `The ${id}`, price, priceAt: null },
    amount,
    total: amount * (price ?? 0),
  }));
  const total = tokens.reduce((sum, position) => sum + position.total, 0);
  const updatedAt = '2026-01-01T00:00:00.000Z';
  return { _id: thematics, user: 'u', thematics, total, tokens, updatedAt };
}

const columns = mergedColumns(createFormat(defaultPreferences), {
  customId: 'u',
  largest: 1,
  why: undefined,
  nameOf: String,
  categories: new Map(),
});

const wallets = [
  wallet('small', [
    { id: 'btc', amount: 1, price: 10 },
    { id: 'new', amount: 5, price: null },
  ]),
  wallet('large', [
    { id: 'btc', amount: 3, price: 10 },
    { id: 'eth', amount: 60, price: 1 },
    { id: 'bt2', symbol: 'BTC', amount: 0, price: 2 },
  ]),
];
const merged = mergePositions(wallets, 100);
const ids = (positions: readonly { token: { _id: string } }[]) =>
  positions.map(({ token }) => token._id);

const find = (typed: string) =>
  ids(findPositions(merged, typed, ({ heldIn }) => heldIn.map((id) => `Família ${id}`)));

describe('all positions of a user', () => {
  it('contain each token once, with its sum over all wallets and its share', () => {
    expect(merged.find(({ token }) => token._id === 'btc')).toMatchObject({
      amount: 4,
      total: 40,
      share: 0.4,
      heldIn: ['large', 'small'],
    });
    expect(merged).toHaveLength(4);
  });

  it('have no shares if the total is zero, and do not exist without wallets', () => {
    expect(mergePositions(wallets, 0)[0]?.share).toBeNull();
    expect(mergePositions([], 0)).toEqual([]);
  });

  it('show the id only for tokens with the same symbol', () => {
    const alike = merged.filter(({ sharesSymbol }) => sharesSymbol);
    expect(ids(alike).toSorted()).toEqual(['bt2', 'btc']);
  });

  it('are sorted by symbol and id', () => {
    expect(ids(merged)).toEqual(['bt2', 'btc', 'eth', 'new']);
  });

  it('match searches by symbol, name, id and wallet, regardless of case and accents', () => {
    expect(find('')).toHaveLength(4);
    expect(find(' eTh ')).toEqual(['eth']);
    expect(find('the new')).toEqual(['new']);
    expect(find('FAMILIA small')).toEqual(['btc', 'new']);
    expect(find('bt2')).toEqual(['bt2']);
    expect(find('.*')).toEqual([]);
  });

  it('are exported with all digits, without figures that privacy mode hides', () => {
    const btc = merged.find(({ token }) => token._id === 'btc');
    if (btc === undefined) throw new Error('No position');
    const exact = { ...btc, total: 0.1 + 0.2 };
    expect(csvOf(columns, [exact], 'off').split('\r\n')[1]).toBe(
      'btc,BTC,The btc,4,10,,0.30000000000000004,0.4,large small',
    );
    expect(csvOf(columns, [exact], 'percentages')).toBe(
      'token,symbol,name,price,priceAt,share,thematics\r\nbtc,BTC,The btc,10,,0.4,large small\r\n',
    );
    expect(csvOf(columns, [exact], 'hidden')).not.toContain('0.4');
  });

  it('leave room for wallet names in a window of 1,280 px', () => {
    const pane = 896;
    const shown = columns.filter(({ from = 0 }) => from <= pane);
    const taken = shown.reduce((sum, { width = 0 }) => sum + width, 0);
    const sharing = shown.filter(({ width }) => width === undefined).length;
    const own = shown.at(-1)?.width ?? (pane - taken) / sharing;
    // “Machine Intelligence” with its color mark, padding, and 30 px for figures of millions.
    expect(own).toBeGreaterThanOrEqual(186 + 30);
  });

  it('are merged and searched fast for ten thousand tokens in two wallets', () => {
    const many = Array.from({ length: 10_000 }, (_, i) => ({ id: `t${i}`, amount: i, price: 1 }));
    const began = performance.now();
    const all = mergePositions([wallet('a', many), wallet('b', many)], 1);
    const matches = findPositions(all, 't9999');
    const lasted = performance.now() - began;
    expect(matches).toHaveLength(1);
    expect(matches[0]).toMatchObject({ token: { _id: 't9999' }, amount: 19_998 });
    // Measured 25 ms; this machine may be busy.
    expect(lasted).toBeLessThan(1000);
  });
});
