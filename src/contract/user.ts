import * as z from 'zod/mini';
import { kibibyte } from './bytes.ts';
import { walletStatements } from './statement.ts';
import { isoTime } from './time.ts';

// The interface shows customId alone: the other fields are ours; every attribute of the user stands beside them.
/** A user: what the service knows, and the caller's own attributes. Null: another service, in front of which this one stands, does not say. */
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

/** The fields of a user that a caller cannot change: the service's own. */
export const readOnlyAttributes: readonly string[] = Object.keys(user.shape);

/** Body of `PUT /p/users`. */
export const userCreation = z.strictObject({ customId: z.string() });
export type UserCreation = z.infer<typeof userCreation>;

// The interface says that `json` is a string and not what it holds: ours is one JSON object, a merge patch (RFC 7396).
/** Body of `POST /p/users/{id}`. */
export const userUpdate = z.strictObject({ json: z.string() });
export type UserUpdate = z.infer<typeof userUpdate>;

/**
 * Body of `PUT /x/users/{id}`: attributes and first holdings of a new user, checked by the rules of `POST /p/users/{id}`.
 * Pointers of faults point into this body.
 */
export const newUser = z.strictObject({
  attributes: z.optional(z.record(z.string(), z.unknown())),
  wallets: z.optional(walletStatements),
});
export type NewUser = z.infer<typeof newUser>;

/** At most so many bytes of JSON, and so many levels of objects and arrays: of attributes, and of the `json` that changes them. */
export const attributeLimits = { bytes: 32 * kibibyte, levels: 32 };

const maximumCustomIdLength = 128;
/** What a customId may be, in words; `customIdFault` tells it apart. */
export const customIdRule = `1 to ${maximumCustomIdLength} characters of any script, no control characters, no white space at either end, not \`.\` or \`..\``;
const controlCharacter = /\p{Cc}/u;

/**
 * Why a text cannot be a customId, in words that follow "customId "; null where it can.
 * Ids are compared unit by unit, without normalisation; everything not named here goes.
 */
export function customIdFault(text: string): string | null {
  if (text.length === 0) return `is empty; it needs 1 to ${maximumCustomIdLength} characters`;
  if (text.length > maximumCustomIdLength) {
    return `has ${text.length} characters (UTF-16 units); at most ${maximumCustomIdLength} are allowed`;
  }
  if (controlCharacter.test(text))
    return 'holds a control character (such as a tab or a line break)';
  if (!text.isWellFormed()) return 'holds half of a surrogate pair, which is not a character';
  if (text.trim() !== text) return 'starts or ends with white space';
  if (text === '.' || text === '..') return 'cannot be "." or "..", which URLs cannot carry';
  return null;
}
