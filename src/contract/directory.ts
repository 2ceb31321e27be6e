import * as z from 'zod/mini';
import { groupingFields } from './directoryGroups.ts';
import { figuresSince, type SinceColumn } from './directorySince.ts';
import { incompleteList } from './incompleteList.ts';
import { isoTime } from './time.ts';

/** Periods of change, flow, return and sparkline in the directory. */
export const directoryPeriods = ['day', 'week', 'month', 'year'] as const;
export type DirectoryPeriod = (typeof directoryPeriods)[number];

/** Columns over a period of their own, whatever the period of the others. */
export const ownPeriodColumns = {
  returnDay: { figure: 'return', period: 'day' },
  returnWeek: { figure: 'return', period: 'week' },
  returnMonth: { figure: 'return', period: 'month' },
  returnYear: { figure: 'return', period: 'year' },
  changeDay: { figure: 'change', period: 'day' },
  changeWeek: { figure: 'change', period: 'week' },
  changeMonth: { figure: 'change', period: 'month' },
  changeYear: { figure: 'change', period: 'year' },
} as const satisfies Readonly<
  Record<string, { readonly figure: 'return' | 'change'; readonly period: DirectoryPeriod }>
>;
export type PeriodColumn = keyof typeof ownPeriodColumns;
const isPeriodColumn = (it: string): it is PeriodColumn => Object.hasOwn(ownPeriodColumns, it);
export const periodColumnNames = Object.keys(ownPeriodColumns).filter(isPeriodColumn);

/** Columns by daily steps over the year up to the last whole UTC day. */
export const dailyColumns = ['volatility', 'maxDrawdown', 'costOfDrift'] as const;
export type DailyColumn = (typeof dailyColumns)[number];

/** Sortable columns, in addition to `attribute.NAME` and those since an instant. */
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
  ...dailyColumns,
  'held',
  'createdAt',
  ...periodColumnNames,
] as const;
export type OwnDirectoryColumn = (typeof directoryColumnNames)[number];
export type DirectoryColumn = OwnDirectoryColumn | SinceColumn | `attribute.${string}`;

/** A column with its sort direction. In the query, a minus means descending. */
export interface DirectorySort {
  readonly by: DirectoryColumn;
  readonly isDescending: boolean;
}

/** Both ends are included; null: open. */
export interface DirectoryRange {
  readonly from: number | null;
  readonly to: number | null;
}

/**
 * A row of `GET /x/directory`. `name`: the attribute of that name if it is a non-empty text; `attributes`: all others. `change`:
 * the total less the total at the first record of the user's history over the period. `flow`: the part of the change from
 * deposits less withdrawals. `return`: time-weighted. They are null if the user held nothing up to that record.
 * `returnDay` … `changeYear`: the same over periods of their own. `since`: the same from each requested instant on; empty if a
 * connected service reports the users. `largest`: the
 * largest position in a token and its share of the total. `hhi`: Herfindahl–Hirschman index over tokens, 0..1; null at total 0.
 * `volatility`, `maxDrawdown`, `costOfDrift`: by daily steps over the year up to `dailyAsOf`, as those of a user; the cost of drift
 * is the return less that of the wallets' thematics. `unknownDaily`: for each of the three that is null, the reason.
 * `held`: the user's holdings of the filtered thematics and tokens, and their share of the total (null at total 0); null without
 * such a filter. `spark`: 52 totals over the period. `openWallets`: wallets with holdings, listed in `thematics`. null also means
 * that a connected service does not report the value.
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
  returnDay: z.nullable(z.number()),
  returnWeek: z.nullable(z.number()),
  returnMonth: z.nullable(z.number()),
  returnYear: z.nullable(z.number()),
  changeDay: z.nullable(z.number()),
  changeWeek: z.nullable(z.number()),
  changeMonth: z.nullable(z.number()),
  changeYear: z.nullable(z.number()),
  since: z.array(figuresSince),
  largest: z.nullable(z.looseObject({ token: z.string(), share: z.number() })),
  hhi: z.nullable(z.number()),
  volatility: z.nullable(z.number()),
  maxDrawdown: z.nullable(z.number()),
  costOfDrift: z.nullable(z.number()),
  unknownDaily: z.record(z.string(), z.string()),
  held: z.nullable(z.looseObject({ total: z.nullable(z.number()), share: z.nullable(z.number()) })),
  spark: z.nullable(z.array(z.nullable(z.number()))),
  createdAt: z.nullable(isoTime),
  sample: z.optional(z.boolean()),
});
export type DirectoryRow = z.infer<typeof directoryRow>;

/**
 * Sums over the matching users. `up`, `level` and `down` count returns, or changes in value if no flow is known; with `unknown`
 * they add up to all users. `return`: the users' returns, weighted by their totals at the start of the period. `held`: sum over
 * the rows. `known`: number of users whose total is known, with `total` as their sum.
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

/**
 * An attribute of the matching users: number of users with it, its 50 most frequent values, and the count of all other values.
 */
export const directoryFacet = z.looseObject({
  name: z.string(),
  users: z.number(),
  values: z.array(z.looseObject({ value: z.string(), users: z.number() })),
  other: z.number(),
});
export type DirectoryFacet = z.infer<typeof directoryFacet>;

/**
 * Answer of `GET /x/directory`: a window of the matching users, with all figures at one as of. `count`: matching users out of
 * `of`. `dailyAsOf`: the end of the year of the columns by daily steps, null until they are computed. `without`: if no user matches, the number of matches without each criterion. `unsupported`: columns (named as in `sort`)
 * that a connected service reports for no user; `returnSince` and `changeSince` for those of every instant. `incomplete`: the connected service's list is not complete, so no count or sum
 * covers all users; missing if it is complete. `notFound`: with `ids` or a selection, how many of them no user has. With `groupBy`,
 * it has the fields of `groupingFields` and no rows.
 */
export const directoryPage = z.looseObject({
  asOf: isoTime,
  dailyAsOf: z.nullable(isoTime),
  count: z.number(),
  of: z.number(),
  sums: directorySums,
  facets: z.array(directoryFacet),
  without: z.record(z.string(), z.number()),
  unsupported: z.array(z.string()),
  incomplete: z.optional(incompleteList),
  notFound: z.optional(z.number()),
  offset: z.number(),
  rows: z.array(directoryRow),
  ...groupingFields,
});
export type DirectoryWindow = z.infer<typeof directoryPage>;

/**
 * A row of `GET /x/thematics/{id}/users`. `share`: the thematic's part of the user's total, 0..1, null at total 0. `total` is
 * null if a connected service does not report it.
 */
export const holder = z.looseObject({
  customId: z.string(),
  name: z.nullable(z.string()),
  total: z.nullable(z.number()),
  share: z.nullable(z.number()),
});
export type Holder = z.infer<typeof holder>;
export const holderList = z.array(holder);
