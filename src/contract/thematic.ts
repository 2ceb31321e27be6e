import * as z from 'zod/mini';
import { change } from './change.ts';
import { statementStatuses } from './statement.ts';
import { isoTime } from './time.ts';
import { token } from './token.ts';

/** A token of a thematic with its target weight; null: a connected service does not say. */
export const constituent = z.looseObject({ token, weight: z.nullable(z.number()) });
export type Constituent = z.infer<typeof constituent>;

// The interface does not show a thematic's fields: ours are its names, level, target weights and changes.
/**
 * A thematic. `total`: index level, 100 at inception, null before it; `weight`: target, 0..1, sum 1. `backfilledUntil`: levels
 * before this instant were computed afterwards, with weights chosen in hindsight, so nobody could have earned them; null
 * where there are none. Of a connected service null is also what it does not say: the tokens as a whole, times.
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

// The interface does not show the element type of the list of thematics: ours is the thematic itself.
export const thematicList = z.array(thematic);

/** How many characters the name of a thematic, and that of a token, has at most. */
export const maxNameLength = 200;

/**
 * Body of `PUT /x/thematics/{id}`: defines a thematic or redefines it. Weights are over 0 and sum to 1. `from`: start of
 * the definition. A new thematic has no level before it and 100 at it; it lies between the first price of its tokens and the
 * as of. Left out, a new thematic is backfilled to its first prices. Later definitions lie between the inception and the as
 * of (the default). The same `from` again replaces; the level chains on at `from`, so that no level before it changes.
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
 * A row of `GET /x/thematics/{id}/definitions`, newest first: what the thematic is made of from `from` on, when that was stated,
 * and what became of it. `from` of a backfilled first one is the inception, null where no token has a price yet.
 */
export const datedDefinition = z.looseObject({
  from: z.nullable(isoTime),
  tokens: z.array(z.looseObject({ token: z.string(), weight: z.number() })),
  statedAt: isoTime,
  status: z.enum(statementStatuses),
});
export type DatedDefinition = z.infer<typeof datedDefinition>;
export const definitionList = z.array(datedDefinition);
