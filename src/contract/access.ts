import * as z from 'zod/mini';
import { isoTime } from './time.ts';

/** Roles of keys and signed-in people, the most powerful first. */
export const callerRoles = ['admin', 'analyst', 'monitor'] as const;
export type CallerRole = (typeof callerRoles)[number];

/** Role that an operation needs. `anyone` includes callers without a key. */
export type Role = 'anyone' | CallerRole;

/** Returns true if the caller's role is sufficient. An admin may do everything. */
export function hasRole(caller: CallerRole | null, needed: Role): boolean {
  return needed === 'anyone' || caller === 'admin' || caller === needed;
}

/** Returns the message for a signed-in caller whose role is not sufficient. */
export function needsRole(needed: Role, caller: CallerRole): string {
  return `This needs the role ${needed}, and you are signed in as ${caller}. Ask an admin for access.`;
}

/** A session ends this many minutes after the last request that a person caused. */
export const sessionIdleMinutes = 30;
/** A session ends this many hours after it began, even if it is active. */
export const sessionHours = 12;
/** If the sign-in is older, creating or revoking keys needs a new one. */
export const recentSignInMinutes = 15;
/** Wrong keys per address and minute, at sign-in and in the Authorization header together. */
export const triesPerMinute = 5;

/** Header of an automatic request, which does not keep a session alive: `Background: 1`. */
export const backgroundHeader = 'Background';

/** Answer of `GET /x/session`: the current caller. */
export const session = z.looseObject({
  /** null: not signed in, and sign-in is required. */
  role: z.nullable(z.enum(callerRoles)),
  /** No key is configured, so every caller on this machine is admin. */
  open: z.boolean(),
  /** Name of the key, or the name from the provider; null if not signed in. */
  name: z.nullable(z.string()),
  /** Latest end of the session; null without a session. */
  endsAt: z.nullable(isoTime),
  /** Address of the view that `/` opens for the caller; null or missing: none. */
  home: z.optional(z.nullable(z.string())),
  /** Host of the OpenID Connect provider for sign-in; null if there is none. */
  provider: z.nullable(z.string()),
});
export type Session = z.infer<typeof session>;

/** A browser's session. */
export const openSession = z.looseObject({
  _id: z.string(),
  name: z.string(),
  role: z.enum(callerRoles),
  createdAt: isoTime,
  /** The last request that a person caused, to the minute. */
  activeAt: isoTime,
  /** Latest end of the session. */
  endsAt: isoTime,
  /** This session made the request. */
  current: z.boolean(),
});
export type OpenSession = z.infer<typeof openSession>;
export const openSessionList = z.array(openSession);

/** Body of `POST /x/session`. */
export const signIn = z.strictObject({ key: z.string() });

/** A key without its text, of which the service stores only a hash. */
export const accessKey = z.looseObject({
  _id: z.string(),
  name: z.string(),
  role: z.enum(callerRoles),
  createdAt: isoTime,
  createdBy: z.string(),
  /** null: the key never expires. */
  expiresAt: z.nullable(isoTime),
  revokedAt: z.nullable(isoTime),
  /** To the minute; null if never used. */
  lastUsedAt: z.nullable(isoTime),
});
export type AccessKey = z.infer<typeof accessKey>;
export const accessKeyList = z.array(accessKey);

const maxNameLength = 100;

/** Body of `POST /x/keys`. */
export const accessKeyCreation = z.strictObject({
  name: z.string().check(
    z.trim(),
    z.minLength(1, 'enter at least one character'),
    z.maxLength(maxNameLength, `use at most ${maxNameLength} characters`),
    z.refine((text) => !/\p{C}/u.test(text), 'control characters are not allowed'),
  ),
  role: z.enum(callerRoles, `it must be one of ${callerRoles.join(', ')}`),
  /** Missing or null: the key never expires. */
  expiresAt: z.optional(z.nullable(isoTime)),
});
export type AccessKeyCreation = z.infer<typeof accessKeyCreation>;

/** Answer of `POST /x/keys`, the only one that contains the key itself. */
export const createdAccessKey = z.extend(accessKey, { key: z.string() });
export type CreatedAccessKey = z.infer<typeof createdAccessKey>;
