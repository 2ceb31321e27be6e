import type { DirectoryPeriod, OwnDirectoryColumn } from '#contract/directory.ts';
import type { DirectoryRangeName } from '#contract/directoryParameters.ts';
import { overPast } from '../history/periodText.ts';
import type { Format } from '../preferences/format.ts';
import { filterNames } from '../url/params.ts';
import { readIds } from '../url/searchParam.ts';
import {
  type AttributeFilter,
  directions,
  type Filters,
  type NumberRange,
} from './filterValues.ts';
import { nameAfter } from './attributeNames.ts';
import type { ChipOptions, FilterKind, FilterQuery } from './filterKind.ts';
import { idsKind, selectionKind } from './namedKinds.ts';
import {
  rangeText,
  readEnds,
  readMove,
  readCreated,
  numberOf,
  returnRanges,
  createdRange,
  rangeLabel,
  short,
  changeText,
  createdText,
  shareOf,
} from './rangeTexts.ts';

const allUsers: FilterQuery = {};

/** One parameter for each id, since ids may contain any separator. */
function heldKind(
  name: 'thematics' | 'tokens' | 'notThematics' | 'notTokens',
  label: string,
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
      return ids.length === 0 ? [] : [{ criterion: param, label, value, cleared, column: null }];
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

/** `attribute.country=CH`, once for each value. */
function attributeKind(
  filter: 'attributes' | 'notAttributes',
  parameter: 'attribute' | 'notAttribute',
  textOf: (values: readonly string[]) => string,
): FilterKind<readonly AttributeFilter[]> {
  const param = `${parameter}.` as const;
  return {
    param,
    column: null,
    read: (params) =>
      [...new Set(params.keys())].flatMap((key) => {
        const name = nameAfter(param, key);
        return name === null ? [] : [{ name, values: [...new Set(params.getAll(key))] }];
      }),
    write: ({ [filter]: all }) =>
      all.flatMap(({ name, values }) => values.map((value) => [`${param}${name}`, value] as const)),
    query: ({ [filter]: all }) =>
      all.length === 0
        ? {}
        : {
            ...allUsers,
            [`${param}*`]: Object.fromEntries(all.map(({ name, values }) => [name, values])),
          },
    labels: ({ [filter]: all }, { format }) =>
      all.map(({ name, values }) => ({
        criterion: `${param}${name}`,
        label: name,
        value: textOf(values.map((value) => format.attribute(value) || 'empty')),
        cleared: { [filter]: all.filter((one) => one.name !== name) },
        column: null,
      })),
  };
}

/** In the order of the chips. */
export const filterKinds: { readonly [Name in keyof Filters]: FilterKind<Filters[Name]> } = {
  ids: idsKind,
  selection: selectionKind,
  thematics: heldKind('thematics', 'Holds', (id, { nameOf }) => nameOf(id)),
  tokens: heldKind('tokens', 'Holds', (id) => id),
  notThematics: heldKind('notThematics', 'Holds no', (id, { nameOf }) => nameOf(id)),
  notTokens: heldKind('notTokens', 'Holds no', (id) => id),
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
  attributes: attributeKind('attributes', 'attribute', (values) => values.join(' or ')),
  notAttributes: attributeKind('notAttributes', 'notAttribute', (values) =>
    values.map((value) => `not ${value}`).join(', '),
  ),
  lackedAttributes: {
    param: filterNames.lackedAttributes,
    column: null,
    read: (params) => readIds(params, filterNames.lackedAttributes),
    write: ({ lackedAttributes: names }) =>
      names.map((name) => [filterNames.lackedAttributes, name]),
    query: ({ lackedAttributes: names }) =>
      names.length === 0 ? {} : { [filterNames.lackedAttributes]: names },
    labels: ({ lackedAttributes: names }) =>
      names.length === 0
        ? []
        : [
            {
              criterion: filterNames.lackedAttributes,
              label: 'Not set',
              value: names.join(', '),
              cleared: { lackedAttributes: [] },
              column: null,
            },
          ],
  },
};
