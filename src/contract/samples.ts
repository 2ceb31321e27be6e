import * as z from 'zod/mini';

/** The most sample users that a store has. */
export const maxSampleUsers = 1_000_000;

/** How many sample users there shall be: they replace the existing ones. */
export const sampleOrder = z.strictObject({
  count: z.number().check(z.int(), z.minimum(0), z.maximum(maxSampleUsers)),
});
