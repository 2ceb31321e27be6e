import * as z from 'zod/mini';
import type { CsvColumnKind } from './directoryParameters.ts';
import { incompleteList } from './incompleteList.ts';
import { isoTime } from './time.ts';

/** Kinds of flaws in a series or a token, worst first. `schemas.ts` describes them. */
export const flawKinds = [
  'no-price',
  'no-records',
  'difference',
  'old-price',
  'missing-steps',
  'coarse-prices',
] as const;
export type FlawKind = (typeof flawKinds)[number];

/** Unit of a flaw's `value`; null: it has none. */
export const flawUnits = {
  'no-price': null,
  'no-records': null,
  difference: 'money',
  'old-price': 'seconds',
  'missing-steps': 'steps',
  'coarse-prices': 'seconds',
} as const satisfies Record<FlawKind, string | null>;

/** Figures that a flaw makes uncertain, of everything that depends on the series. */
export const flawedFigures = {
  'no-price': ['total', 'change', 'weight', 'drift', 'exposure'],
  'no-records': ['change', 'return', 'risk'],
  difference: ['total', 'weight', 'exposure'],
  'old-price': ['total', 'change', 'return', 'weight', 'drift', 'exposure'],
  'missing-steps': ['return', 'contribution', 'risk'],
  'coarse-prices': ['contribution', 'risk'],
} as const satisfies Record<FlawKind, readonly string[]>;
export type FlawedFigure = (typeof flawedFigures)[FlawKind][number];

/** A flaw of a series or a token. `schemas.ts` describes the fields. */
export const flaw = z.looseObject({
  kind: z.enum(flawKinds),
  value: z.nullable(z.number()),
  at: z.nullable(isoTime),
  parts: z.array(z.string()),
});
export type Flaw = z.infer<typeof flaw>;

export const qualityRow = z.looseObject({
  kind: z.enum(['token', 'thematic', 'user']),
  id: z.string(),
  name: z.nullable(z.string()),
  flaws: z.array(flaw),
  users: z.number(),
  figures: z.array(z.string()),
});
export type QualityRow = z.infer<typeof qualityRow>;

/** Answer of `GET /x/quality`: a window of the flawed series and tokens, worst first. `schemas.ts` describes the fields. */
export const qualityPage = z.looseObject({
  asOf: isoTime,
  count: z.number(),
  checked: z.looseObject({ tokens: z.number(), thematics: z.number(), users: z.number() }),
  reason: z.optional(z.string()),
  incomplete: z.optional(incompleteList),
  offset: z.number(),
  rows: z.array(qualityRow),
});
export type QualityWindow = z.infer<typeof qualityPage>;

/** Answer of `GET /x/quality/{type}`: the flaws of one series over a period. `schemas.ts` describes the fields. */
export const seriesQuality = z.looseObject({
  from: z.nullable(isoTime),
  to: z.nullable(isoTime),
  stepSeconds: z.nullable(z.number()),
  records: z.number(),
  missing: z.array(z.looseObject({ from: isoTime, to: isoTime, steps: z.number() })),
  tokens: z.array(
    z.looseObject({
      token: z.looseObject({ _id: z.string(), symbol: z.string(), name: z.string() }),
      flaws: z.array(flaw),
    }),
  ),
  reason: z.optional(z.string()),
});
export type SeriesQuality = z.infer<typeof seriesQuality>;

/** CSV columns and their kinds. A difference of a user is money, so its value is omitted with totals. */
export const qualityCsvKinds = {
  kind: 'plain',
  id: 'plain',
  name: 'plain',
  flaw: 'plain',
  value: 'plain',
  unit: 'plain',
  at: 'plain',
  parts: 'plain',
  users: 'plain',
  figures: 'plain',
  asOf: 'plain',
} as const satisfies Readonly<Record<string, CsvColumnKind>>;
export type QualityCsvColumn = keyof typeof qualityCsvKinds;
