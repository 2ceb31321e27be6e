import { describe, expect, it } from 'vitest';
import { catalogue } from '#service/prices/catalogue.ts';
import { simulationStart } from '#service/prices/simulated.ts';

describe('the catalogue of the simulated market', () => {
  it('has 12 thematics whose unequal weights sum to 1', () => {
    expect(catalogue.thematics).toHaveLength(12);
    expect(new Set(catalogue.thematics.map(({ _id }) => _id)).size).toBe(12);
    for (const { _id, name, description, tokens } of catalogue.thematics) {
      expect(_id).toMatch(/^[a-z]+(-[a-z]+)+$/);
      expect(name).not.toBe('');
      expect(description).toMatch(/^[A-Z].{20,200}\.$/);
      const sum = tokens.reduce((total, { weight }) => total + weight, 0);
      expect(Math.abs(sum - 1)).toBeLessThan(1e-12);
      expect(new Set(tokens.map(({ weight }) => weight)).size).toBeGreaterThan(2);
      expect(tokens.every(({ weight }) => weight > 0)).toBe(true);
    }
  });

  it('has some 60 to 70 tokens, each in a thematic and some in two', () => {
    const places = new Map(catalogue.tokens.map(({ _id }) => [_id, 0]));
    for (const { tokens } of catalogue.thematics) {
      for (const { token } of tokens) places.set(token, (places.get(token) ?? Number.NaN) + 1);
    }
    expect(places.size).toBe(catalogue.tokens.length);
    expect(places.size).toBeGreaterThanOrEqual(60);
    expect(places.size).toBeLessThanOrEqual(70);
    const counts = [...places.values()];
    expect(counts.every((count) => count === 1 || count === 2)).toBe(true);
    expect(counts.filter((count) => count === 2).length).toBeGreaterThanOrEqual(2);
  });

  it('gives each token a symbol of its own as its id, and figures that can be', () => {
    for (const { _id, symbol, name, startPrice, volatility, drift, listedAt } of catalogue.tokens) {
      expect(symbol).toBe(_id);
      expect(symbol).toMatch(/^[A-Z]{3,5}$/);
      expect(name).not.toBe(symbol);
      expect(startPrice).toBeGreaterThan(0);
      expect(volatility).toBeGreaterThan(0.05);
      expect(volatility).toBeLessThan(2);
      expect(Math.abs(drift)).toBeLessThan(0.5);
      expect((listedAt ?? simulationStart) % 86_400_000).toBe(0);
    }
    const later = catalogue.tokens.filter(({ listedAt }) => (listedAt ?? 0) > simulationStart);
    expect(later.length).toBeGreaterThan(5);
  });
});
