import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { maxRecordsPerMessage, type EventType } from '#contract/events.ts';
import { stepOf } from '#contract/historyType.ts';
import { formatTime } from '#contract/time.ts';
import type { Connections, Queries } from '#platform/database/database.ts';
import { counterNames, counters } from '#platform/database/schema/store.ts';
import { endpoints, webhooks } from '#platform/database/schema/webhooks.ts';
import type { EventLog } from '../events/log.ts';
import type { NewEvent } from '../events/message.ts';
import type { Market } from '../prices/market.ts';
import { createLevelBook, levelAt } from '#figures/levels.ts';
import { readThematics } from '../portfolio/thematicStore.ts';
import { readUserWallets } from '../portfolio/userList.ts';
import { readUsers } from '../portfolio/userStore.ts';
import { pricesAt, totalOf } from '../portfolio/walletView.ts';

export interface HistoryPublishing {
  readonly database: Connections;
  readonly market: Market;
  readonly clock: () => number;
  readonly events: EventLog;
  /** The process is stopping: the next one publishes the rest. */
  readonly isStopped?: () => boolean;
}

const step = stepOf.day;
const userBatchSize = 500;
const maxRecordBytes = 16_000;
const names = {
  published: counterNames.historyPublished,
  started: counterNames.historyStarted,
  user: counterNames.historyUser,
} as const;

const appendedTypes = [
  'thematic.history.appended',
  'wallet.history.appended',
] as const satisfies EventType[];

/**
 * Publishes the records appended to the histories, once per whole step and only if a webhook wants them. Works in
 * batches of users, each in its own transaction, so that it resumes after a crash. Steps without a running process are
 * not published.
 */
export function createHistoryPublisher(options: HistoryPublishing): () => Promise<void> {
  const levels = createLevelBook(options.market);
  return async () => {
    const at = Math.floor(options.market.asOf() / step) * step;
    if (at <= (await readCounters(options.database.queries)).published) return;
    while (options.isStopped?.() !== true && (await publishBatch(options, levels, at)));
  };
}

/** @returns whether more of this step is left. */
function publishBatch(
  { database, market, clock, events }: HistoryPublishing,
  levels: ReturnType<typeof createLevelBook>,
  at: number,
): Promise<boolean> {
  return database.transaction(
    async (tx) => {
      const { published, started, user } = await readCounters(tx, true);
      // Another process may be at a later step already.
      if (at <= published || at < started) return false;
      // Nothing before the first step is published.
      if (published === 0) {
        await write(tx, { published: at });
        return false;
      }
      const wanted = await subscribedTypes(tx);
      const now = clock();
      if (started !== at) {
        const thematics = wanted.has('thematic.history.appended')
          ? await thematicRecords(tx, market, levels, at)
          : [];
        await write(tx, { started: at, user: 0 });
        const happened = dataOf(at, thematics).map((data): NewEvent => ({
          type: 'thematic.history.appended',
          subject: data.date,
          data,
        }));
        await events.publishNow(tx, now, happened);
        return true;
      }
      const rows = wanted.has('wallet.history.appended')
        ? await readUsers(tx, user, userBatchSize)
        : [];
      const last = rows.at(-1);
      if (last === undefined) {
        await write(tx, { published: at });
        return false;
      }
      const prices = pricesAt(market, at);
      const records = (await readUserWallets(tx, rows, at)).flatMap(
        ({ user: { customId }, wallets }) =>
          wallets.flatMap(({ thematicId, since, positions }) =>
            since === null
              ? []
              : [{ user: customId, thematics: thematicId, total: totalOf(positions, prices) }],
          ),
      );
      await write(tx, { user: last.seq });
      const happened = dataOf(at, records).map((data): NewEvent => ({
        type: 'wallet.history.appended',
        subject: data.date,
        data,
      }));
      await events.publishNow(tx, now, happened);
      return true;
    },
    { isAlone: true },
  );
}

async function thematicRecords(
  tx: Queries,
  market: Market,
  levels: ReturnType<typeof createLevelBook>,
  at: number,
) {
  return (await readThematics(tx)).flatMap((thematic) => {
    const total = levelAt(market, levels, thematic, at);
    return total === null ? [] : [{ thematics: thematic.id, total }];
  });
}

/** Splits records into messages small enough to be sent in full. */
function dataOf<Item>(at: number, records: readonly Item[]): { date: string; records: Item[] }[] {
  const chunks: Item[][] = [];
  let bytes = 0;
  for (const record of records) {
    const size = Buffer.byteLength(JSON.stringify(record)) + 1;
    const chunk = chunks.at(-1);
    if (
      chunk === undefined ||
      chunk.length >= maxRecordsPerMessage ||
      bytes + size > maxRecordBytes
    ) {
      chunks.push([record]);
      bytes = size;
    } else {
      chunk.push(record);
      bytes += size;
    }
  }
  const date = formatTime(at);
  return chunks.map((chunk) => ({ date, records: chunk }));
}

async function subscribedTypes(tx: Queries): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectDistinct({ type: webhooks.type })
    .from(webhooks)
    .innerJoin(endpoints, eq(endpoints.seq, webhooks.endpointSeq))
    .where(and(ne(endpoints.status, 'disabled'), inArray(webhooks.type, [...appendedTypes, '*'])));
  const types = rows.map(({ type }) => type);
  return new Set(types.includes('*') ? appendedTypes : types);
}

async function readCounters(queries: Queries, isLocked = false) {
  const query = queries
    .select()
    .from(counters)
    .where(inArray(counters.name, Object.values(names)))
    .orderBy(counters.name);
  const rows = await (isLocked ? query.for('update') : query);
  const of = (name: string) => rows.find((row) => row.name === name)?.value ?? 0;
  return { published: of(names.published), started: of(names.started), user: of(names.user) };
}

async function write(tx: Queries, values: Partial<Record<keyof typeof names, number>>) {
  const rows = Object.entries(values).map(([key, value]) => ({ name: nameOf(key), value }));
  await tx
    .insert(counters)
    .values(rows)
    .onConflictDoUpdate({ target: counters.name, set: { value: sql`excluded.value` } });
}

function nameOf(key: string): string {
  const name = Object.entries(names).find(([known]) => known === key)?.[1];
  if (name === undefined) throw new Error(`Unknown counter: ${key}`);
  return name;
}
