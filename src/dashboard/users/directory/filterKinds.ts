import {
  type DirectoryPeriod,
  directoryPeriods,
  type DirectoryRangeName,
} from '#contract/directory.ts';
import { windowOf } from '#contract/historyType.ts';
import type { QueryInput } from '#contract/operation.ts';
import type { getDirectory } from '#contract/operations/directory.ts';
import { hiddenTotal } from '../../preferences/figures.ts';
import type { Format } from '../../preferences/format.ts';
import { filterNames } from '../../url/params.ts';
import { readIds } from '../../url/searchParam.ts';
import { attributeColumn, attributeOf, attributePrefix } from './directoryParams.ts';

/** From and to, both included; null: without an end. */
export interface Range {
  readonly from: number | null;
  readonly to: number | null;
}

const directions = ['up', 'down', 'level', 'either'] as const;

/** How somebody did over the period, by the return; `least`: by so many per cent at least. */
export interface Move {
  readonly direction: (typeof directions)[number];
  readonly least: number | null;
}

/** When users were created: within the past so long, or between two dates (`2026-06-17`, both included). */
export type CreatedWhen =
  | { readonly past: DirectoryPeriod }
  | { readonly past: null; readonly from: string | null; readonly to: string | null };

export interface AttributeFilter {
  readonly name: string;
  readonly values: readonly string[];
}

/**
 * Who of the users is shown, as the address says it. Each leaves users out; null and an empty list leave out nobody. What
 * there is to a filter besides is its entry in `filterKinds` and its control in `FilterPanel.tsx`.
 */
export interface Filters {
  /** Ids; who holds one of them is shown. */
  readonly thematics: readonly string[];
  /** Ids; who holds one of them is shown. */
  readonly tokens: readonly string[];
  /** The share of the total that the largest position has, in per cent. */
  readonly largest: Range | null;
  readonly total: Range | null;
  /** The change over the period, in money. */
  readonly change: Range | null;
  readonly moved: Move | null;
  readonly created: CreatedWhen | null;
  /** Of each name who has one of the values is shown. */
  readonly attributes: readonly AttributeFilter[];
}

/** What the service filters by. */
export type FilterQuery = Pick<
  QueryInput<typeof getDirectory>,
  'thematic' | 'token' | DirectoryRangeName | 'attribute.*'
>;

/** What the service calls a filter, where it says how many would be shown without it. */
export type Criterion = Exclude<keyof FilterQuery, 'attribute.*'> | `attribute.${string}`;

/** What a chip needs to know besides its filter. */
export interface ChipOptions {
  readonly format: Format;
  readonly period: DirectoryPeriod;
  readonly nameOf: (thematicId: string) => string;
}

/** “Total” and “10 M or more”. */
interface Chip<Value> {
  readonly criterion: Criterion;
  readonly label: string;
  readonly value: string;
  /** The filter without it. */
  readonly cleared: Value;
}

/** A kind of filter; what leaves out nobody is not written, queried or shown. */
export interface FilterKind<Value> {
  /** Its parameter in the address; one that ends in a dot is all that begin with it. */
  readonly param: string;
  readonly read: (params: URLSearchParams) => Value;
  readonly write: (value: Value) => readonly (readonly [param: string, text: string])[];
  /** @param today the beginning of the day (UTC) from which `past week` is counted, epoch milliseconds. */
  readonly query: (value: Value, today: number) => FilterQuery;
  readonly chips: (value: Value, options: ChipOptions) => readonly Chip<Value>[];
}

const nobodyLeftOut: FilterQuery = {};

/** Who holds one of some. One parameter each, since ids may hold every sign that could separate them. */
const heldKind = (
  name: 'thematic' | 'token',
  textOf: (id: string, options: ChipOptions) => string,
): FilterKind<readonly string[]> => ({
  param: name,
  read: (params) => readIds(params, name),
  write: (ids) => ids.map((id) => [name, id]),
  query: (ids) => (ids.length === 0 ? {} : { ...nobodyLeftOut, [name]: ids }),
  chips: (ids, options) => {
    const value = ids.map((id) => textOf(id, options)).join(' or ');
    return ids.length === 0 ? [] : [{ criterion: name, label: 'Holds', value, cleared: [] }];
  },
});

/** What is one text in the address, and ranges of a figure to the service. */
interface RangeKind<Value> {
  readonly criterion: DirectoryRangeName;
  /** In the address, where it is not called what the service calls it. */
  readonly param?: string;
  readonly read: (text: string) => Value | null;
  readonly write: (value: Value) => string;
  readonly ranges: (value: Value, today: number) => readonly string[];
  readonly label: (period: DirectoryPeriod) => string;
  readonly text: (value: Value, format: Format) => string;
}

function rangeKind<Value>(kind: RangeKind<Value>): FilterKind<Value | null> {
  const { criterion, param = criterion, read, write, ranges, label, text } = kind;
  return {
    param,
    read: (params) => read(params.get(param) ?? ''),
    write: (value) => (value === null ? [] : [[param, write(value)]]),
    query: (value, today) =>
      value === null ? {} : { ...nobodyLeftOut, [criterion]: ranges(value, today) },
    chips: (value, { period, format }) =>
      value === null
        ? []
        : [{ criterion, label: label(period), value: text(value, format), cleared: null }],
  };
}

const numberRange = {
  read: (text: string) => readEnds(text, numberOf),
  write: rangeText,
  ranges: (range: Range) => [rangeText(range)],
};

/** All filters, in the order of their chips. */
export const filterKinds: { readonly [Name in keyof Filters]: FilterKind<Filters[Name]> } = {
  thematics: heldKind(filterNames.thematics, (id, { nameOf }) => nameOf(id)),
  tokens: heldKind(filterNames.tokens, (id) => id),
  largest: rangeKind({
    ...numberRange,
    criterion: 'largest',
    ranges: ({ from, to }) => [rangeText({ from: shareOf(from), to: shareOf(to) })],
    label: () => 'Largest position',
    text: (range) => wordsOf(range, (percent) => `${percent}\u2009%`),
  }),
  total: rangeKind({
    ...numberRange,
    criterion: 'total',
    label: () => 'Total',
    text: (range, format) => wordsOf(range, (total) => short(format, total)),
  }),
  change: rangeKind({
    ...numberRange,
    criterion: 'change',
    label: (period) => `Change, past ${period}`,
    text: changeText,
  }),
  moved: rangeKind<Move>({
    criterion: 'return',
    param: 'moved',
    read: readMove,
    write: ({ direction, least }) => (least === null ? direction : `${direction}-${least}`),
    ranges: returnRanges,
    label: (period) => `Past ${period}`,
    text: ({ direction, least }) =>
      `${directionText[direction]}${least === null ? '' : ` ${least}\u2009% or more`}`,
  }),
  created: rangeKind<CreatedWhen>({
    criterion: 'created',
    read: readCreated,
    write: (created) => created.past ?? `${created.from ?? ''}..${created.to ?? ''}`,
    ranges: (created, today) => [createdRange(created, today)],
    label: () => 'Created',
    text: createdText,
  }),
  attributes: {
    param: attributePrefix,
    read: (params) => readAttributes(params),
    write: (all) =>
      all.flatMap(({ name, values }) =>
        values.map((value) => [attributeColumn(name), value] as const),
      ),
    query: (all) =>
      all.length === 0
        ? {}
        : { 'attribute.*': Object.fromEntries(all.map(({ name, values }) => [name, values])) },
    chips: (all) =>
      all.map(({ name, values }) => ({
        criterion: attributeColumn(name),
        label: name,
        value: values.map((value) => (value === '' ? 'empty' : value)).join(' or '),
        cleared: all.filter((one) => one.name !== name),
      })),
  },
};

/** `attribute.country=CH`, once for each value. */
const readAttributes = (params: URLSearchParams): AttributeFilter[] =>
  [...new Set(params.keys())].flatMap((key) => {
    const name = attributeOf(key);
    return name === null ? [] : [{ name, values: [...new Set(params.getAll(key))] }];
  });

/** `100..500`, `100..` */
function rangeText({ from, to }: Range): string {
  return `${from ?? ''}..${to ?? ''}`;
}

/** `1000000..`, `..500`, `100..500`; null: neither end is one. */
function readEnds<End>(text: string, read: (text: string) => End | null) {
  const [, first = '', last = ''] = /^(.*)\.\.(.*)$/.exec(text) ?? [];
  const [from, to] = [read(first), read(last)];
  return from === null && to === null ? null : { from, to };
}

/** `up`, `down-5`, `either-2.5`, `level` */
function readMove(text: string): Move | null {
  const [word = '', ...rest] = text.split('-');
  const direction = directions.find((one) => one === word);
  if (direction === undefined) return null;
  const least = numberOf(rest.join('-'));
  return { direction, least: least === null || least <= 0 || direction === 'level' ? null : least };
}

/** `month`, `2026-01-01..2026-06-30`, `2026-01-01..` */
function readCreated(text: string): CreatedWhen | null {
  const past = directoryPeriods.find((one) => one === text);
  if (past !== undefined) return { past };
  const dates = readEnds(text, dateOf);
  return dates === null ? null : { past: null, ...dates };
}

function numberOf(text: string): number | null {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? null : value;
}

const dateOf = (text: string): string | null =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;

const shareOf = (percent: number | null): number | null =>
  percent === null ? null : percent / 100;

/** Both ends of a range are within it: the least that is not 0 stands for "up". */
function returnRanges({ direction, least }: Move): readonly string[] {
  const by = shareOf(least) ?? Number.MIN_VALUE;
  const up = rangeText({ from: by, to: null });
  const down = rangeText({ from: null, to: -by });
  return { up: [up], down: [down], level: ['0..0'], either: [up, down] }[direction];
}

function createdRange(created: CreatedWhen, today: number): string {
  if (created.past === null) return `${created.from ?? ''}..${created.to ?? ''}`;
  return `${new Date(today - windowOf[created.past]).toISOString().slice(0, 10)}..`;
}

function wordsOf({ from, to }: Range, write: (value: number) => string): string {
  if (from === null) return `up to ${write(to ?? 0)}`;
  return to === null ? `${write(from)} or more` : `${write(from)} to ${write(to)}`;
}

/** A limit as it was set, no digit more: `10 M`, `2.5 M`, `800`. */
const short = (format: Format, value: number): string =>
  format.tick(value, { step: Math.abs(value), largest: Math.abs(value) }) || hiddenTotal;

/** `up 10 K or more`, `down 10 K or more`, `−10 K to 5 K` */
function changeText({ from, to }: Range, format: Format): string {
  if (to === null && from !== null && from > 0) return `up ${short(format, from)} or more`;
  if (from === null && to !== null && to < 0) return `down ${short(format, -to)} or more`;
  return wordsOf({ from, to }, (change) => short(format, change));
}

const directionText: Record<Move['direction'], string> = {
  up: 'up',
  down: 'down',
  level: 'unchanged',
  either: 'up or down',
};

function createdText(created: CreatedWhen, format: Format): string {
  if (created.past !== null) return `past ${created.past}`;
  const { from, to } = created;
  if (from === null) return `until ${format.date(to)}`;
  return to === null ? `since ${format.date(from)}` : `${format.date(from)} to ${format.date(to)}`;
}
