import { timingSafeEqual } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { backgroundHeader } from '#contract/access.ts';
import type { Database, Queries } from '#platform/database/database.ts';
import {
  accessKeys,
  sessions,
  type AccessKeyRow,
  type SessionRow,
} from '#platform/database/schema/access.ts';
import { commandName, localCaller, type Caller } from '#platform/http/caller.ts';
import { makeChange } from '#platform/http/makeChange.ts';
import { problem } from '#platform/http/problem.ts';
import { sessionId, sessionMs, isSessionAlive, recentSignInMs } from './sessionStore.ts';
import { createRecorder } from './recorder.ts';
import { hashOf, hasKeys, isKeyUsable, randomText } from './keyStore.ts';

const minute = 60_000;
/** Interval at which open streams check whether time or another process has ended their session or key. */
const checkIntervalMs = 5000;

export interface AccessOptions {
  readonly database: Database;
  readonly clock: () => number;
  /** Token that commands on this machine send, from `process.json`. */
  readonly token: string;
  readonly isLoopback: boolean;
  readonly publicUrl: string | null;
  readonly hasProvider?: boolean;
}

export interface SignedIn {
  readonly subject: string;
  readonly name: string;
  readonly role: SessionRow['role'];
  /** Time of the proof of identity, which may be earlier at a provider. Default: now. */
  readonly provedAt?: number;
}

export interface Access {
  /** Returns true if no key is configured: then everyone on this machine may do everything. */
  isOpen(): Promise<boolean>;
  /** Address besides loopback that the process answers to; null: none while the service is open. */
  readonly publicUrl: () => Promise<string | null>;
  readonly isHttps: boolean;
  identify(c: Context): Promise<Caller>;
  findKey(text: string): Promise<AccessKeyRow | undefined>;
  /** Starts a session, ends the request's previous one, and returns the cookie to set. */
  signIn(c: Context, who: SignedIn): Promise<{ readonly cookie: string; readonly caller: Caller }>;
  /** Ends the session of the request, or all sessions of its subject, and returns the cookie that clears it. */
  signOut(c: Context, everywhere?: boolean): Promise<string>;
  /** Closes the streams of sessions and keys that have ended. */
  ended(): Promise<void>;
}

interface WatchedIdentity {
  readonly isValid: () => Promise<boolean>;
  readonly callbacks: Set<() => void>;
}

export function createAccess(options: AccessOptions): Access {
  const { database, clock, isLoopback, hasProvider = false } = options;
  const { queries } = database;
  const remember = createMemory(database);
  const record = createRecorder();
  const isHttps = options.publicUrl?.startsWith('https:') === true;
  // Browsers accept a cookie with this prefix over HTTPS only, without a domain and for all paths.
  const cookieName = isHttps ? '__Host-portfolio' : 'portfolio';
  const tokenHash = hashOf(options.token);
  const watched = new Map<string, WatchedIdentity>();
  let isClosed = hasProvider || !isLoopback;
  let timer: NodeJS.Timeout | undefined;

  async function isOpen(): Promise<boolean> {
    isClosed ||= await remember('any key', () => hasKeys(queries));
    return !isClosed;
  }

  async function findKey(text: string): Promise<AccessKeyRow | undefined> {
    const hash = hashOf(text);
    const [row] = await remember(`key ${hex(hash)}`, () =>
      queries.select().from(accessKeys).where(eq(accessKeys.hash, hash)),
    );
    return row !== undefined && isKeyUsable(row, clock()) ? row : undefined;
  }

  async function findSession(hash: Uint8Array): Promise<SessionRow | undefined> {
    const [row] = await remember(`session ${hex(hash)}`, () =>
      queries.select().from(sessions).where(eq(sessions.hash, hash)),
    );
    const now = clock();
    if (row === undefined || !isSessionAlive(row, now)) return undefined;
    if (row.subject.startsWith('oidc:')) return hasProvider ? row : undefined;
    const [key] = await remember(`key ${row.subject}`, () =>
      queries.select().from(accessKeys).where(eq(accessKeys.id, row.subject)),
    );
    return key !== undefined && isKeyUsable(key, now) ? row : undefined;
  }

  /** Calls back once a session or key no longer exists. */
  function onEndOf(name: string, isValid: () => Promise<boolean>) {
    return (callback: () => void) => {
      const watch = watched.get(name) ?? { isValid, callbacks: new Set() };
      watch.callbacks.add(callback);
      watched.set(name, watch);
      timer ??= setInterval(() => void ended().catch(() => {}), checkIntervalMs).unref();
      return () => {
        watch.callbacks.delete(callback);
        if (watch.callbacks.size === 0) watched.delete(name);
        if (watched.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    };
  }

  async function ended(): Promise<void> {
    for (const { isValid, callbacks } of watched.values()) {
      if (!(await isValid())) for (const callback of callbacks) callback();
    }
  }

  function keyCaller({ id, name, role, hash }: AccessKeyRow, text: string): Caller {
    const isValid = async () => (await findKey(text)) !== undefined;
    return {
      role,
      via: 'key',
      subject: id,
      name,
      session: null,
      endsAt: null,
      onEnd: onEndOf(`key ${hex(hash)}`, isValid),
    };
  }

  function sessionCaller({ hash, role, subject, name, createdAt }: SessionRow): Caller {
    const isValid = async () => (await findSession(hash)) !== undefined;
    return {
      role,
      via: 'session',
      subject,
      name,
      session: sessionId(hash),
      endsAt: createdAt + sessionMs,
      onEnd: onEndOf(`session ${hex(hash)}`, isValid),
    };
  }

  async function byHeader(text: string): Promise<Caller> {
    if (timingSafeEqual(hashOf(text), tokenHash)) {
      return { ...localCaller, via: 'process', name: commandName };
    }
    const key = await findKey(text);
    if (key === undefined) {
      const fault = 'This key is unknown, expired or revoked. Use another one.';
      return { ...noCaller(fault), isWrongKey: true };
    }
    const now = clock();
    if (key.lastUsedAt === null || now - key.lastUsedAt >= minute) {
      record(key.id, () => recordUse(queries, key.id, now));
    }
    return keyCaller(key, text);
  }

  async function byCookie(c: Context, text: string): Promise<Caller> {
    const session = await findSession(hashOf(text));
    if (session === undefined) return noCaller('The session has ended. Sign in again.');
    const { method } = c.req.raw;
    const isOfPage =
      c.req.header('origin') !== undefined || c.req.header('sec-fetch-site') === 'same-origin';
    if (method !== 'GET' && method !== 'HEAD' && !isOfPage) {
      throw problem(
        'forbidden',
        'Only pages of the dashboard may change data with a session. Send a key instead.',
      );
    }
    const now = clock();
    if (c.req.header(backgroundHeader) === undefined && now - session.activeAt >= minute) {
      record(hex(session.hash), async () => {
        await queries
          .update(sessions)
          .set({ activeAt: now })
          .where(eq(sessions.hash, session.hash));
        await recordUse(queries, session.subject, now);
      });
    }
    return sessionCaller(session);
  }

  function cookieOf(text: string, seconds: number): string {
    const secure = isHttps ? '; Secure' : '';
    return `${cookieName}=${text}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
  }

  return {
    isOpen,
    publicUrl: async () => {
      // An unreadable database lets no caller in, so every address is safe.
      const isOpenNow = await isOpen().catch(() => false);
      return isOpenNow ? null : options.publicUrl;
    },
    isHttps,
    findKey,
    ended,

    async identify(c) {
      const [scheme = '', text = ''] = (c.req.header('authorization') ?? '').split(/\s+/, 2);
      const bearer = scheme.toLowerCase() === 'bearer' && text !== '' ? text : null;
      if (bearer !== null) {
        const caller = await byHeader(bearer);
        if (caller.role !== null) return caller;
        return (await isOpen()) ? localCaller : caller;
      }
      if (await isOpen()) return localCaller;
      if (scheme !== '') return noCaller('The Authorization header is not “Bearer KEY”.');
      const cookie = getCookie(c, cookieName);
      return cookie === undefined ? noCaller() : byCookie(c, cookie);
    },

    async signIn(c, who) {
      const text = randomText('session');
      const now = clock();
      const before = getCookie(c, cookieName);
      const { provedAt = now, ...person } = who;
      // A person whom the provider signed in earlier is signed in, but not recently.
      const createdAt = Math.min(now, Math.max(provedAt, now - recentSignInMs));
      const row = { ...person, hash: hashOf(text), createdAt, activeAt: now };
      await database.transaction(async (tx) => {
        // Also ends a session that someone else put into this browser.
        if (before !== undefined)
          await tx.delete(sessions).where(eq(sessions.hash, hashOf(before)));
        await tx.delete(sessions).where(lt(sessions.createdAt, now - sessionMs));
        await tx.insert(sessions).values(row);
        await recordUse(tx, row.subject, now);
      });
      return { cookie: cookieOf(text, sessionMs / 1000), caller: sessionCaller(row) };
    },

    async signOut(c, everywhere = false) {
      const text = getCookie(c, cookieName);
      const { subject } = everywhere ? await this.identify(c) : { subject: null };
      await makeChange(c, database, async (tx) => {
        if (text !== undefined) await tx.delete(sessions).where(eq(sessions.hash, hashOf(text)));
        if (subject !== null) await tx.delete(sessions).where(eq(sessions.subject, subject));
      });
      await ended();
      return cookieOf('', 0);
    },
  };
}

export function noCaller(fault?: string): Caller {
  return {
    role: null,
    via: 'nobody',
    subject: null,
    name: 'nobody',
    session: null,
    endsAt: null,
    ...(fault === undefined ? {} : { fault }),
    onEnd: () => () => {},
  };
}

/** Records the use of a key, directly or through a session. People of a provider have no key. */
async function recordUse(queries: Queries, subject: string, now: number): Promise<void> {
  await queries.update(accessKeys).set({ lastUsedAt: now }).where(eq(accessKeys.id, subject));
}

function hex(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}

/** Caches reads until the next write, unless other processes may write too. */
function createMemory({ writes }: Database) {
  const known = new Map<string, unknown>();
  let cachedAt = -1;
  return async <Value>(name: string, read: () => PromiseLike<Value>): Promise<Value> => {
    if (writes === null) return read();
    const now = writes();
    if (now !== cachedAt) known.clear();
    cachedAt = now;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each name has one read function
    if (known.has(name)) return known.get(name) as Value;
    const value = await read();
    if (writes() === now) known.set(name, value);
    return value;
  };
}
