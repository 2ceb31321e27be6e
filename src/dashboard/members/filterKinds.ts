import {
  type DirectoryPeriod,
  directoryPeriods,
  type OwnDirectoryColumn,
} from '#contract/directory.ts';
import type { DirectoryRangeName } from '#contract/directoryParameters.ts';
import { windowOf } from '#contract/historyType.ts';
import type { QueryInput } from '#contract/operation.ts';
import type { getDirectory } from '#contract/operations/directory.ts';
import { overPast, pastText } from '../history/periodText.ts';
import { hiddenTotal } from '../preferences/figures.ts';
import type { Format } from '../preferences/format.ts';
import { filterNames } from '../url/params.ts';
import { readIds } from '../url/searchParam.ts';
import {
  type AttributeFilter,
  type CreatedWhen,
  type DateRange,
  directions,
  type Filters,
  type MoveFilter,
  moveFilter,
  type NumberRange,
} from './filterValues.ts';
import { attributeColumn, attributeOf, attributePrefix } from './attributeNames.ts';

export type FilterQuery = Pick<
  QueryInput<typeof getDirectory>,
  'thematic' | 'token' | DirectoryRangeName | 'attribute.*'
>;

/** Names under which the service counts the users shown without a filter. */
export type Criterion = Exclude<keyof FilterQuery, 'attribute.*'> | `attribute.${string}`;

export interface ChipOptions {
  readonly format: Format;
  readonly period: DirectoryPeriod;
  readonly nameOf: (thematicId: string) => string;
}

/** Label of a chip, such as “Total” and “10 M or more”. */
export interface FilterLabel {
  readonly criterion: Criterion;
  readonly label: string;
  readonly value: string;
  readonly cleared: Partial<Filters>;
  readonly column: OwnDirectoryColumn | null;
}

/** A value that excludes no user is not written, sent or shown. */
interface FilterKind<Value> {
  /** Parameter in the address. One that ends in a dot matches all that begin with it. */
  readonly param: string;
  /** The service's name of the limited figure; null for holdings and attributes. */
  readonly column: OwnDirectoryColumn | null;
  readonly read: (params: URLSearchParams) => Value;
  readonly write: (filters: Filters) => readonly (readonly [param: string, text: string])[];
  /** @param today the beginning of the day (UTC) from which `past week` is counted, epoch milliseconds. */
  readonly query: (filters: Filters, today: number) => FilterQuery;
  readonly labels: (filters: Filters, options: ChipOptions) => readonly FilterLabel[];
}

const allUsers: FilterQuery = {};

/** One parameter for each id, since ids may contain any separator. */
function heldKind(
  name: 'thematics' | 'tokens',
  textOf: (id: string, options: ChipOptions) => string,
): FilterKind<readonly string[]> {
  const param = filterNames[name];
  return {
    param,
    column: null,
    read: (params) => readIds(params, param),
    write: ({ [name]: ids }) => ids.map((id) => [param, id]),
    query: ({ [name]: ids }) => (ids.length === 0 ? {} : { ...allUsers, [param]: ids }),
    labels: ({ [name]: ids }, options) => {
      const value = ids.map((id) => textOf(id, options)).join(' or ');
      const cleared = { [name]: [] };
      const label = { criterion: param, label: 'Holds', value, cleared, column: null };
      return ids.length === 0 ? [] : [label];
    },
  };
}

interface RangeKind<Value> {
  readonly criterion: DirectoryRangeName;
  readonly column: OwnDirectoryColumn;
  /** Parameter in the address, if it differs from the service's name. */
  readonly param?: string;
  readonly read: (text: string) => Value | null;
  readonly write: (value: Value) => string;
  readonly ranges: (value: Value, today: number) => readonly string[];
  readonly label: (period: DirectoryPeriod) => string;
  readonly text: (value: Value, format: Format) => string;
}

type RangeName = 'largest' | 'total' | 'change' | 'moved' | 'created';

function rangeKind<Name extends RangeName>(
  name: Name,
  kind: RangeKind<NonNullable<Filters[Name]>>,
): FilterKind<NonNullable<Filters[Name]> | null> {
  const { criterion, column, param = criterion, read, write, ranges, label, text } = kind;
  const valuesIn = ({ [name]: value }: Filters) => (value == null ? [] : [value]);
  return {
    param,
    column,
    read: (params) => read(params.get(param) ?? ''),
    write: (filters) => valuesIn(filters).map((value) => [param, write(value)]),
    query: (filters, today) =>
      valuesIn(filters).reduce(
        (query, value) => ({ ...query, [criterion]: ranges(value, today) }),
        allUsers,
      ),
    labels: (filters, { period, format }) =>
      valuesIn(filters).map((value) => ({
        criterion,
        label: label(period),
        value: text(value, format),
        cleared: { [name]: null },
        column,
      })),
  };
}

const numberRange = {
  read: (text: string) => readEnds(text, numberOf),
  write: rangeText,
  ranges: (range: NumberRange) => [rangeText(range)],
};

/** In the order of the chips. */
export const filterKinds: { readonly [Name in keyof Filters]: FilterKind<Filters[Name]> } = {
  thematics: heldKind('thematics', (id, { nameOf }) => nameOf(id)),
  tokens: heldKind('tokens', (id) => id),
  largest: rangeKind('largest', {
    ...numberRange,
    criterion: 'largest',
    column: 'largest',
    ranges: ({ from, to }) => [rangeText({ from: shareOf(from), to: shareOf(to) })],
    label: () => 'Largest position',
    text: (range) => rangeLabel(range, (percent) => `${percent}\u2009%`),
  }),
  total: rangeKind('total', {
    ...numberRange,
    criterion: 'total',
    column: 'total',
    label: () => 'Total',
    text: (range, format) => rangeLabel(range, (total) => short(format, total)),
  }),
  change: rangeKind('change', {
    ...numberRange,
    criterion: 'change',
    column: 'change',
    label: (period) => overPast('Value', period),
    text: changeText,
  }),
  moved: rangeKind('moved', {
    criterion: 'return',
    column: 'return',
    param: 'moved',
    read: readMove,
    write: ({ direction, minimum }) => (minimum === null ? direction : `${direction}-${minimum}`),
    ranges: returnRanges,
    label: (period) => overPast('Return', period),
    text: ({ direction, minimum }) =>
      `${directions[direction].toLowerCase()}${minimum === null ? '' : ` ${minimum}\u2009% or more`}`,
  }),
  created: rangeKind('created', {
    criterion: 'created',
    column: 'createdAt',
    read: readCreated,
    write: (created) => created.past ?? rangeText(created),
    ranges: (created, today) => [createdRange(created, today)],
    label: () => 'Created',
    text: createdText,
  }),
  attributes: {
    param: attributePrefix,
    column: null,
    read: (params) => readAttributes(params),
    write: ({ attributes: all }) =>
      all.flatMap(({ name, values }) =>
        values.map((value) => [attributeColumn(name), value] as const),
      ),
    query: ({ attributes: all }) =>
      all.length === 0
        ? {}
        : { 'attribute.*': Object.fromEntries(all.map(({ name, values }) => [name, values])) },
    labels: ({ attributes: all }, { format }) =>
      all.map(({ name, values }) => ({
        criterion: attributeColumn(name),
        label: name,
        value: values.map((value) => format.attribute(value) || 'empty').join(' or '),
        cleared: { attributes: all.filter((one) => one.name !== name) },
        column: null,
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
function rangeText({ from, to }: NumberRange | DateRange): string {
  return `${from ?? ''}..${to ?? ''}`;
}

/** `1000000..`, `..500`, `100..500`. Returns null if neither end is valid. */
function readEnds<End>(text: string, read: (text: string) => End | null) {
  const [, first = '', last = ''] = /^(.*)\.\.(.*)$/.exec(text) ?? [];
  const [from, to] = [read(first), read(last)];
  return from === null && to === null ? null : { from, to };
}

const isDirection = (word: string): word is MoveFilter['direction'] =>
  Object.hasOwn(directions, word);

/** `up`, `down-5`, `either-2.5`, `level` */
function readMove(text: string): MoveFilter | null {
  const [word = '', ...rest] = text.split('-');
  return isDirection(word) ? moveFilter(word, numberOf(rest.join('-'))) : null;
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

/** Ranges include both ends, so the smallest number above 0 means “up”. */
function returnRanges({ direction, minimum }: MoveFilter): readonly string[] {
  const by = shareOf(minimum) ?? Number.MIN_VALUE;
  const up = rangeText({ from: by, to: null });
  const down = rangeText({ from: null, to: -by });
  return { up: [up], down: [down], level: ['0..0'], either: [up, down] }[direction];
}

function createdRange(created: CreatedWhen, today: number): string {
  if (created.past === null) return rangeText(created);
  return `${new Date(today - windowOf[created.past]).toISOString().slice(0, 10)}..`;
}

function rangeLabel({ from, to }: NumberRange, write: (value: number) => string): string {
  if (from === null) return `up to ${write(to ?? 0)}`;
  return to === null ? `${write(from)} or more` : `${write(from)} to ${write(to)}`;
}

/** A limit without extra digits: `10 M`, `2.5 M`, `800`. */
const short = (format: Format, value: number): string =>
  format.tick(value, { step: Math.abs(value), largest: Math.abs(value) }) || hiddenTotal;

/** `up 10 K or more`, `down 10 K or more`, `−10 K to 5 K` */
function changeText({ from, to }: NumberRange, format: Format): string {
  if (to === null && from !== null && from > 0) return `up ${short(format, from)} or more`;
  if (from === null && to !== null && to < 0) return `down ${short(format, -to)} or more`;
  return rangeLabel({ from, to }, (change) => short(format, change));
}

function createdText(created: CreatedWhen, format: Format): string {
  if (created.past !== null) return pastText(created.past);
  const { from, to } = created;
  if (from === null) return `until ${format.date(to)}`;
  return to === null ? `since ${format.date(from)}` : `${format.date(from)} to ${format.date(to)}`;
}
