import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { inArray, like, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Queries } from '#platform/database/database.ts';
import { facts } from '#platform/database/schema/store.ts';
import type { Dependencies } from '../../portfolio/dependencies.ts';

export interface Processes {
  /** Origins on this machine, this process first; the others were read recently. */
  origins(): Promise<readonly string[]>;
  live(): Promise<readonly string[]>;
  /** Announces this process; needed at least every two minutes. */
  announce(): Promise<void>;
  withdraw(): Promise<void>;
}

export const announceIntervalMs = 30_000;
const goneAfterMs = 120_000;
const readIntervalMs = 3000;

const prefix = 'process ';
const fact = z.object({ machine: z.string(), origin: z.string(), at: z.number() });
/** The database's clock is the same for all processes. */
const databaseNow = sql`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;

export function createProcesses(
  { database: { isShared }, ownUrl }: Pick<Dependencies, 'database' | 'ownUrl'>,
  queries: Queries,
): Processes {
  // An embedded database has a single process.
  if (!isShared) {
    const origins = async () => [ownUrl()];
    return { origins, live: origins, announce: async () => {}, withdraw: async () => {} };
  }
  const name = prefix + randomUUID();
  const machine = hostname();
  let others: Promise<readonly string[]> = Promise.resolve([]);
  let readAt = -Infinity;
  const readOthers = async (): Promise<readonly string[]> => {
    const { live } = await readProcesses(queries);
    return live.filter((one) => one.machine === machine).map(({ origin }) => origin);
  };
  return {
    async origins() {
      if (performance.now() - readAt >= readIntervalMs) {
        readAt = performance.now();
        const before = others;
        // While the database is unavailable, the latest known ones are used.
        others = readOthers().catch(() => before);
      }
      return [ownUrl(), ...(await others)];
    },
    async live() {
      const { live } = await readProcesses(queries);
      return [ownUrl(), ...live.map(({ origin }) => origin)];
    },
    async announce() {
      const value = sql`json_build_object('machine', ${machine}::text, 'origin', ${ownUrl()}::text, 'at', ${databaseNow})::text`;
      await queries
        .insert(facts)
        .values({ name, value })
        .onConflictDoUpdate({ target: facts.name, set: { value } });
      const { gone } = await readProcesses(queries);
      if (gone.length > 0) await queries.delete(facts).where(inArray(facts.name, gone));
    },
    async withdraw() {
      await queries.delete(facts).where(inArray(facts.name, [name]));
    },
  };
}

async function readProcesses(queries: Queries) {
  const rows = await queries
    .select({ name: facts.name, value: facts.value, now: databaseNow.mapWith(Number) })
    .from(facts)
    .where(like(facts.name, `${prefix}%`));
  const all = rows.flatMap(({ name, value, now }) => {
    const { data } = fact.safeParse(JSON.parse(value));
    return data === undefined ? [] : [{ name, now, ...data }];
  });
  // A time in the future was written before that clock was set back.
  const live = all.filter(({ at, now }) => Math.abs(now - at) < goneAfterMs);
  return { live, gone: all.filter((one) => !live.includes(one)).map(({ name }) => name) };
}
