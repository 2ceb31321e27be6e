import * as z from 'zod/mini';
import { isoTime } from './time.ts';

/**
 * A row of `GET /x/directory`. `dayChange`: total − total at the first record of the user's `day` history;
 * null where the user held nothing then. `dayChangeRatio`: that over the earlier total, null where it was 0.
 * `name`: the attribute of that name where it is a text that is not empty. `attributes`: all others of the user's own,
 * a `name` that is no such text among them; left out where there is none.
 */
export const directoryRow = z.looseObject({
  customId: z.string(),
  name: z.nullable(z.string()),
  total: z.number(),
  walletCount: z.number(),
  thematics: z.array(z.string()),
  dayChange: z.nullable(z.number()),
  dayChangeRatio: z.nullable(z.number()),
  createdAt: isoTime,
  updatedAt: isoTime,
  sample: z.optional(z.boolean()),
  attributes: z.optional(z.record(z.string(), z.unknown())),
});
export type DirectoryRow = z.infer<typeof directoryRow>;
export const directory = z.array(directoryRow);

/** A row of `GET /x/thematics/{id}/users`: who holds the thematic; `share`: part of the user's total, 0..1, null at total 0. */
export const holder = z.looseObject({
  customId: z.string(),
  name: z.nullable(z.string()),
  total: z.number(),
  share: z.nullable(z.number()),
});
export type Holder = z.infer<typeof holder>;
export const holderList = z.array(holder);
