import * as z from 'zod/mini';
import { kibibyte } from './bytes.ts';
import { walletStatements } from './statement.ts';
import { isoTime } from './time.ts';

// The interface shows only customId. The other fields are ours, and the user's attributes are next to them.
/**
 * A user: the service's own fields and the caller's attributes. null means that a connected service does not report the value.
 */
export const user = z.looseObject({
  _id: z.string(),
  customId: z.string(),
  createdAt: z.nullable(isoTime),
  updatedAt: z.nullable(isoTime),
  total: z.nullable(z.number()),
  walletCount: z.nullable(z.number()),
  sample: z.optional(z.boolean()),
});
export type User = z.infer<typeof user>;

export const userList = z.array(user);

/** The service's own fields, which a caller cannot change. */
export const readOnlyAttributes: readonly string[] = Object.keys(user.shape);

/** Body of `PUT /p/users`. */
export const userCreation = z.strictObject({ customId: z.string() });
export type UserCreation = z.infer<typeof userCreation>;

// The interface says that `json` is a string, but not its content. Ours is one JSON object, a merge patch (RFC 7396).
/** Body of `POST /p/users/{id}`. */
export const userUpdate = z.strictObject({ json: z.string() });
export type UserUpdate = z.infer<typeof userUpdate>;

/**
 * Body of `PUT /x/users/{id}`: attributes and first holdings of a new user, with the rules of `POST /p/users/{id}`. Fault
 * pointers refer to this body.
 */
export const newUser = z.strictObject({
  attributes: z.optional(z.record(z.string(), z.unknown())),
  wallets: z.optional(walletStatements),
});
export type NewUser = z.infer<typeof newUser>;

/** Maximum bytes of JSON, and maximum levels of objects and arrays, for attributes and for the `json` that changes them. */
export const attributeLimits = { bytes: 32 * kibibyte, levels: 32 };

const maximumCustomIdLength = 128;
/** The rule of `customIdFault` as text. */
export const customIdRule = `1 to ${maximumCustomIdLength} characters of any script, no control characters, no white space at either end, not \`.\` or \`..\``;
const controlCharacter = /\p{Cc}/u;

/**
 * Returns why a text cannot be a customId, in words that follow "customId "; null if it can. Ids are compared by UTF-16 unit,
 * without normalization. Everything else is allowed.
 */
export function customIdFault(text: string): string | null {
  if (text.length === 0) return `is empty; it must have 1 to ${maximumCustomIdLength} characters`;
  if (text.length > maximumCustomIdLength) {
    return `has ${text.length} characters (UTF-16 units); at most ${maximumCustomIdLength} are allowed`;
  }
  if (controlCharacter.test(text))
    return 'contains a control character (such as a tab or a line break)';
  if (!text.isWellFormed()) return 'contains half of a surrogate pair, which is not a character';
  if (text.trim() !== text) return 'starts or ends with white space';
  if (text === '.' || text === '..') return 'cannot be "." or "..", which URLs cannot carry';
  return null;
}
