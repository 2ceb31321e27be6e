import * as z from 'zod/mini';
import { columnSort, type CsvColumnKind } from './directoryParameters.ts';
import { incompleteList } from './incompleteList.ts';
import { isoTime } from './time.ts';

export const exposureKinds = ['thematic', 'token'] as const;
export type ExposureBy = (typeof exposureKinds)[number];

/** Why there are no shares: the total is zero, a value is unknown, or a value is negative. */
export const noShares = z.nullable(z.enum(['nothing', 'unknown', 'negative']));

/** A row of `GET /x/exposure`. `schemas.ts` describes the fields. */
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

/** Answer of `GET /x/exposure`. `schemas.ts` describes the fields. */
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

/** Largest total first. */
export const initialExposureSort: ExposureSort = { by: 'total', isDescending: true };

/** `holders`, `-hhi` */
export const exposureSort = columnSort(exposureColumnNames, initialExposureSort);

/** CSV columns and their kinds. */
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
