import {
  directoryRanges,
  type DirectoryPeriod,
  type DirectoryRange,
  type DirectoryRangeName,
} from '#contract/directory.ts';
import { fold, searchWords, type SearchWord } from '#contract/search.ts';
import type { Figures } from './figures.ts';
import type { HoldingsTable } from './holdings.ts';
import type { People } from './people.ts';
import type { DirectoryFilter } from './query.ts';
import { sliceLength } from './sorting.ts';
import { encodeText } from './textTable.ts';

/** What users are chosen from. */
export interface Source {
  readonly people: People;
  readonly holdings: HoldingsTable;
  readonly figures: Figures;
}

/** One condition of a filter: `q`, `thematic`, `token`, the name of a range, `attribute.NAME`. */
export interface Criterion {
  readonly name: string;
  /** Leaves those of the chosen, 1 at their places, who meet it; yields between slices. */
  keep(chosen: Uint8Array): Generator<void, void>;
}

/** The conditions of a filter, the search last: it takes the longest. */
export function criteriaOf(filter: DirectoryFilter, source: Source): Criterion[] {
  const { people, holdings, figures } = source;
  const criteria: Criterion[] = [];
  for (const { name } of directoryRanges) {
    const ranges = filter.ranges[name];
    if (ranges === undefined || ranges.length === 0) continue;
    criteria.push({
      name,
      keep: (chosen) => within(chosen, column(source, name, filter.period), ranges),
    });
  }
  if (filter.thematics.length > 0) {
    const kinds = filter.thematics.map((id) => holdings.thematics.find(id));
    criteria.push({
      name: 'thematic',
      *keep(chosen) {
        figures.heldThematics.keep(chosen, kinds);
        yield;
      },
    });
  }
  if (filter.tokens.length > 0) {
    const kinds = filter.tokens.map((id) => holdings.tokens.find(id));
    criteria.push({
      name: 'token',
      *keep(chosen) {
        figures.heldTokens.keep(chosen, kinds);
        yield;
      },
    });
  }
  for (const { name, values } of filter.attributes) {
    const wanted = new Set(values);
    criteria.push({
      name: `attribute.${name}`,
      *keep(chosen) {
        const { attributes } = people;
        const marked = attributes.valuesWhere(
          (other) => other === name,
          (value) => wanted.has(value),
        );
        yield;
        yield* keepMarked(chosen, (marks, from, to) =>
          attributes.markUsers(marked, chosen, marks, from, to),
        );
      },
    });
  }
  for (const word of searchWords(filter.q)) {
    criteria.push({ name: 'q', keep: (chosen) => keepMatching(chosen, word, people) });
  }
  return criteria;
}

function column(
  { people, figures }: Source,
  name: DirectoryRangeName,
  period: DirectoryPeriod,
): Float64Array {
  if (name === 'created') return people.created;
  if (name === 'total' || name === 'largest') return figures[name];
  return figures.periods[period][name];
}

/** Who meets all of the criteria: 1 at their places. */
export function* choose(
  { people }: Source,
  criteria: readonly Criterion[],
): Generator<void, Uint8Array> {
  const chosen = people.present.slice(0, people.length);
  for (const criterion of criteria) yield* criterion.keep(chosen);
  return chosen;
}

function* within(
  chosen: Uint8Array,
  values: Float64Array,
  ranges: readonly DirectoryRange[],
): Generator<void, void> {
  const [first, ...others] = ranges.map(({ from, to }) => ({
    low: from ?? Number.NEGATIVE_INFINITY,
    high: to ?? Number.POSITIVE_INFINITY,
  }));
  if (first === undefined) return;
  const { low, high } = first;
  for (let place = 0; place < chosen.length; place++) {
    if (chosen[place] !== 1) continue;
    const value = values[place] ?? Number.NaN;
    let isWithin = value >= low && value <= high;
    for (let other = 0; other < others.length && !isWithin; other++) {
      const bounds = others[other];
      isWithin = bounds !== undefined && value >= bounds.low && value <= bounds.high;
    }
    if (!isWithin) chosen[place] = 0;
    if (place % sliceLength === 0) yield;
  }
}

type Mark = (marks: Uint8Array, from: number, to: number) => void;

/** Leaves those of the chosen whom one of the rounds marks. */
function* keepMarked(chosen: Uint8Array, ...rounds: readonly Mark[]): Generator<void, void> {
  const marks = new Uint8Array(chosen.length);
  for (const mark of rounds) {
    for (let from = 0; from < chosen.length; from += sliceLength) {
      mark(marks, from, Math.min(from + sliceLength, chosen.length));
      yield;
    }
  }
  for (let place = 0; place < chosen.length; place++) chosen[place] = marks[place] ?? 0;
}

/** Leaves those of the chosen whom a word of the search finds. */
function* keepMatching(
  chosen: Uint8Array,
  { text, attribute }: SearchWord,
  { idTexts, nameTexts, attributes }: People,
): Generator<void, void> {
  if (attribute !== null) {
    const { name, value } = attribute;
    if (name === 'name') {
      const word = encodeText(value);
      const mark: Mark = (marks, from, to) => nameTexts.mark(word, chosen, marks, from, to);
      yield* keepMarked(chosen, mark);
      return;
    }
    const isNamed = (other: string) => fold(other) === name;
    if (attributes.hasName(isNamed)) {
      const values = attributes.valuesWhere(isNamed, (other) => fold(other).includes(value));
      yield;
      yield* keepMarked(chosen, (marks, from, to) =>
        attributes.markUsers(values, chosen, marks, from, to),
      );
      return;
    }
  }
  const word = encodeText(text);
  const values = attributes.valuesWith(word);
  yield;
  const rounds: Mark[] = [
    (marks, from, to) => idTexts.mark(word, chosen, marks, from, to),
    (marks, from, to) => nameTexts.mark(word, chosen, marks, from, to),
  ];
  if (values.includes(1)) {
    rounds.push((marks, from, to) => attributes.markUsers(values, chosen, marks, from, to));
  }
  yield* keepMarked(chosen, ...rounds);
}
