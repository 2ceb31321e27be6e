import type { TokenPrices } from './book.ts';
import { quoted, type Faults } from './faults.ts';
import { stepWords } from './figures.ts';
import type { PriceTable } from './priceCsv.ts';

/** The prices of all files, each token and resolution once. Two files that tell one price differently are a fault. */
export function combineTables(tables: readonly PriceTable[], faults: Faults): TokenPrices[] {
  const combined = new Map<string, TokenPrices>();
  for (const { file, columns } of tables) {
    for (const prices of columns) {
      const key = `${prices.step} ${prices.tokenId}`;
      const before = combined.get(key);
      combined.set(key, before === undefined ? prices : woven(before, prices, file, faults));
    }
  }
  return [...combined.values()];
}

function woven(
  before: TokenPrices,
  { tokenId, step, times, prices }: TokenPrices,
  file: string,
  faults: Faults,
): TokenPrices {
  const told = new Map<number, number>();
  before.times.forEach((at, index) => told.set(at, before.prices[index] ?? Number.NaN));
  times.forEach((at, index) => {
    const price = prices[index] ?? Number.NaN;
    const other = told.get(at) ?? price;
    if (other !== price) {
      const open = new Date(at - step).toISOString();
      faults.add(
        { file, column: tokenId },
        `${quoted(tokenId)} is ${price} in the ${stepWords(step)} from ${open} on, and ${other} in a file before`,
      );
    }
    told.set(at, price);
  });
  const ascending = [...told].toSorted(([a], [b]) => a - b);
  return {
    tokenId,
    step,
    times: Float64Array.from(ascending, ([at]) => at),
    prices: Float64Array.from(ascending, ([, price]) => price),
  };
}
