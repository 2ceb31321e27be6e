import * as z from 'zod/mini';
import { repeatable, someText, columnSort, type CsvColumnKind } from './directoryParameters.ts';
import { incompleteList } from './incompleteList.ts';
import { maxFall, minFall, readFall, type NamedFall } from './shockText.ts';
import { isoTime } from './time.ts';

/** Falls of prices: `BTC:0.3`. */
export const falls = repeatable(
  z.pipe(
    someText.check(
      z.refine(
        (text) => readFall(text) !== null,
        `it must be ID:FALL such as BTC:0.3, with a fall from ${minFall} (a rise of 1,000 %) to ${maxFall} (a total loss)`,
      ),
    ),
    z.transform((text: string): NamedFall => readFall(text) ?? { id: text, fall: 0 }),
  ),
);

export const shockColumns = ['customId', 'total', 'after', 'loss', 'share'] as const;
export type ShockColumn = (typeof shockColumns)[number];

export interface ShockSort {
  readonly by: ShockColumn;
  readonly isDescending: boolean;
}

/** Worst first. */
export const initialShockSort: ShockSort = { by: 'loss', isDescending: true };

/** `share`, `-loss` */
export const shockSort = columnSort(shockColumns, initialShockSort);

/** `loss` = `total` − `after`; below 0 it is a gain. `share`: loss ÷ total, null if that is not positive. null: not known. */
const lossShape = {
  total: z.nullable(z.number()),
  after: z.nullable(z.number()),
  loss: z.nullable(z.number()),
  share: z.nullable(z.number()),
};

const tokenShape = { token: z.string(), symbol: z.string(), name: z.nullable(z.string()) };

/** A token whose price is multiplied by `factor`. `total` and `loss` are those of the members' known holdings of it. */
export const shockedToken = z.looseObject({
  ...tokenShape,
  factor: z.number(),
  total: z.number(),
  loss: z.number(),
});
export type ShockedToken = z.infer<typeof shockedToken>;

/** A user's loss. */
export const shockedUser = z.looseObject({
  customId: z.string(),
  name: z.nullable(z.string()),
  ...lossShape,
});
export type ShockedUser = z.infer<typeof shockedUser>;

/**
 * Answer of `GET /x/book/shock`: today's holdings of the members at multiplied prices. `from` and `to`: the instants of a replay.
 * `tokens`: what was multiplied, the largest loss first. `unchanged`: tokens without a price, at an instant of the replay or now.
 * `sums` are those of the members with a known loss. The members are described at `BookSummary`.
 */
export const bookShock = z.looseObject({
  asOf: isoTime,
  from: z.nullable(isoTime),
  to: z.nullable(isoTime),
  tokens: z.array(shockedToken),
  unchanged: z.array(z.looseObject(tokenShape)),
  count: z.number(),
  of: z.number(),
  unknown: z.number(),
  notFound: z.number(),
  incomplete: z.optional(incompleteList),
  sums: z.looseObject(lossShape),
  offset: z.number(),
  rows: z.array(shockedUser),
});
export type BookShock = z.infer<typeof bookShock>;

/** CSV columns of the losses and their kinds. */
export const shockCsvKinds = {
  customId: 'plain',
  name: 'plain',
  total: 'money',
  after: 'money',
  loss: 'money',
  share: 'share',
} as const satisfies Readonly<Record<string, CsvColumnKind>>;
