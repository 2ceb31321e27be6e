import { bookShock, shockedToken, shockedUser } from './shock.ts';

/** The named schemas of shocks. `schemas.ts` has all. */
export const shockSchemas = {
  BookShock: [
    bookShock,
    'Present holdings of a set of users at multiplied prices. `from` and `to`: the instants of a replay. `tokens`: what was multiplied, the largest loss first. `unchanged`: tokens without a price, at an instant of the replay or at present. `count`: members, out of `of` users. `unknown` of them have missing data: a holding without a price, or of a connected service holdings that it does not report; a loss that is not known is null. `sums` are those of the members with a known loss. `notFound`: number of `ids` that no user has. `incomplete`: as in the directory.',
  ],
  ShockedToken: [
    shockedToken,
    'A token whose price is multiplied by `factor`. `total`: what the members hold of it. `loss`: what that loses.',
  ],
  ShockedUser: [
    shockedUser,
    'A member’s loss. `loss` = `total` − `after`; below 0 it is a gain. `share`: loss ÷ total, a part of 1; null without a positive total. null: not known.',
  ],
} as const;
