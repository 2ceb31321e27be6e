import * as z from 'zod/mini';

export const maxSampleUsers = 1_000_000;

/** Body of `PUT /x/samples`: the new number of sample users, which replace the existing ones. */
export const sampleOrder = z.strictObject({
  count: z.number().check(z.int(), z.minimum(0), z.maximum(maxSampleUsers)),
});
