import { sql } from 'drizzle-orm';
import type { Queries } from '#platform/database/database.ts';
import { deliveries, events } from '#platform/database/schema/webhooks.ts';
import { createHistoryPublisher } from '#service/webhooks/historyEvents.ts';
import type { TestService } from './service.ts';

const second = 1000;
const tick = 10 * second;
const hour = 3600 * second;

export interface Hour {
  readonly ticks: number;
  readonly ticksThatWrote: number;
  readonly events: number;
  readonly records: number;
  readonly deliveries: number;
  /** Bytes of the largest message. */
  readonly largest: number;
  /** Milliseconds to publish a step, and after a tick without one. */
  readonly took: readonly number[];
  readonly idle: readonly number[];
}

export async function hourOfTicks({ dependencies, database, clock }: TestService): Promise<Hour> {
  const publish = createHistoryPublisher(dependencies);
  // Steps before the first publish are never published.
  await publish();
  const before = await database.queries.$count(events);
  let written = before;
  const took: number[] = [];
  const idle: number[] = [];
  for (let at = 0; at < hour; at += tick) {
    clock.now += tick;
    const began = performance.now();
    await publish();
    const time = performance.now() - began;
    const now = await database.queries.$count(events);
    (now > written ? took : idle).push(time);
    written = now;
  }
  const [told] = await database.queries
    .select({
      largest: sql<number>`max(octet_length(${events.body}))`.mapWith(Number),
      records:
        sql<number>`sum(json_array_length(${events.body}::json -> 'data' -> 'records'))`.mapWith(
          Number,
        ),
    })
    .from(events);
  return {
    ticks: hour / tick,
    ticksThatWrote: took.length,
    events: written - before,
    records: told?.records ?? 0,
    deliveries: await database.queries.$count(deliveries),
    largest: told?.largest ?? 0,
    took,
    idle,
  };
}

/** Returns a fingerprint of all holdings, which is the same until one is written. */
export async function holdingsPrint(queries: Queries): Promise<string> {
  const [row] = await queries
    .select({
      print: sql<string>`concat_ws(' ',
        (SELECT concat(count(*), ' ', sum(revision), ' ', max(updated_at)) FROM users),
        (SELECT concat(count(*), ' ', max(updated_at)) FROM wallets),
        (SELECT concat(count(*), ' ', max(seq)) FROM statements),
        (SELECT concat(count(*), ' ', max(updated_at)) FROM thematics))`,
    })
    .from(sql`(SELECT 1) AS one`);
  return row?.print ?? '';
}
