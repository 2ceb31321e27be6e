import { eq } from 'drizzle-orm';
import type { Context } from 'hono';
import { recentSignInMinutes, type Session } from '#contract/access.ts';
import {
  createKey,
  createSession,
  deleteSession,
  deleteSessions,
  endSession,
  getKeys,
  getSession,
  getSessions,
  revokeKey,
} from '#contract/operations/access.ts';
import { pathOf } from '#contract/operation.ts';
import { formatTime } from '#contract/time.ts';
import type { Database } from '#platform/database/database.ts';
import { sessions } from '#platform/database/schema/access.ts';
import { callOf, type Caller } from '#platform/http/caller.ts';
import { fieldChange } from '#platform/http/changes.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import { makeChange } from '#platform/http/makeChange.ts';
import { problem } from '#platform/http/problem.ts';
import type { Access } from './callers.ts';
import { readSessions, recentSignInMs, sessionId, sessionMs, sessionView } from './sessionStore.ts';
import type { Homes } from '../views/homes.ts';
import { insertKey, keyView, readKeys, setRevoked } from './keyStore.ts';
import type { WrongKeys } from './wrongKeys.ts';

export interface AccessOperationsOptions {
  readonly access: Access;
  readonly wrongKeys: WrongKeys;
  readonly database: Database;
  readonly clock: () => number;
  readonly homes: Homes;
  /** Display name of the sign-in provider; null: none. */
  readonly provider: string | null;
}

export function accessOperations({
  access,
  wrongKeys,
  database,
  clock,
  homes,
  provider,
}: AccessOperationsOptions): Implementation[] {
  return [
    implement(getSession, (_, c) => sessionOf(callOf(c).caller)),

    implement(createSession, async ({ body: { key: text } }, c) => {
      if (await access.isOpen()) {
        throw problem(
          'unauthenticated',
          'There are no keys: everyone on this machine is admin, without sign-in.',
        );
      }
      const { address } = callOf(c);
      // Counts the attempt before checking the key, so that parallel attempts count too.
      await wrongKeys.count(address);
      const key = await access.findKey(text.trim());
      if (key === undefined) {
        throw problem(
          'unauthenticated',
          'This key is unknown, expired or revoked. Check that you pasted all of it.',
        );
      }
      await wrongKeys.undoCount(address);
      const { id: subject, name, role } = key;
      const { cookie, caller } = await access.signIn(c, { subject, name, role });
      callOf(c).caller = caller;
      return new Reply(201, await sessionOf(caller), { 'Set-Cookie': cookie });
    }),

    implement(deleteSession, async (_, c) => signedOut(c, false)),

    implement(deleteSessions, async (_, c) => signedOut(c, true)),

    implement(getSessions, async (_, c) => {
      const { caller } = callOf(c);
      const rows = await readSessions(database.queries, visibleSubject(caller), clock());
      return rows.map((row) => sessionView(row, caller.session));
    }),

    implement(endSession, async ({ params: { id } }, c) => {
      const rows = await readSessions(database.queries, visibleSubject(callOf(c).caller), clock());
      const row = rows.find(({ hash }) => sessionId(hash) === id);
      if (row === undefined) {
        throw problem('session-not-found', `There is no session ${JSON.stringify(id)} to end.`);
      }
      await makeChange(c, database, (tx) => tx.delete(sessions).where(eq(sessions.hash, row.hash)));
      await access.ended();
      return undefined;
    }),

    implement(getKeys, () => readKeys(database.queries)),

    implement(createKey, async ({ body }, c) => {
      const { caller } = callOf(c);
      checkRecent(caller);
      const createdBy = caller.name;
      const { row, text } = await makeChange(
        c,
        database,
        (tx) => insertKey(tx, body, { createdBy, now: clock() }),
        ({ row: { id, ...created } }) => ({
          subject: { id, name: created.name },
          changes: [
            ...fieldChange('name', undefined, created.name),
            ...fieldChange('role', undefined, created.role),
            ...fieldChange('expires', undefined, timeOf(created.expiresAt)),
          ],
        }),
      );
      const created = { ...keyView(row), key: text };
      return new Reply(201, created, { Location: pathOf(getKeys, {}) });
    }),

    implement(revokeKey, async ({ params: { id } }, c) => {
      checkRecent(callOf(c).caller);
      const now = clock();
      const revoked = await makeChange(
        c,
        database,
        (tx) => setRevoked(tx, id, now),
        ({ name, role, revokedAt }) => ({
          subject: { id, name },
          changes: revokedAt === formatTime(now) ? fieldChange('role', role, undefined) : [],
        }),
      );
      await access.ended();
      return revoked;
    }),
  ];

  /** Requires a recent sign-in: a person at someone else's open page must not create a key for themselves. */
  function checkRecent({ via, endsAt }: Caller): void {
    if (via !== 'session' || endsAt === null) return;
    if (clock() - (endsAt - sessionMs) < recentSignInMs) return;
    throw problem(
      'sign-in-too-old',
      `Creating or revoking a key requires a sign-in within the last ${recentSignInMinutes} minutes. Sign in again.`,
    );
  }

  async function sessionOf(caller: Caller): Promise<Session> {
    const { role, name, endsAt, via } = caller;
    return {
      role,
      open: via === 'open',
      name: role === null || via === 'open' ? null : name,
      endsAt: endsAt === null ? null : formatTime(endsAt),
      home: role === null ? null : await homes.of(caller),
      provider,
    };
  }

  async function signedOut(c: Context, everywhere: boolean): Promise<Reply<undefined>> {
    return new Reply(204, undefined, { 'Set-Cookie': await access.signOut(c, everywhere) });
  }
}

const timeOf = (at: number | null) => (at === null ? undefined : formatTime(at));

/** Returns the subject whose sessions a caller may see and end; null: all subjects. */
function visibleSubject({ role, subject }: Caller): string | null {
  return role === 'admin' ? null : subject;
}
