import * as z from 'zod/mini';
import { change } from './change.ts';
import { statementStatuses } from './statement.ts';
import { isoTime } from './time.ts';
import { token } from './token.ts';

/** A token of a thematic with its target weight; null if a connected service does not report it. */
export const constituent = z.looseObject({ token, weight: z.nullable(z.number()) });
export type Constituent = z.infer<typeof constituent>;

// The interface does not show a thematic's fields. Ours are its names, level, target weights and changes.
/**
 * A thematic. `total`: index level, 100 at inception, null before it. `weight`: target, 0..1, sum 1. `backfilledUntil`: levels
 * before this instant were computed in hindsight, so no user could have earned them; null if there are none. null also means that
 * a connected service does not report the value: all tokens, times.
 */
export const thematic = z.looseObject({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  total: z.nullable(z.number()),
  tokens: z.nullable(z.array(constituent)),
  change,
  backfilledUntil: z.nullable(isoTime),
  createdAt: z.nullable(isoTime),
  updatedAt: z.nullable(isoTime),
});
export type Thematic = z.infer<typeof thematic>;

// The interface does not show the element type of the list of thematics. Ours is the thematic itself.
export const thematicList = z.array(thematic);

/** Maximum length of the name of a thematic or token, in characters. */
export const maxNameLength = 200;

/**
 * Body of `PUT /x/thematics/{id}`, which defines or redefines a thematic. Weights are positive and sum to 1. `from`: start of the
 * definition. A new thematic starts with level 100 at `from`, which lies between the first price of its tokens and the as of.
 * Without `from`, a new thematic is backfilled to its first prices. Later definitions start between the inception and the as of
 * (the default). The same `from` replaces a definition. The level is chained at `from`, so that earlier levels do not change.
 */
export const thematicDefinition = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(maxNameLength)),
  description: z.optional(z.string().check(z.maxLength(2000))),
  tokens: z
    .array(z.strictObject({ token: z.string(), weight: z.number() }))
    .check(z.minLength(1), z.maxLength(1000)),
  from: z.optional(isoTime),
});
export type ThematicDefinition = z.infer<typeof thematicDefinition>;

/**
 * A row of `GET /x/thematics/{id}/definitions`, newest first: the definition from `from` on, when it was recorded, and its
 * status. `from` of a backfilled first definition is the inception, null if no token has a price yet.
 */
export const datedDefinition = z.looseObject({
  from: z.nullable(isoTime),
  tokens: z.array(z.looseObject({ token: z.string(), weight: z.number() })),
  statedAt: isoTime,
  status: z.enum(statementStatuses),
});
export type DatedDefinition = z.infer<typeof datedDefinition>;
export const definitionList = z.array(datedDefinition);
