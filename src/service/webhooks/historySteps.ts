import { and, eq, inArray, like, ne, or, sql } from 'drizzle-orm';
import { stepOf } from '#contract/historyType.ts';
import { formatTime } from '#contract/time.ts';
import type { EventType } from '#contract/webhook.ts';
import type { Connections, Queries } from '../database/database.ts';
import { counters, endpoints, webhooks } from '../database/schema.ts';
import type { EventLog, NewEvent } from '../events/log.ts';
import type { Market } from '../market/market.ts';
import { createLevelBook, levelAt } from '../thematics/levels.ts';
import { readThematics } from '../thematics/store.ts';
import { readUserWallets } from '../users/list.ts';
import { readUsers } from '../users/store.ts';
import { pricesAt, totalOf } from '../wallets/value.ts';

export interface HistoryTelling {
  readonly database: Connections;
  readonly market: Market;
  readonly clock: () => number;
  readonly events: EventLog;
  /** The process ends: what is left is told by the next. */
  readonly isStopped?: () => boolean;
}

const step = stepOf.day;
const usersAtOnce = 500;
const most = { records: 100, bytes: 16_000 } as const;
const names = { told: 'history told', begun: 'history begun', user: 'history user' } as const;

type Appended = Extract<EventType, `${string}.history.appended`>;

/**
 * Tells, once per whole 5-minute step, what was appended to the histories: made only where a webhook asks, some users at a
 * time, each in a transaction of its own, from where it was if a process died. A step nobody was there for is not told.
 */
export function createHistoryTelling(options: HistoryTelling): () => Promise<void> {
  const levels = createLevelBook(options.market);
  return async () => {
    const at = Math.floor(options.market.asOf() / step) * step;
    if (at <= (await readCounters(options.database.queries)).told) return;
    while (options.isStopped?.() !== true && (await tellSome(options, levels, at)));
  };
}

/** @returns whether there is more of this step. */
function tellSome(
  { database, market, clock, events }: HistoryTelling,
  levels: ReturnType<typeof createLevelBook>,
  at: number,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const { told, begun, user } = await readCounters(tx, true);
    // Another process may be at a later one already.
    if (at <= told || at < begun) return false;
    // What was before the first step that could be told is told to nobody.
    if (told === 0) {
      await write(tx, { told: at });
      return false;
    }
    const asked = await askedFor(tx);
    const now = clock();
    if (begun !== at) {
      const thematics = asked.has('thematic.history.appended')
        ? await thematicRecords(tx, market, levels, at)
        : [];
      await write(tx, { begun: at, user: 0 });
      await events.appendNow(tx, now, messagesOf('thematic.history.appended', at, thematics));
      return true;
    }
    const rows = asked.has('wallet.history.appended') ? await readUsers(tx, user, usersAtOnce) : [];
    const last = rows.at(-1);
    if (last === undefined) {
      await write(tx, { told: at });
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
    await events.appendNow(tx, now, messagesOf('wallet.history.appended', at, records));
    return true;
  });
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

/** Records in messages that are neither too many nor too large: what is told of many is never thin. */
function messagesOf(type: Appended, at: number, records: readonly object[]): NewEvent[] {
  const parts: object[][] = [];
  let bytes = 0;
  for (const record of records) {
    const size = Buffer.byteLength(JSON.stringify(record)) + 1;
    const part = parts.at(-1);
    if (part === undefined || part.length >= most.records || bytes + size > most.bytes) {
      parts.push([record]);
      bytes = size;
    } else {
      part.push(record);
      bytes += size;
    }
  }
  const date = formatTime(at);
  return parts.map((part) => ({ type, subject: date, data: { date, records: part } }));
}

/** Which of the two types some endpoint is waiting for. */
async function askedFor(tx: Queries): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectDistinct({ type: webhooks.type })
    .from(webhooks)
    .innerJoin(endpoints, eq(endpoints.seq, webhooks.endpointSeq))
    .where(
      and(
        ne(endpoints.status, 'disabled'),
        or(like(webhooks.type, '%.history.appended'), eq(webhooks.type, '*')),
      ),
    );
  const types = rows.map(({ type }) => type);
  const all = ['thematic.history.appended', 'wallet.history.appended'];
  return new Set(types.includes('*') ? all : types);
}

async function readCounters(queries: Queries, isLocked = false) {
  const found = queries
    .select()
    .from(counters)
    .where(inArray(counters.name, Object.values(names)))
    .orderBy(counters.name);
  const rows = await (isLocked ? found.for('update') : found);
  const of = (name: string) => rows.find((row) => row.name === name)?.value ?? 0;
  return { told: of(names.told), begun: of(names.begun), user: of(names.user) };
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
  if (name === undefined) throw new Error(`There is no counter ${key}`);
  return name;
}
