import type { Source } from './source/source.ts';

/** What the live stream follows in front of another service: its version grows whenever something changed there. */
export interface ConnectedMarket {
  readonly kind: 'connected';
  readonly version: number;
  /** Seconds after which what people look at is requested again. */
  readonly tickSeconds: number;
  /** The last good answer, in epoch milliseconds; before the first one, when the process began. */
  asOf(): number;
  /** Something changed there, so that every page requests again what it shows. */
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
