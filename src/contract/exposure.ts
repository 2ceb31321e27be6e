import * as z from 'zod/mini';
import { sortOn, someText, type CsvColumnKind } from './directoryParameters.ts';
import { incompleteList } from './incompleteList.ts';
import { isoTime } from './time.ts';

/** By what the exposure of users is shown. */
export const exposureKinds = ['thematic', 'token'] as const;
export type ExposureBy = (typeof exposureKinds)[number];

/** Why there are no shares: nothing is worth anything, a value is not known, or one is negative. */
const noShares = z.nullable(z.enum(['nothing', 'unknown', 'negative']));

/**
 * A row of `GET /x/exposure`: what the users that match hold of one thematic, or of one token in all their wallets. `total`: of the
 * holders whose holding has a known value, null where nobody's has; `share`: part of the total of all these users. Among its
 * `holders`, of whom `unknown` hold some of unknown value: `largest` has the most, `topTen` is the share of the ten largest
 * together, `hhi` the Herfindahl–Hirschman index of their shares, from 1 ÷ holders to 1. All shares are parts of 1, and null where
 * there are none: `noShares` says why.
 */
export const exposureRow = z.looseObject({
  id: z.string(),
  name: z.nullable(z.string()),
  total: z.nullable(z.number()),
  share: z.nullable(z.number()),
  holders: z.number(),
  unknown: z.number(),
  noShares,
  largest: z.nullable(
    z.looseObject({ customId: z.string(), name: z.nullable(z.string()), share: z.number() }),
  ),
  topTen: z.nullable(z.number()),
  hhi: z.nullable(z.number()),
});
export type ExposureRow = z.infer<typeof exposureRow>;

/**
 * Answer of `GET /x/exposure`: a window of what is held, all figures at one as of. `count`: of how many things; `users` match `of`
 * so many, and have `total` together, `unknown` of them one that is not known. `noShares`: why nothing has a share of that. `incomplete`: as in `GET /x/directory`.
 */
export const exposurePage = z.looseObject({
  asOf: isoTime,
  by: z.enum(exposureKinds),
  count: z.number(),
  users: z.number(),
  of: z.number(),
  total: z.nullable(z.number()),
  unknown: z.number(),
  noShares,
  incomplete: z.optional(incompleteList),
  offset: z.number(),
  rows: z.array(exposureRow),
});
export type ExposureWindow = z.infer<typeof exposurePage>;

/** The columns by which what is held can be sorted. */
export const exposureColumnNames = [
  'id',
  'name',
  'total',
  'holders',
  'largest',
  'topTen',
  'hhi',
] as const;
export type ExposureColumn = (typeof exposureColumnNames)[number];

export interface ExposureSort {
  readonly by: ExposureColumn;
  readonly isDescending: boolean;
}

/** The largest first. */
export const initialExposureSort: ExposureSort = { by: 'total', isDescending: true };

/** `holders`, `-hhi` */
export const exposureSort = z.pipe(
  someText.check(
    z.refine(
      (it) => sortOn(exposureColumnNames, it) !== null,
      `it is one of ${exposureColumnNames.join(', ')}, descending after a minus`,
    ),
  ),
  z.transform((it: string): ExposureSort => sortOn(exposureColumnNames, it) ?? initialExposureSort),
);

/** The columns of the CSV, each with what it is. */
export const exposureCsvKinds = {
  id: 'plain',
  name: 'plain',
  total: 'money',
  share: 'share',
  holders: 'plain',
  unknown: 'plain',
  largestHolder: 'plain',
  largestShare: 'share',
  topTenShare: 'share',
  hhi: 'share',
  noShares: 'plain',
  asOf: 'plain',
} as const satisfies Readonly<Record<string, CsvColumnKind>>;
export type ExposureCsvColumn = keyof typeof exposureCsvKinds;
