import * as z from 'zod/mini';
import type { CsvColumnKind } from './directoryParameters.ts';
import { exposurePage, noShares } from './exposure.ts';
import { figures } from './figures.ts';
import { incompleteList } from './incompleteList.ts';
import { performance } from './performance.ts';
import { isoTime } from './time.ts';

/**
 * The members of a book. They are selected at `membersAsOf`, which is the present even if `asOf` is past. `count` members out of
 * `of` users; `unknown` of them have missing data: a holding without a price, or in connected mode no reported total. `notFound`:
 * number of `ids` that no user has.
 */
const members = {
  asOf: isoTime,
  membersAsOf: isoTime,
  count: z.number(),
  of: z.number(),
  unknown: z.number(),
  notFound: z.number(),
};

/**
 * Answer of `GET /x/book/summary/{type}`. `from` is the first record of the period. `change` runs from there to the `total`, and
 * includes the `flow`; `return` is time-weighted. `histories`: in connected mode, the members whose histories have been read;
 * `change` is of them only. null: not known, with the `reason`.
 */
export const bookSummary = z.looseObject({
  ...members,
  from: z.nullable(isoTime),
  total: z.nullable(z.number()),
  change: z.nullable(z.number()),
  flow: z.nullable(z.number()),
  return: z.nullable(z.number()),
  histories: z.nullable(z.looseObject({ read: z.number(), of: z.number() })),
  incomplete: z.optional(incompleteList),
  reason: z.optional(z.string()),
});
export type BookSummary = z.infer<typeof bookSummary>;

/** Answer of `GET /x/book/performance/{type}`. */
export const bookPerformance = z.looseObject({ ...members, ...performance.shape });
export type BookPerformance = z.infer<typeof bookPerformance>;

/** Answer of `GET /x/book/exposure`: see `exposurePage`. */
export const bookExposure = z.looseObject({
  ...exposurePage.shape,
  membersAsOf: isoTime,
  notFound: z.number(),
});

/**
 * Answer of `GET /x/book/flows/{type}`. Deposits `in` and withdrawals `out` of the members in each UTC month (`2026-03`), both
 * positive, at the prices of the records; `net` is in − out. The holdings at the first record are no flow; those of a user who
 * joins later are a deposit. Holdings of the last step before a month begins change in the month that ends.
 */
export const bookFlows = z.looseObject({
  ...members,
  months: z.array(
    z.looseObject({ period: z.string(), in: z.number(), out: z.number(), net: z.number() }),
  ),
});
export type BookFlows = z.infer<typeof bookFlows>;

export const bookPartKinds = ['thematic', 'token', 'user'] as const;
export type BookPartKind = (typeof bookPartKinds)[number];

/** A part of a book's change: `change` is `price` + `amount`. `share`: change ÷ first total of the book. */
export const bookPart = z.looseObject({
  id: z.string(),
  name: z.nullable(z.string()),
  first: z.number(),
  last: z.number(),
  price: z.number(),
  amount: z.number(),
  change: z.number(),
  share: z.nullable(z.number()),
});
export type BookPart = z.infer<typeof bookPart>;

/**
 * How concentrated a book is in the last totals of its parts: the `largest` one, the share of the ten largest, and the
 * Herfindahl–Hirschman index. null: no shares, for the reason `noShares`.
 */
export const bookConcentration = z.looseObject({
  noShares,
  largest: z.nullable(
    z.looseObject({ id: z.string(), name: z.nullable(z.string()), share: z.number() }),
  ),
  topTen: z.nullable(z.number()),
  hhi: z.nullable(z.number()),
});
export type BookConcentration = z.infer<typeof bookConcentration>;

/**
 * Answer of `GET /x/book/contribution/{type}`: the parts of the change from the first total to the last, chained record by record
 * every `step` milliseconds. With `step=history`, the records are those of the book's performance between `from` and `to`.
 * Σ change + `residual` = last − first. `rows` is a window of `parts` parts, the largest change first.
 */
export const bookContribution = z.looseObject({
  ...members,
  by: z.enum(bookPartKinds),
  from: z.nullable(isoTime),
  to: z.nullable(isoTime),
  step: z.nullable(z.number()),
  first: z.nullable(z.number()),
  last: z.nullable(z.number()),
  price: z.nullable(z.number()),
  amount: z.nullable(z.number()),
  change: z.nullable(z.number()),
  residual: z.nullable(z.number()),
  parts: z.number(),
  concentration: bookConcentration,
  offset: z.number(),
  rows: z.array(bookPart),
});
export type BookContribution = z.infer<typeof bookContribution>;

/** CSV columns of the contribution and their kinds. */
export const bookPartCsvKinds = {
  id: 'plain',
  name: 'plain',
  first: 'money',
  last: 'money',
  price: 'money',
  amount: 'money',
  change: 'money',
  share: 'share',
} as const satisfies Readonly<Record<string, CsvColumnKind>>;

/** Answer of `GET /x/book/figures/{type}`. */
export const bookFigures = z.looseObject({ ...figures.shape, ...members });
export type BookFigures = z.infer<typeof bookFigures>;
