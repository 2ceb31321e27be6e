import * as z from 'zod/mini';
import { writtenNumber } from './digits.ts';
import { isSinceColumn, type SinceColumn } from './directorySince.ts';
import {
  directoryColumnNames,
  type DirectoryRange,
  type DirectorySort,
  type OwnDirectoryColumn,
} from './directory.ts';
import { day } from './historyType.ts';
import { formatTime, isoTime, parseTime } from './time.ts';

// Schemas of directory query parameters. Each parses a text, and its message completes the sentence "sort is "x"; …".

const maxTextLength = 200;
const maxChoices = 100;

/** Maximum and default number of rows in a window. */
export const maxDirectoryRows = 500;
export const defaultDirectoryRows = 100;

export const someText = z
  .string()
  .check(z.maxLength(maxTextLength, `it has more than ${maxTextLength} characters`));

/** A parameter that may occur several times. */
export function repeatable<Schema extends z.ZodMiniType>(schema: Schema, limit = maxChoices) {
  return z.array(schema).check(z.maxLength(limit, `it occurs more than ${limit} times`));
}

/** Maximum length of all `ids` together, in characters. */
export const maxIdsLength = 6 * 1024;

/** Ids of users. */
export const idList = z
  .array(z.string())
  .check(
    z.refine(
      (ids) => ids.reduce((sum, id) => sum + id.length + 1, 0) <= maxIdsLength,
      `the ids have more than ${maxIdsLength} characters together`,
    ),
  );

/** Largest total first. */
export const initialDirectorySort: DirectorySort = { by: 'total', isDescending: true };

// A plus in a query decodes to a blank.
const sortText = /^([-+ ]?)(.+)$/s;

/** Parses `total` or `-total`; returns null for an unknown column. */
export function sortOn<Column extends string>(columns: readonly Column[], it: string) {
  const [, sign, name = ''] = sortText.exec(it) ?? [];
  const by = columns.find((one) => one === name);
  return by === undefined ? null : { by, isDescending: sign === '-' };
}

/** A sort by one of some columns: `share`, `-loss`. */
export function columnSort<Column extends string>(
  columns: readonly Column[],
  initial: { readonly by: Column; readonly isDescending: boolean },
) {
  return z.pipe(
    someText.check(
      z.refine(
        (it) => sortOn(columns, it) !== null,
        `it must be one of ${columns.join(', ')}, descending after a minus`,
      ),
    ),
    z.transform((it: string) => sortOn(columns, it) ?? initial),
  );
}

function sortOf(it: string): DirectorySort | null {
  const own = sortOn(directoryColumnNames, it);
  if (own !== null) return own;
  const [, sign, name = ''] = sortText.exec(it) ?? [];
  const isDescending = sign === '-';
  if (isSinceColumn(name)) return { by: name, isDescending };
  const [, attribute] = /^attribute\.(.+)$/s.exec(name) ?? [];
  return attribute === undefined ? null : { by: `attribute.${attribute}`, isDescending };
}

/** `total`, `-total`, `-attribute.country`, `-returnSince.2026-06-01T00:00:00.000Z` */
export const sort = z.pipe(
  someText.check(
    z.refine(
      (it) => sortOf(it) !== null,
      `it must be one of ${directoryColumnNames.join(', ')}, returnSince.INSTANT, changeSince.INSTANT or attribute.NAME, descending after a minus`,
    ),
  ),
  z.transform((it: string) => sortOf(it) ?? initialDirectorySort),
);

type ReadEnd = (it: string, isLast: boolean) => number | null;

function endsOf(it: string, read: ReadEnd): DirectoryRange | null {
  const [, first, last] = /^(.*?)\.\.(.*)$/s.exec(it) ?? [];
  if (first === undefined || last === undefined || first + last === '') return null;
  const from = first === '' ? null : read(first, false);
  const to = last === '' ? null : read(last, true);
  if ((first !== '' && from === null) || (last !== '' && to === null)) return null;
  return from !== null && to !== null && from > to ? null : { from, to };
}

const readNumber: ReadEnd = (it) => {
  const value = writtenNumber(it);
  return Number.isFinite(value) ? value : null;
};

const readInstant: ReadEnd = (it, isLast) => {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(it);
  if (!isDate && !isoTime.safeParse(it).success) return null;
  const at = parseTime(it);
  // Date.parse accepts February 30 as a day in March.
  if (Number.isNaN(at) || (isDate && !formatTime(at).startsWith(it))) return null;
  return isDate && isLast ? at + day - 1 : at;
};

const range = (read: ReadEnd, example: string) =>
  repeatable(
    z.pipe(
      someText.check(
        z.refine(
          (it) => endsOf(it, read) !== null,
          `it must be a range such as ${example}; both ends are included, and one may be omitted`,
        ),
      ),
      z.transform((it: string): DirectoryRange => endsOf(it, read) ?? { from: null, to: null }),
    ),
  );

/** `100..500`, `100..`, `..-0.05`. Several ranges are alternatives. */
const numberRanges = (example: string) => range(readNumber, example);

/** `2026-01-01..2026-06-30`, or instants. The last day is included. */
const timeRanges = range(readInstant, '2026-01-01..2026-06-30');

/** Range filters and the columns that they bound. */
export const directoryRanges = [
  { name: 'total', column: 'total' },
  { name: 'change', column: 'change' },
  { name: 'return', column: 'return' },
  { name: 'largest', column: 'largest' },
  { name: 'created', column: 'createdAt' },
] as const satisfies readonly { name: string; column: OwnDirectoryColumn }[];
export type DirectoryRangeName = (typeof directoryRanges)[number]['name'];

export const rangeParameters = {
  total: numberRanges('1000..5e6'),
  change: numberRanges('-500..'),
  return: numberRanges('..-0.05'),
  largest: numberRanges('0.5..1'),
  created: timeRanges,
} as const satisfies Record<DirectoryRangeName, ReturnType<typeof range>>;

/** Money columns have a unit. They and share columns can be hidden. */
export type CsvColumnKind = 'money' | 'share' | 'plain';

/** A single sort column that becomes two CSV columns: largestToken and largestShare, heldTotal and heldShare. */
type SplitColumn = 'largest' | 'held';

/** CSV columns and their kinds, in addition to `attribute.NAME`. Includes all sortable columns. */
export const csvColumnKinds = {
  customId: 'plain',
  name: 'plain',
  total: 'money',
  change: 'money',
  flow: 'money',
  return: 'share',
  returnDay: 'share',
  returnWeek: 'share',
  returnMonth: 'share',
  returnYear: 'share',
  changeDay: 'money',
  changeWeek: 'money',
  changeMonth: 'money',
  changeYear: 'money',
  largestToken: 'plain',
  largestShare: 'share',
  hhi: 'share',
  volatility: 'share',
  maxDrawdown: 'share',
  costOfDrift: 'share',
  heldTotal: 'money',
  heldShare: 'share',
  walletCount: 'plain',
  openWallets: 'plain',
  thematics: 'plain',
  createdAt: 'plain',
  asOf: 'plain',
  dailyAsOf: 'plain',
} as const satisfies Readonly<
  Record<Exclude<OwnDirectoryColumn, SplitColumn>, CsvColumnKind> & Record<string, CsvColumnKind>
>;
export type OwnCsvColumn = keyof typeof csvColumnKinds;
export type DirectoryCsvColumn = OwnCsvColumn | SinceColumn | `attribute.${string}`;

export const isOwnCsvColumn = (it: string): it is OwnCsvColumn => Object.hasOwn(csvColumnKinds, it);
export const directoryCsvColumns: readonly OwnCsvColumn[] =
  Object.keys(csvColumnKinds).filter(isOwnCsvColumn);

const isCsvColumn = (it: string): it is DirectoryCsvColumn =>
  isOwnCsvColumn(it) || isSinceColumn(it) || /^attribute\../s.test(it);

/** Figures to hide in the CSV: totals and shares, or totals only. */
export const hiddenFigures = ['hidden', 'totals'] as const;
export type HiddenFigures = (typeof hiddenFigures)[number];

/** The CSV's columns in order. */
export const csvColumns = repeatable(
  z.pipe(
    someText.check(
      z.refine(
        isCsvColumn,
        `it must be one of ${directoryCsvColumns.join(', ')}, returnSince.INSTANT, changeSince.INSTANT or attribute.NAME, once for each column`,
      ),
    ),
    z.transform((it: string): DirectoryCsvColumn => (isCsvColumn(it) ? it : 'customId')),
  ),
);
