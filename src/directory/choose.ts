import type { DirectoryPeriod, DirectoryRange } from '#contract/directory.ts';
import { directoryRanges } from '#contract/directoryParameters.ts';
import { fold, searchWords, type SearchWord } from '#contract/search.ts';
import type { HoldingsTable } from './holdings.ts';
import { columnValues, numberColumns, type ColumnTables } from './numberColumns.ts';
import type { People } from './people.ts';
import type { DirectoryFilter } from './query.ts';
import type { ReportedTable } from './reportedFigures.ts';
import { sliceLength } from './sorting.ts';
import { encodeText } from './textTable.ts';

export interface DirectoryTables extends ColumnTables {
  readonly holdings: HoldingsTable;
  /** Figures that another service reports. */
  readonly reported?: ReportedTable;
}

interface CriterionKind {
  readonly isOfFigures: boolean;
  readonly period: DirectoryPeriod | '';
  readonly word: string | null;
}

/** One condition of a filter: `q`, `thematic`, `token`, the name of a range, `attribute.NAME`. */
export interface FilterCriterion {
  readonly name: string;
  /** Criteria with the same key are equal. */
  readonly key: string;
  /** Depends on figures: the matching users change with the next tick. */
  readonly isOfFigures: boolean;
  /**
   * The word to search in all texts, if that is the entire criterion: its matches are among those of each part of the
   * word.
   */
  readonly word: string | null;
  keep(rowIndexes: Uint32Array): Generator<void, Uint32Array>;
}

/** The conditions of a filter, the search last, because it is the slowest. */
export function criteriaOf(filter: DirectoryFilter, source: DirectoryTables): FilterCriterion[] {
  const { people, holdings, figures } = source;
  const criteria: FilterCriterion[] = [];
  const add = (
    name: string,
    accepted: unknown,
    keep: FilterCriterion['keep'],
    { isOfFigures = false, period = '', word = null }: Partial<CriterionKind> = {},
  ): void => {
    const version = isOfFigures ? figures.version : '';
    const key = JSON.stringify([name, accepted, version, period]);
    criteria.push({ name, key, isOfFigures, word, keep });
  };
  const { ids = [], selection } = filter;
  const addIds = (name: string, key: unknown, wanted: ReadonlySet<string>) =>
    add(name, key, (rowIndexes) =>
      keepMarked(rowIndexes, (slice, marks) => {
        for (let index = 0; index < slice.length; index++) {
          marks[index] = Number(wanted.has(people.id(slice[index] ?? 0)));
        }
      }),
    );
  if (ids.length > 0) addIds('ids', ids, new Set(ids));
  if (selection !== undefined) addIds('selection', selection.id, selection.customIds);
  for (const { name, column } of directoryRanges) {
    const ranges = filter.ranges[name];
    if (ranges === undefined || ranges.length === 0) continue;
    const bounded = numberColumns[column];
    const { changesWith } = bounded;
    add(
      name,
      ranges,
      (rowIndexes) => within(rowIndexes, columnValues(bounded, source, filter.period), ranges),
      {
        isOfFigures: changesWith !== 'user',
        period: changesWith === 'period' ? filter.period : '',
      },
    );
  }
  const { excluded } = filter;
  const held = [
    ['thematic', filter.thematics, excluded?.thematics, holdings.thematics, figures.heldThematics],
    ['token', filter.tokens, excluded?.tokens, holdings.tokens, figures.heldTokens],
  ] as const;
  for (const [name, wanted, unwanted = [], known, holders] of held) {
    const markOf = (ids: readonly string[]): MarkRows => {
      const kinds = ids.map((id) => known.find(id));
      return (slice, marks) => holders.mark(kinds, slice, marks);
    };
    const addHeld = (param: string, ids: readonly string[], mark: MarkRows) =>
      add(param, ids, (rowIndexes) => keepMarked(rowIndexes, mark), { isOfFigures: true });
    if (wanted.length > 0) addHeld(name, wanted, markOf(wanted));
    if (unwanted.length > 0) addHeld(notNames[name], unwanted, inverted(markOf(unwanted)));
  }
  const markValues = (isName: IsText, isValue: IsText): MarkRows => {
    const marked = people.attributes.valuesWhere(isName, isValue);
    return (slice, marks) => people.attributes.markUsers(marked, slice, marks);
  };
  const addAttribute = (param: string, accepted: unknown, markOf: () => MarkRows) =>
    add(param, accepted, function* keep(rowIndexes) {
      const mark = markOf();
      yield;
      return yield* keepMarked(rowIndexes, mark);
    });
  for (const { name, values } of filter.attributes)
    addAttribute(`attribute.${name}`, values, () => markValues(isOneOf([name]), isOneOf(values)));
  for (const { name, values } of excluded?.attributes ?? []) {
    addAttribute(`notAttribute.${name}`, values, () =>
      inverted(markValues(isOneOf([name]), isOneOf(values))),
    );
  }
  for (const name of excluded?.attributeNames ?? []) {
    // The lines of a nested value have its name as prefix.
    const isWithin = (line: string) => line === name || line.startsWith(`${name}.`);
    addAttribute(`lacksAttribute`, name, () => inverted(markValues(isWithin, () => true)));
  }
  for (const word of searchWords(filter.q)) {
    add('q', word.text, (rowIndexes) => keepMatching(rowIndexes, word, people), {
      word: word.attribute === null ? word.text : null,
    });
  }
  return criteria;
}

const implies = (one: FilterCriterion, other: FilterCriterion): boolean =>
  one.key === other.key ||
  (one.word !== null && other.word !== null && one.word.includes(other.word));

export interface MatchingRows {
  readonly criteria: readonly FilterCriterion[];
  readonly chosen: Uint32Array;
}

/**
 * The rows of users who match all criteria, ascending; searches only the smallest of the `known` results that must
 * contain them.
 */
export function* choose(
  { people }: DirectoryTables,
  criteria: readonly FilterCriterion[],
  known: Iterable<MatchingRows> = [],
): Generator<void, Uint32Array> {
  let smallest: MatchingRows | null = null;
  for (const one of known) {
    const isWider = one.criteria.every((its) => criteria.some((own) => implies(own, its)));
    if (isWider && one.chosen.length < (smallest?.chosen.length ?? people.count)) smallest = one;
  }
  const met = new Set(smallest?.criteria.map(({ key }) => key));
  let chosen = smallest?.chosen.slice() ?? people.rowIndexes();
  for (const criterion of criteria) {
    if (!met.has(criterion.key)) chosen = yield* criterion.keep(chosen);
  }
  // A short result must not keep the memory of all rows.
  return chosen.length * 2 < people.length ? chosen.slice() : chosen;
}

type Bounds = readonly [low: number, high: number];

function* within(
  rowIndexes: Uint32Array,
  values: Float64Array,
  ranges: readonly DirectoryRange[],
): Generator<void, Uint32Array> {
  const bounds = ranges.map(({ from, to }): Bounds => [
    from ?? Number.NEGATIVE_INFINITY,
    to ?? Number.POSITIVE_INFINITY,
  ]);
  return yield* keepMarked(rowIndexes, (slice, marks) => {
    for (const one of bounds) markWithin(slice, marks, values, one);
  });
}

function markWithin(
  rowIndexes: Uint32Array,
  marks: Uint8Array,
  values: Float64Array,
  [low, high]: Bounds,
): void {
  for (let index = 0; index < rowIndexes.length; index++) {
    const value = values[rowIndexes[index] ?? 0] ?? Number.NaN;
    marks[index] = (marks[index] ?? 0) | (Number(value >= low) & Number(value <= high));
  }
}

/** Sets to 1, at their index, the marks of rows that match a condition. */
type MarkRows = (rowIndexes: Uint32Array, marks: Uint8Array) => void;
type IsText = (text: string) => boolean;

function isOneOf(values: readonly string[]): IsText {
  const all = new Set(values);
  return (value) => all.has(value);
}

const notNames = { thematic: 'notThematic', token: 'notToken' } as const;

/** Marks the rows that do not match a condition. */
const inverted =
  (mark: MarkRows): MarkRows =>
  (rowIndexes, marks) => {
    mark(rowIndexes, marks);
    for (let index = 0; index < rowIndexes.length; index++) marks[index] = 1 - (marks[index] ?? 0);
  };

function* keepMarked(rowIndexes: Uint32Array, mark: MarkRows): Generator<void, Uint32Array> {
  const marks = new Uint8Array(Math.min(sliceLength, rowIndexes.length));
  let count = 0;
  for (let from = 0; from < rowIndexes.length; from += sliceLength) {
    const slice = rowIndexes.subarray(from, from + sliceLength);
    marks.fill(0);
    mark(slice, marks);
    count = moveMarked(slice, marks, rowIndexes, count);
    yield;
  }
  return rowIndexes.subarray(0, count);
}

function moveMarked(from: Uint32Array, marks: Uint8Array, to: Uint32Array, begin: number): number {
  let end = begin;
  for (let index = 0; index < from.length; index++) {
    to[end] = from[index] ?? 0;
    end += marks[index] ?? 0;
  }
  return end;
}

function* keepMatching(
  rowIndexes: Uint32Array,
  { text, attribute }: SearchWord,
  { texts, attributes }: People,
): Generator<void, Uint32Array> {
  if (attribute !== null) {
    const { name, value } = attribute;
    if (name === 'name') {
      const word = encodeText(value);
      return yield* keepMarked(rowIndexes, (slice, marks) =>
        texts.mark(word, slice, marks, 'first'),
      );
    }
    const isNamed = (other: string) => fold(other) === name;
    if (attributes.hasName(isNamed)) {
      const values = attributes.valuesWhere(isNamed, (other) => fold(other).includes(value));
      yield;
      return yield* keepMarked(rowIndexes, (slice, marks) =>
        attributes.markUsers(values, slice, marks),
      );
    }
  }
  const word = encodeText(text);
  const values = attributes.valuesWith(word);
  yield;
  const hasValue = values.includes(1);
  return yield* keepMarked(rowIndexes, (slice, marks) => {
    if (hasValue) attributes.markUsers(values, slice, marks);
    texts.mark(word, slice, marks, 'any');
  });
}

export function* countsWithout(
  source: DirectoryTables,
  criteria: readonly FilterCriterion[],
): Generator<void, Record<string, number>> {
  const counts = new Map<string, number>();
  for (const name of new Set(criteria.map((one) => one.name))) {
    const others = criteria.filter((one) => one.name !== name);
    counts.set(name, (yield* choose(source, others)).length);
  }
  return Object.fromEntries(counts);
}
