import * as z from 'zod/mini';
import { isoTime } from './time.ts';

/** Roles of keys and people, the most powerful first. */
export const callerRoles = ['admin', 'analyst', 'monitor'] as const;
export type CallerRole = (typeof callerRoles)[number];

/** Role that an operation needs. `anyone` includes callers without a key. */
export type Role = 'anyone' | CallerRole;

/** Whether a caller may do what needs a role; an admin may do everything. */
export function hasRole(caller: CallerRole | null, needed: Role): boolean {
  return needed === 'anyone' || caller === 'admin' || caller === needed;
}

/** Says why a caller who is signed in may not do something. */
export function needsRole(needed: Role, caller: CallerRole): string {
  return `This needs the role ${needed}, and you are signed in as ${caller}. Ask an admin for access.`;
}

/** A session ends so many minutes after the last request that a person caused. */
export const sessionIdleMinutes = 30;
/** And so many hours after it began, whatever happens. */
export const sessionHours = 12;
/** Who signed in more minutes ago does so again before a session creates or revokes keys. */
export const recentSignInMinutes = 15;
/** Wrong keys that an address may send in a minute, signing in and in the Authorization header together. */
export const triesPerMinute = 5;

/** Header of a request that no person caused, and that keeps no session alive: `Background: 1`. */
export const backgroundHeader = 'Background';

/** `GET /x/session`: who am I. */
export const session = z.looseObject({
  /** null: nobody, so one has to sign in. */
  role: z.nullable(z.enum(callerRoles)),
  /** No key is configured: everyone on this machine is admin. */
  open: z.boolean(),
  /** Of the key, or as the provider tells it; null where nobody signed in. */
  name: z.nullable(z.string()),
  /** When it ends at the latest; null: it was not signed in to. */
  endsAt: z.nullable(isoTime),
  /** The OpenID Connect provider one can sign in through, by its host; null: none. */
  provider: z.nullable(z.string()),
});
export type Session = z.infer<typeof session>;

/** A session of a browser that is signed in. */
export const openSession = z.looseObject({
  _id: z.string(),
  name: z.string(),
  role: z.enum(callerRoles),
  createdAt: isoTime,
  /** The last request that a person caused, to the minute. */
  activeAt: isoTime,
  /** When it ends at the latest. */
  endsAt: isoTime,
  /** Whether it is the one that asks. */
  current: z.boolean(),
});
export type OpenSession = z.infer<typeof openSession>;
export const openSessionList = z.array(openSession);

/** What one signs in with. */
export const signIn = z.strictObject({ key: z.string() });

/** A key without its text, of which the service knows no more than a hash. */
export const accessKey = z.looseObject({
  _id: z.string(),
  name: z.string(),
  role: z.enum(callerRoles),
  createdAt: isoTime,
  /** Who created it. */
  createdBy: z.string(),
  /** null: never. */
  expiresAt: z.nullable(isoTime),
  revokedAt: z.nullable(isoTime),
  /** To the minute; null: never used. */
  lastUsedAt: z.nullable(isoTime),
});
export type AccessKey = z.infer<typeof accessKey>;
export const accessKeyList = z.array(accessKey);

const maxNameLength = 100;

/** A key to create. */
export const accessKeyCreation = z.strictObject({
  name: z.string().check(
    z.trim(),
    z.minLength(1, 'it needs at least one character'),
    z.maxLength(maxNameLength, `it may have at most ${maxNameLength} characters`),
    z.refine((text) => !/\p{C}/u.test(text), 'it may hold no control characters'),
  ),
  role: z.enum(callerRoles, `it is one of ${callerRoles.join(', ')}`),
  /** Left out or null: never. */
  expiresAt: z.optional(z.nullable(isoTime)),
});
export type AccessKeyCreation = z.infer<typeof accessKeyCreation>;

/** The answer to a creation, and the only one with the key itself. */
export const createdAccessKey = z.extend(accessKey, { key: z.string() });
export type CreatedAccessKey = z.infer<typeof createdAccessKey>;
