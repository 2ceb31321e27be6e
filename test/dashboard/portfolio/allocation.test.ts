import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Wallet } from '#contract/wallet.ts';
import {
  allocationByThematic,
  allocationByToken,
  belowZero,
  withOthers,
} from '#dashboard/portfolio/allocation.ts';
import { tilesOf } from '#dashboard/users/allocation/tiles.ts';

const token = (id: string) => ({
  _id: id,
  symbol: id.toUpperCase(),
  name: id,
  price: 1,
  priceAt: null,
});
function wallet(thematics: string, totals: Record<string, number>): Wallet {
  const tokens = Object.entries(totals).map(([id, total]) => ({
    token: token(id),
    amount: total,
    total,
  }));
  return {
    _id: thematics,
    user: 'u',
    thematics,
    total: tokens.reduce((sum, position) => sum + position.total, 0),
    tokens,
    updatedAt: '2026-01-01T00:00:00.000Z',
  };
}
const wallets = [
  wallet('small', { btc: 10, dust: 0 }),
  wallet('closed', {}),
  wallet('large', { eth: 60, btc: 30 }),
];

describe('allocation', () => {
  it('groups by thematic, then by token, the largest first, and omits parts without value', () => {
    const groups = allocationByThematic(wallets, (id) => id.toUpperCase());
    expect(groups.map(({ name, share }) => [name, share])).toEqual([
      ['LARGE', 0.9],
      ['SMALL', 0.1],
    ]);
    expect(groups[0]?.slices.map(({ name, share }) => [name, share])).toEqual([
      ['ETH', 0.6],
      ['BTC', 0.3],
    ]);
    expect(groups[1]?.slices.map(({ name }) => name)).toEqual(['BTC']);
  });

  it('merges a token over all wallets', () => {
    expect(allocationByToken(wallets).map(({ name, share }) => [name, share])).toEqual([
      ['ETH', 0.6],
      ['BTC', 0.4],
    ]);
  });

  it('is empty if no holdings have a value', () => {
    expect(allocationByThematic([wallet('closed', {})], String)).toEqual([]);
    expect(allocationByToken([])).toEqual([]);
  });
});

describe('the treemap of an allocation', () => {
  const frame = { width: 336, height: 300 };

  it('has a tile for each visible token, and one for all tokens that are too small', () => {
    const many = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, i) => [`t${i}`, i < 3 ? 1e6 : 1]),
    );
    const groups = allocationByThematic([wallet('all', many)], String);
    const tiles = tilesOf(groups, frame);
    expect(tiles.map(({ slice }) => slice.name)).toEqual(['T0', 'T1', 'T2', '9997 others']);
    const shares = tiles.reduce((sum, { slice }) => sum + slice.share, 0);
    expect(shares).toBeCloseTo(1, 9);
    expect(tiles.at(-1)?.slice.heldIn).toEqual(['all']);
  });

  it('is one tile that fills the frame if there is one part', () => {
    const groups = allocationByThematic([wallet('all', { btc: 3 })], String);
    const [only, ...others] = tilesOf(groups, frame);
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      slice: { name: 'BTC', share: 1 },
      x: 0,
      y: 0,
      ...frame,
    });
  });

  it('has visible tiles for a thousand wallets, and one for those that are too small', () => {
    const many = Array.from({ length: 1000 }, (_, i) => wallet(`w${i}`, { [`t${i}`]: 1000 - i }));
    const tiles = tilesOf(allocationByThematic(many, String), frame);
    expect(tiles.reduce((sum, { slice }) => sum + slice.share, 0)).toBeCloseTo(1, 9);
    expect(tiles.length).toBeGreaterThan(100);
    expect(tiles.filter(({ width, height }) => !(width > 1 && height > 1))).toEqual([]);
    expect(tiles.map(({ slice }) => slice.name)).toContainEqual(
      expect.stringMatching(/^\d+ others$/),
    );
  });

  it('keeps every tile within the frame', () => {
    const tiles = tilesOf(allocationByThematic(wallets, String), frame);
    const outside = tiles.filter(
      ({ x, y, width, height }) => x + width > 336.001 || y + height > 300.001,
    );
    expect(outside).toEqual([]);
    expect(tiles).toHaveLength(3);
  });

  it('has few tiles even if positions add up to more than the wallet’s total', () => {
    const amounts = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`t${i}`, 5]));
    const tiles = tilesOf(
      allocationByThematic([{ ...wallet('w', amounts), total: 5 }], String),
      frame,
    );
    expect(tiles.map(({ slice }) => slice.name)).toEqual(['10000 others']);
  });

  it('has a tile for a wallet with a total and no positions', () => {
    const bare = { ...wallet('bare', {}), total: 50 };
    const tiles = tilesOf(allocationByThematic([bare, ...wallets], String), frame);
    expect(tiles.map(({ slice }) => slice.name)).toContain('bare');
  });

  it('counts and sums negative values, and sums unnamed parts', () => {
    expect(belowZero([wallet('short', { a: -5, b: -1, c: 10 })])).toEqual({ count: 2, sum: -6 });
    const slices = allocationByToken([wallet('w', { a: 4, b: 3, c: 2, d: 1 })]);
    const shown = withOthers(slices, 3).map(({ name, total }) => [name, total]);
    expect(shown).toEqual([
      ['A', 4],
      ['B', 3],
      ['2 others', 3],
    ]);
    expect(withOthers(slices, 4)).toHaveLength(4);
  });
});

describe('the tiles of a treemap', () => {
  const frame = { width: 336, height: 300 };
  /** Gap between two tiles. */
  const gap = 1;

  it('fill the frame in proportion to the values, and never overlap', () => {
    const values = fc.array(fc.double({ min: 1e-9, max: 1e12, noNaN: true }), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(values, (totals) => {
        const held = totals.map((total, i) => wallet(`w${i}`, { [`t${i}`]: total }));
        const tiles = tilesOf(allocationByThematic(held, String), frame);
        expect(tiles.reduce((sum, { slice }) => sum + slice.share, 0)).toBeCloseTo(1, 9);
        const wrong = tiles.filter(({ slice, width, height }) => {
          const area = slice.share * (frame.width + gap) * (frame.height + gap);
          const isThin = width === 0 || height === 0;
          return !(isThin || Math.abs((width + gap) * (height + gap) - area) < 0.01);
        });
        expect(wrong).toEqual([]);
        const outside = tiles.filter(
          ({ x, y, width, height }) =>
            x < -0.001 || y < -0.001 || x + width > 336 + 0.001 || y + height > 300 + 0.001,
        );
        expect(outside).toEqual([]);
        const overlaps = tiles.filter((a, i) =>
          tiles.some(
            (b, k) =>
              k > i &&
              a.x < b.x + b.width - 0.001 &&
              b.x < a.x + a.width - 0.001 &&
              a.y < b.y + b.height - 0.001 &&
              b.y < a.y + a.height - 0.001,
          ),
        );
        expect(overlaps).toEqual([]);
      }),
    );
  });

  it('do not exist without values', () => {
    expect(tilesOf([], frame)).toEqual([]);
  });
});
