import { describe, expect, it } from 'vitest';
import type { Thematic } from '#contract/thematic.ts';
import type { Wallet } from '#contract/wallet.ts';
import { countText, positionRowsOf } from '#dashboard/wallets/positionRows.ts';

const at = '2026-01-01T00:00:00.000Z';
const token = (id: string, priceAt: string | null = at) => ({
  _id: id,
  symbol: id.toUpperCase(),
  name: id,
  price: priceAt === null ? null : 1,
  priceAt,
});
const wallet = (...held: [id: string, total: number, priceAt?: string | null][]): Wallet => ({
  _id: 'w',
  user: 'u',
  thematics: 't',
  total: held.reduce((sum, [, total]) => sum + total, 0),
  tokens: held.map(([id, total, priceAt]) => ({ token: token(id, priceAt), amount: total, total })),
  updatedAt: at,
});
const thematic = (weights: Record<string, number>): Thematic => ({
  _id: 't',
  name: 'T',
  description: '',
  total: 100,
  tokens: Object.entries(weights).map(([id, weight]) => ({ token: token(id), weight })),
  change: { day: null, week: null, month: null, year: null, all: null },
  backfilledUntil: null,
  createdAt: at,
  updatedAt: at,
});

describe('positions with targets', () => {
  const target = thematic({ b: 0.25, missing: 0.25, a: 0.5 });
  const positions = positionRowsOf(wallet(['outside', 10], ['a', 60], ['b', 30]), target);

  it('are sorted by size, with tokens not held last', () => {
    const rows = positions.map((row) => [row.token._id, row.weight, row.target]);
    expect(rows).toEqual([
      ['a', 0.6, 0.5],
      ['b', 0.3, 0.25],
      ['outside', 0.1, null],
      ['missing', 0, 0.25],
    ]);
    expect(countText(positions, true)).toBe('3 held, 1 target token not held, 1 not in target');
  });

  it('drift by weight minus target, which is 0 for a token outside the thematic', () => {
    const drifts = positions.map(({ drift }) => Number(drift?.toFixed(9)));
    expect(drifts).toEqual([0.1, 0.05, 0.1, -0.25]);
  });

  it('have no target and no drift while the thematic is unknown', () => {
    const rows = positionRowsOf(wallet(['a', 1]), undefined);
    expect(rows).toMatchObject([{ target: null, drift: null, weight: 1 }]);
    expect(countText(rows, false)).toBe('1 held');
  });

  it('have none either if the weights of the thematic are unknown', () => {
    const known = thematic({ a: 0.5, b: 0.5 });
    const tokens = known.tokens?.map((one) => ({ ...one, weight: null })) ?? null;
    const rows = positionRowsOf(wallet(['a', 1]), { ...known, tokens });
    expect(rows).toMatchObject([{ target: null, drift: null, weight: 1 }]);
    expect(positionRowsOf(wallet(['a', 1]), { ...known, tokens: null })).toEqual(rows);
  });

  it('come last and have no weight if their value is unknown', () => {
    const { tokens, ...rest } = wallet(['a', 1], ['b', 2]);
    const unknown = tokens.map((one, index) => (index === 0 ? { ...one, total: null } : one));
    const rows = positionRowsOf({ ...rest, tokens: unknown }, undefined);
    expect(rows).toMatchObject([
      { token: { _id: 'b' }, total: 2, weight: null },
      { token: { _id: 'a' }, total: null, weight: null, isMissing: false },
    ]);
  });

  it('have no weight in a wallet without value', () => {
    const rows = positionRowsOf(wallet(['a', 0]), thematic({ a: 0.5, b: 0.5 }));
    expect(rows.map(({ weight, drift }) => [weight, drift])).toEqual([
      [null, null],
      [null, null],
    ]);
  });
});
