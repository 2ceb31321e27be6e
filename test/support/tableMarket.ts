import type { Market } from '#service/prices/market.ts';

/** Prices of one token, each with the instant from which it is in effect, and their usual interval. */
export interface TokenTable {
  readonly step: number;
  readonly prices: readonly (readonly [at: number, price: number])[];
}

/**
 * Stored market as a table, read by walking it from its start. It shares no code with the product's price book, so that histories
 * can be compared with it.
 */
export function createTableMarket(tables: Record<string, TokenTable>, asOf: number): Market {
  const tokens = Object.keys(tables).map((id) => ({
    _id: id,
    symbol: id.toUpperCase(),
    name: `The token ${id}`,
  }));
  const known = new Map(
    Object.entries(tables).map(([id, { prices }]) => [id, prices.filter(([at]) => at <= asOf)]),
  );
  const pricesOf = (id: string) => known.get(id) ?? [];
  const priceAt: Market['priceAt'] = (id, at) => {
    const step = tables[id]?.step ?? Infinity;
    let last: ReturnType<Market['priceAt']> = null;
    for (const [since, price] of pricesOf(id)) {
      if (since <= at) last = { price, at: since, step };
    }
    return last;
  };
  return {
    kind: 'stored',
    version: 1,
    tickSeconds: null,
    asOf: () => asOf,
    tokens: () => tokens,
    token: (id) => tokens.find(({ _id }) => _id === id),
    priceAt,
    series: (id, times) => times.map((at) => priceAt(id, at)?.price ?? Number.NaN),
    firstAt: (id) => pricesOf(id)[0]?.[0] ?? null,
    finestStep(ids, from, to) {
      const steps = [...ids].flatMap((id) =>
        pricesOf(id).some(([at]) => at > from && at <= to) ? [tables[id]?.step ?? Infinity] : [],
      );
      return steps.length === 0 ? null : Math.min(...steps);
    },
  };
}
