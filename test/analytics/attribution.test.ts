import { expect, test } from 'vitest';
import { attributionOf, type AttributedToken } from '#analytics/attribution.ts';
import { sumOf } from '#analytics/weights.ts';

const column = (...values: number[]) => Float64Array.from(values);

/** One step: weights, targets and returns of tokens, and the two returns that follow. */
function oneStep(tokens: readonly (readonly [w: number, t: number, b: number])[]) {
  return attributionOf(
    {
      wallet: column(1 + sumOf(tokens.map(([w, , b]) => w * b))),
      thematic: column(1 + sumOf(tokens.map(([, t, b]) => t * b))),
    },
    tokens.map(([w, t, b]) => ({ weights: column(w), targets: column(t), returns: column(b) })),
  );
}

// The published segments (references/figures.md, J): the allocation effect needs only the benchmark's returns. Selection and
// interaction are not tested, because a wallet and its thematic hold the same tokens.
test('has the published allocation effects of Brinson and Fachler', () => {
  const { effects, thematic, difference } = oneStep([
    [0.4, 0.4, 0.1],
    [0.3, 0.2, -0.04],
    [0.3, 0.4, 0.08],
  ]);
  expect(thematic).toBeCloseTo(0.064, 12);
  expect([...effects].map((effect) => Number(effect.toFixed(12)))).toEqual([0, -0.0104, -0.0016]);
  expect(difference).toBeCloseTo(-0.012, 12);
});

/** A deterministic series of numbers in 0..1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function someSteps(seed: number, steps: number, count: number) {
  const random = randomFrom(seed);
  const shares = () => {
    const parts = Array.from({ length: count }, random);
    const whole = sumOf(parts);
    return parts.map((part) => part / whole);
  };
  const rows = Array.from({ length: steps }, () => ({
    w: shares(),
    t: shares(),
    b: Array.from({ length: count }, () => random() * 0.6 - 0.3),
  }));
  const tokens: AttributedToken[] = Array.from({ length: count }, (_, i) => ({
    weights: Float64Array.from(rows, ({ w }) => w[i] ?? NaN),
    targets: Float64Array.from(rows, ({ t }) => t[i] ?? NaN),
    returns: Float64Array.from(rows, ({ b }) => b[i] ?? NaN),
  }));
  const over = (of: 'w' | 't') =>
    Float64Array.from(rows, (row) => 1 + sumOf(row.b.map((b, i) => b * (row[of][i] ?? NaN))));
  return { rows, tokens, growth: { wallet: over('w'), thematic: over('t') } };
}

test('effects of any number of steps add up to the difference, by token and by step', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const { tokens, growth } = someSteps(seed, 400, 7);
    const { effects, steps, difference, residual } = attributionOf(growth, tokens);
    const scale = Math.max(1, Math.abs(difference));
    expect(Math.abs(sumOf(effects) - difference) / scale).toBeLessThan(1e-12);
    expect(Math.abs(sumOf(steps) - difference) / scale).toBeLessThan(1e-12);
    expect(Math.abs(residual) / scale).toBeLessThan(1e-12);
  }
});

test('is what plain loops over the formula give', () => {
  const { rows, tokens, growth } = someSteps(11, 60, 4);
  const { effects } = attributionOf(growth, tokens);
  for (let i = 0; i < 4; i++) {
    let effect = 0;
    for (const [k, { w, t, b }] of rows.entries()) {
      let factor = 1;
      for (let s = 0; s < k; s++) factor *= growth.wallet[s] ?? NaN;
      for (let s = k + 1; s < rows.length; s++) factor *= growth.thematic[s] ?? NaN;
      const active = (w[i] ?? NaN) - (t[i] ?? NaN);
      effect += active * ((b[i] ?? NaN) + 1 - (growth.thematic[k] ?? NaN)) * factor;
    }
    expect((effects[i] ?? NaN) / effect).toBeCloseTo(1, 9);
  }
});

test('a wallet that is always on target costs nothing, to the last bit', () => {
  const { tokens, growth } = someSteps(3, 50, 5);
  const onTarget = tokens.map((token) => ({ ...token, weights: token.targets }));
  const { effects, difference, residual } = attributionOf(
    { wallet: growth.thematic, thematic: growth.thematic },
    onTarget,
  );
  expect([...effects, difference, residual]).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

test('a total loss of either, and steps without a difference, need no limit', () => {
  const lost = oneStep([
    [1, 0, -1],
    [0, 1, 0.2],
  ]);
  expect(lost.wallet).toBe(-1);
  expect(lost.difference).toBeCloseTo(-1.2, 12);
  expect(sumOf(lost.effects)).toBeCloseTo(-1.2, 12);
  const { tokens, growth } = someSteps(9, 20, 3);
  growth.thematic[7] = 0;
  const parts = attributionOf(growth, tokens);
  expect(parts.thematic).toBe(-1);
  expect([...parts.effects].every(Number.isFinite)).toBe(true);
});

test('without steps, everything is 0; columns of other lengths are rejected', () => {
  const none = attributionOf({ wallet: column(), thematic: column() }, []);
  expect(none).toMatchObject({ wallet: 0, thematic: 0, difference: 0, residual: 0 });
  const one = { weights: column(1), targets: column(1), returns: column(0, 0) };
  expect(() => attributionOf({ wallet: column(1), thematic: column(1) }, [one])).toThrow(
    RangeError,
  );
  expect(() => attributionOf({ wallet: column(1), thematic: column() }, [])).toThrow(RangeError);
});

test('splitting a token in two leaves the sum of their effects, and those of the others', () => {
  const { tokens, growth } = someSteps(21, 100, 3);
  const [first, ...others] = tokens;
  if (first === undefined) throw new Error('no token');
  const half = {
    ...first,
    weights: first.weights.map((w) => w / 2),
    targets: first.targets.map((t) => t / 2),
  };
  const whole = attributionOf(growth, tokens).effects;
  const split = attributionOf(growth, [half, half, ...others]).effects;
  expect((split[0] ?? NaN) + (split[1] ?? NaN)).toBeCloseTo(whole[0] ?? NaN, 12);
  expect(split.slice(2)).toEqual(whole.slice(1));
});
