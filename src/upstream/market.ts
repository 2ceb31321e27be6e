import type { Source } from './source/source.ts';

/** Version of the connected service's data for the live stream. It increases with every change. */
export interface ConnectedMarket {
  readonly kind: 'connected';
  readonly version: number;
  /** Refresh interval of pages that a person has open, in seconds. */
  readonly tickSeconds: number;
  /** Time of the last good answer in epoch milliseconds. Before the first one, the start of the process. */
  asOf(): number;
  /** Makes every open page request its data again. */
  change(): void;
}

const tickSeconds = 30;

export function createConnectedMarket(
  clock: () => number,
  source: Pick<Source, 'lastGoodAt'>,
): ConnectedMarket {
  const begunAt = clock();
  let version = 0;
  return {
    kind: 'connected',
    get version() {
      return version;
    },
    tickSeconds,
    asOf: () => source.lastGoodAt ?? begunAt,
    change() {
      version += 1;
    },
  };
}
