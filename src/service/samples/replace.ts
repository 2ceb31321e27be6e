import { grouped } from '#contract/digits.ts';
import type { Database, Queries } from '#platform/database/database.ts';
import { recordChange } from '../events/log.ts';
import type { Market } from '../prices/market.ts';
import { countSamples, makeSamples, removeSamples, type SampleOrder } from './make.ts';

export interface ReplacedSamples {
  readonly removed: number;
  readonly made: number;
}

/**
 * Replaces all sample users in one transaction, in which `record` runs last. Ids of users created by people are skipped, so fewer may be created.
 */
export function replaceSamples(
  database: Database,
  market: Market,
  order: SampleOrder,
  record: (tx: Queries, replaced: ReplacedSamples) => Promise<void>,
): Promise<ReplacedSamples> {
  return database.transaction(
    async (tx) => {
      const removed = await removeSamples(tx);
      await makeSamples(tx, market, order);
      const made = await countSamples(tx);
      await recordChange(tx);
      await record(tx, { removed, made });
      return { removed, made };
    },
    { isAlone: true },
  );
}

const users = (count: number) => `${grouped(count)} sample ${count === 1 ? 'user' : 'users'}`;

export function replacedText({ removed, made }: ReplacedSamples): string {
  if (removed === 0 && made === 0) return 'There were no sample users.';
  if (removed === 0) return `${users(made)} created.`;
  if (made === 0) return `${users(removed)} removed.`;
  return `${users(removed)} replaced by ${grouped(made)} new ones.`;
}
