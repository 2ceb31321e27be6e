import { triesPerMinute } from '#contract/access.ts';
import { minute } from '#contract/historyType.ts';
import { rateLimited } from '#platform/http/problem.ts';
import { networkOf } from './address.ts';
import { secondsUntil, type Counts } from './counts.ts';

/** Counts wrong keys by address, from sign-ins and headers. */
export interface WrongKeys {
  /** @throws 429 rate-limited above `triesPerMinute` */
  count(address: string): Promise<void>;
  /** Withdraws the last count after a correct key. */
  undoCount(address: string): Promise<void>;
}

export function createWrongKeys(counts: Counts, clock: () => number): WrongKeys {
  const add = (address: string, by: number) =>
    counts.add(`wrong-key ${networkOf(address)}`, minute, by);
  return {
    async count(address) {
      const { count, endsAt } = await add(address, 1);
      if (count <= triesPerMinute) return;
      throw rateLimited(
        `${triesPerMinute} wrong keys came from your address within a minute.`,
        secondsUntil(endsAt, clock()),
      );
    },
    async undoCount(address) {
      await add(address, -1);
    },
  };
}
