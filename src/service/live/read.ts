import { and, asc, eq, gt, gte, lte, sql } from 'drizzle-orm';
import { type LiveEvent, mostReplayed } from '#contract/live.ts';
import type { Queries } from '../database/database.ts';
import { counters, events } from '../database/schema.ts';

/** Rows of events at once. */
const rowsAtOnce = 500;

/** Events after a number, in the order of commits, and the number up to which they were read. */
export interface Page {
  readonly told: readonly LiveEvent[];
  readonly last: number;
  readonly isWhole: boolean;
}

/** Reads the events that follow a number, tests of receivers left out. */
export async function readAfter(queries: Queries, after: number): Promise<Page> {
  const rows = await queries
    .select({
      seq: events.seq,
      type: events.type,
      subject: events.subject,
      test: events.test,
      // The others are told by their subject.
      body: sql<
        string | null
      >`CASE WHEN ${events.type} IN ('wallet.created', 'wallet.updated') THEN ${events.body} END`,
    })
    .from(events)
    .where(gt(events.seq, after))
    .orderBy(asc(events.seq))
    .limit(rowsAtOnce);
  return {
    told: rows.filter(({ test }) => !test).map(toldOf),
    last: rows.at(-1)?.seq ?? after,
    isWhole: rows.length < rowsAtOnce,
  };
}

interface Row {
  readonly seq: number;
  readonly type: string;
  readonly subject: string;
  readonly body: string | null;
}

function toldOf({ seq, type, subject, body }: Row): LiveEvent {
  const event = { seq, type, subject };
  if (type.startsWith('user.')) return { ...event, customId: subject };
  if (type === 'thematic.created' || type === 'thematic.updated') {
    return { ...event, thematics: subject };
  }
  if (body === null) return event;
  const { data }: { data: { user: string; thematics: string } } = JSON.parse(body);
  return { ...event, user: data.user, thematics: data.thematics };
}

/** Where a client begins, and whether there is something before that it cannot be told any more. */
export interface Beginning {
  readonly after: number;
  readonly isLate: boolean;
}

/** The number of the last event that was committed. */
export async function readLast(queries: Queries): Promise<number> {
  const [row] = await queries
    .select({ value: counters.value })
    .from(counters)
    .where(eq(counters.name, 'event'));
  return row?.value ?? 0;
}

/** Where who knows all up to a number goes on; null: what it sent is no number. */
export async function beginAfter(queries: Queries, known: number | null): Promise<Beginning> {
  const last = await readLast(queries);
  const missed = known === null ? Number.NaN : last - known;
  // Numbers that were never given are those of another database.
  if (known === null || !(missed >= 0 && missed <= mostReplayed)) {
    return { after: last, isLate: true };
  }
  const [kept] = await queries
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(events)
    .where(and(gt(events.seq, known), lte(events.seq, last)));
  const isLate = (kept?.count ?? 0) < missed;
  return { after: isLate ? last : known, isLate };
}

/** Where who begins now begins: before what happened since a time, which may have been missed on the way here. */
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
  const isLate = last - (first - 1) > mostReplayed;
  return { after: isLate ? last : first - 1, isLate };
}
