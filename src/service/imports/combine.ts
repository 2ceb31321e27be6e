import { durationText } from '#contract/duration.ts';
import type { TokenPrices } from '../prices/book.ts';
import { quoted, type Faults } from './importFaults.ts';
import type { PriceTable } from './priceCsv.ts';
import { Track } from '../prices/track.ts';

export interface Combined {
  /** Adds the prices of one more file. A price that differs from an earlier file's is a fault. */
  add(table: PriceTable, faults: Faults): void;
  readonly prices: TokenPrices[];
}

export function createCombined(): Combined {
  const combined = new Map<string, { readonly first: TokenPrices; track: Track | null }>();
  return {
    add({ file, columns }, faults) {
      for (const prices of columns) {
        const key = `${prices.step} ${prices.tokenId}`;
        const before = combined.get(key);
        if (before === undefined) {
          combined.set(key, { first: prices, track: null });
          continue;
        }
        if (before.track === null) {
          before.track = new Track();
          before.track.merge(before.first);
        }
        compare(before.track, prices, file, faults);
        before.track.merge(prices);
      }
    },
    get prices() {
      return Array.from(combined.values(), ({ first, track }) =>
        track === null ? first : { ...first, ...track.columns },
      );
    },
  };
}

function compare(
  track: Track,
  { tokenId, step, times, prices }: TokenPrices,
  file: string,
  faults: Faults,
): void {
  let index = -1;
  times.forEach((at, place) => {
    index = track.indexAt(at, index);
    const price = prices[place];
    if (track.timeAt(index) !== at || track.priceAt(index) === price) return;
    const open = new Date(at - step).toISOString();
    faults.add(
      { file, column: tokenId },
      `${quoted(tokenId)} is ${price} in the ${durationText(step)} from ${open} on, and ${track.priceAt(index)} in an earlier file`,
    );
  });
}
