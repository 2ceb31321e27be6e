import { and, asc, eq, gt, gte, inArray, lte, sql } from 'drizzle-orm';
import { eventDescriptions, eventTypes, isEventType } from '#contract/events.ts';
import { type EventSubject, type LiveEvent, maxReplayed } from '#contract/live.ts';
import type { Queries } from '../database/database.ts';
import { counterNames, counters } from '../database/schema/store.ts';
import { events } from '../database/schema/webhooks.ts';

const pageSize = 500;

export interface EventPage {
  readonly events: readonly LiveEvent[];
  readonly last: number;
  readonly isLast: boolean;
}

/** Wallet events need their body for the user's id; for others the subject is enough. */
const typesOfWallets = eventTypes.filter((type) => eventDescriptions[type].of === 'wallet');

export async function readAfter(queries: Queries, after: number): Promise<EventPage> {
  const rows = await queries
    .select({
      seq: events.seq,
      type: events.type,
      subject: events.subject,
      test: events.test,
      body: sql<
        string | null
      >`CASE WHEN ${inArray(events.type, typesOfWallets)} THEN ${events.body} END`,
    })
    .from(events)
    .where(gt(events.seq, after))
    .orderBy(asc(events.seq))
    .limit(pageSize);
  return {
    events: rows.filter(({ test }) => !test).flatMap(liveEventOf),
    last: rows.at(-1)?.seq ?? after,
    isLast: rows.length < pageSize,
  };
}

interface LiveEventRow {
  readonly seq: number;
  readonly type: string;
  readonly subject: string;
  readonly body: string | null;
}

function liveEventOf({ seq, type, subject, body }: LiveEventRow): LiveEvent[] {
  if (!isEventType(type)) return [];
  const { of } = eventDescriptions[type];
  return [{ seq, type, of, subject, ...idsOf[of](subject, body) }];
}

const idsOf: Record<EventSubject, (subject: string, body: string | null) => Partial<LiveEvent>> = {
  user: (subject) => ({ customId: subject }),
  wallet: (_, body) => {
    const { data }: { data: { user: string; thematics: string } } = JSON.parse(body ?? '');
    return { user: data.user, thematics: data.thematics };
  },
  thematic: (subject) => ({ thematics: subject }),
  wallets: () => ({}),
  thematics: () => ({}),
  endpoint: () => ({}),
};

/** Start position of a client, and whether it missed events that cannot be replayed. */
export interface Beginning {
  readonly after: number;
  readonly isLate: boolean;
}

export async function readLast(queries: Queries): Promise<number> {
  const [row] = await queries
    .select({ value: counters.value })
    .from(counters)
    .where(eq(counters.name, counterNames.event));
  return row?.value ?? 0;
}

/** Position of a client that received everything up to a number; null: it sent no number. */
export async function beginAfter(queries: Queries, known: number | null): Promise<Beginning> {
  const last = await readLast(queries);
  const missed = known === null ? Number.NaN : last - known;
  // A number that was never assigned belongs to another database.
  if (known === null || !(missed >= 0 && missed <= maxReplayed)) {
    return { after: last, isLate: true };
  }
  const [stored] = await queries
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(events)
    .where(and(gt(events.seq, known), lte(events.seq, last)));
  const isLate = (stored?.count ?? 0) < missed;
  return { after: isLate ? last : known, isLate };
}

/** Position of a new client: before the events since a time, which it may have missed. */
export async function beginSince(queries: Queries, at: number): Promise<Beginning> {
  const last = await readLast(queries);
  const [row] = await queries
    .select({
      seq: sql<number | null>`min(${events.seq})`.mapWith((seq) =>
        seq === null ? null : Number(seq),
      ),
    })
    .from(events)
    .where(gte(events.createdAt, at));
  const first = row?.seq ?? last + 1;
  const isLate = last - (first - 1) > maxReplayed;
  return { after: isLate ? last : first - 1, isLate };
}
