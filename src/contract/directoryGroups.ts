import * as z from 'zod/mini';

/** Groups that an answer shows, the largest totals first. All others are one row. */
export const maxDirectoryGroups = 100;

const known = z.nullable(z.number());

const groupFigures = {
  count: z.number(),
  unknown: z.number(),
  total: known,
  share: known,
  change: known,
  flow: known,
  return: known,
  spark: z.nullable(z.array(known)),
  histories: z.nullable(z.looseObject({ read: z.number(), of: z.number() })),
};

/** A group of users. `schemas.ts` describes the fields. */
export const directoryGroup = z.looseObject({ value: z.nullable(z.string()), ...groupFigures });
export type DirectoryGroup = z.infer<typeof directoryGroup>;

/** The users that are in none of the groups shown. */
export const otherDirectoryGroups = z.looseObject({ groups: z.number(), ...groupFigures });
export type OtherDirectoryGroups = z.infer<typeof otherDirectoryGroups>;

export type GroupFigures = Pick<DirectoryGroup, keyof typeof groupFigures>;

const noShares = z.nullable(z.enum(['nothing', 'unknown', 'negative']));

/** Fields of `GET /x/directory` with `groupBy`; missing without it. */
export const groupingFields = {
  groups: z.optional(z.array(directoryGroup)),
  others: z.optional(z.nullable(otherDirectoryGroups)),
  repeated: z.optional(z.number()),
  noShares: z.optional(noShares),
  reason: z.optional(z.string()),
};

/**
 * The groups of users. `others`: all that are not shown, as one. `repeated`: users in several groups. `noShares`: why shares are not
 * known. `reason`: why flow and return are not known.
 */
export interface DirectoryGrouping {
  readonly groups: DirectoryGroup[];
  readonly others: OtherDirectoryGroups | null;
  readonly repeated: number;
  readonly noShares: z.infer<typeof noShares>;
  readonly reason?: string;
}
