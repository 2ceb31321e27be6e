import * as z from 'zod/mini';
import { incompleteList } from './incompleteList.ts';
import { isoTime } from './time.ts';

/** Over what change, flow, return and sparkline of the directory can be. */
export const directoryPeriods = ['day', 'week', 'month', 'year'] as const;
export type DirectoryPeriod = (typeof directoryPeriods)[number];

/** The columns by which users can be sorted, beside `attribute.NAME`. */
export const directoryColumnNames = [
  'customId',
  'name',
  'total',
  'walletCount',
  'thematics',
  'change',
  'flow',
  'return',
  'largest',
  'hhi',
  'held',
  'createdAt',
] as const;
export type OwnDirectoryColumn = (typeof directoryColumnNames)[number];
export type DirectoryColumn = OwnDirectoryColumn | `attribute.${string}`;

/** A column, ascending, or descending after a minus. */
export interface DirectorySort {
  readonly by: DirectoryColumn;
  readonly isDescending: boolean;
}

/** Both ends are within; null: open. */
export interface DirectoryRange {
  readonly from: number | null;
  readonly to: number | null;
}

/**
 * A row of `GET /x/directory`. `name`: the attribute of that name where it is a text that is not empty; `attributes`: all others.
 * `change`: total less the total at the first record of the user's history over the period, `flow`: what of it came in less what
 * went out, `return`: time-weighted; null where the user held nothing up to that record. `largest`: the largest position of
 * a token and its share of the total. `hhi`: Herfindahl–Hirschman index over tokens, 0..1; null at total 0. `held`: what the user holds of the thematics and tokens that are filtered, and its share of
 * the total (null at total 0); null where neither is. `spark`: 52 totals over the period. `openWallets`: wallets that hold anything, as
 * `thematics` lists them. Of a connected service null is what it does not say.
 */
export const directoryRow = z.looseObject({
  customId: z.string(),
  name: z.nullable(z.string()),
  attributes: z.record(z.string(), z.unknown()),
  total: z.nullable(z.number()),
  walletCount: z.nullable(z.number()),
  openWallets: z.nullable(z.number()),
  thematics: z.array(z.string()),
  change: z.nullable(z.number()),
  flow: z.nullable(z.number()),
  return: z.nullable(z.number()),
  largest: z.nullable(z.looseObject({ token: z.string(), share: z.number() })),
  hhi: z.nullable(z.number()),
  held: z.nullable(z.looseObject({ total: z.nullable(z.number()), share: z.nullable(z.number()) })),
  spark: z.nullable(z.array(z.nullable(z.number()))),
  createdAt: z.nullable(isoTime),
  sample: z.optional(z.boolean()),
});
export type DirectoryRow = z.infer<typeof directoryRow>;

/**
 * Sums over the users that match. `up`, `level`, `down` go by the return or, where no flow is known, by the change in value, and
 * with `unknown` they are all. `return`:
 * their returns weighted by what each held when the period began. `held`: of the rows. `known`: of how many users the total is
 * known, whose sum `total` is.
 */
export const directorySums = z.looseObject({
  total: z.number(),
  known: z.number(),
  wallets: z.number(),
  openWallets: z.number(),
  change: z.nullable(z.number()),
  flow: z.nullable(z.number()),
  return: z.nullable(z.number()),
  held: z.nullable(z.number()),
  up: z.number(),
  level: z.number(),
  down: z.number(),
  unknown: z.number(),
});
export type DirectorySums = z.infer<typeof directorySums>;

/** An attribute of those that match: how many have it, its 50 most frequent values, and how often others occur. */
export const directoryFacet = z.looseObject({
  name: z.string(),
  users: z.number(),
  values: z.array(z.looseObject({ value: z.string(), users: z.number() })),
  other: z.number(),
});
export type DirectoryFacet = z.infer<typeof directoryFacet>;

/**
 * Answer of `GET /x/directory`: a window of the users that match, all figures at one as of. `count` match `of` so many.
 * `without`: where nobody matches, how many would if that criterion were left out. `unsupported`: the columns, as `sort` names
 * them, of which a connected service says nothing for any user. `incomplete`: the list of a connected service's users was not
 * read to its end, so that no count or sum here is that of all users; left out where it was.
 */
export const directoryPage = z.looseObject({
  asOf: isoTime,
  count: z.number(),
  of: z.number(),
  sums: directorySums,
  facets: z.array(directoryFacet),
  without: z.record(z.string(), z.number()),
  unsupported: z.array(z.string()),
  incomplete: z.optional(incompleteList),
  offset: z.number(),
  rows: z.array(directoryRow),
});
export type DirectoryWindow = z.infer<typeof directoryPage>;

/** A row of `GET /x/thematics/{id}/users`: who holds the thematic; `share`: part of the user's total, 0..1, null at total 0. A total is null where a connected service does not say it. */
export const holder = z.looseObject({
  customId: z.string(),
  name: z.nullable(z.string()),
  total: z.nullable(z.number()),
  share: z.nullable(z.number()),
});
export type Holder = z.infer<typeof holder>;
export const holderList = z.array(holder);
