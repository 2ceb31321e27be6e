import { desc, eq } from 'drizzle-orm';
import {
  recentSignInMinutes,
  sessionHours,
  sessionIdleMinutes,
  type OpenSession,
} from '#contract/access.ts';
import { formatTime } from '#contract/time.ts';
import type { Queries } from '#platform/database/database.ts';
import { sessions, type SessionRow } from '#platform/database/schema/access.ts';

const minute = 60_000;
/** Maximum lifetime of a session, in milliseconds. */
export const sessionMs = sessionHours * 60 * minute;
const idleMs = sessionIdleMinutes * minute;
export const recentSignInMs = recentSignInMinutes * minute;

export function isSessionAlive({ createdAt, activeAt }: SessionRow, now: number): boolean {
  return now < createdAt + sessionMs && now < activeAt + idleMs;
}

/** Returns a public id of a session, from its hash, which cannot sign in. */
export function sessionId(hash: Uint8Array): string {
  return `ses_${Buffer.from(hash).toString('hex').slice(0, 16)}`;
}

/**
 * Returns unexpired sessions, newest first.
 * @param subject null: sessions of all subjects.
 */
export async function readSessions(
  queries: Queries,
  subject: string | null,
  now: number,
): Promise<SessionRow[]> {
  const rows = await queries
    .select()
    .from(sessions)
    .where(subject === null ? undefined : eq(sessions.subject, subject))
    .orderBy(desc(sessions.createdAt));
  return rows.filter((row) => isSessionAlive(row, now));
}

/** @param current id of the requesting session. */
export function sessionView(row: SessionRow, current: string | null): OpenSession {
  const id = sessionId(row.hash);
  return {
    _id: id,
    name: row.name,
    role: row.role,
    createdAt: formatTime(row.createdAt),
    activeAt: formatTime(row.activeAt),
    endsAt: formatTime(row.createdAt + sessionMs),
    current: id === current,
  };
}
