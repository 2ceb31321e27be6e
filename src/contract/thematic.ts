import * as z from 'zod/mini';
import { change } from './change.ts';
import { isoTime } from './time.ts';
import { token } from './token.ts';

/** A token of a thematic with its target weight. */
export const constituent = z.looseObject({ token, weight: z.number() });
export type Constituent = z.infer<typeof constituent>;

// The interface does not show a thematic's fields: ours are its names, level, target weights and changes.
/** A thematic. `total`: index level, 100 at inception, null before it; `weight`: target, 0..1, sum 1. */
export const thematic = z.looseObject({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  total: z.nullable(z.number()),
  tokens: z.array(constituent),
  change,
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Thematic = z.infer<typeof thematic>;

// The interface does not show the element type of the list of thematics: ours is the thematic itself.
export const thematicList = z.array(thematic);

/** Body of `PUT /x/thematics/{id}`: defines a thematic or redefines it. */
export const thematicDefinition = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  description: z.optional(z.string().check(z.maxLength(2000))),
  tokens: z
    .array(
      z.strictObject({ token: z.string(), weight: z.number().check(z.positive(), z.maximum(1)) }),
    )
    .check(z.minLength(1), z.maxLength(1000)),
});
export type ThematicDefinition = z.infer<typeof thematicDefinition>;
