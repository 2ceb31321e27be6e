import type { Figures } from './figures.ts';
import type { Criteria, Criterion, Move, Range } from './question.ts';
import { type AttributeNames, matcherOf, searchOf } from './searchText.ts';

/** What is looked at when users are left out: the columns of the index. */
export interface Searched {
  readonly figures: Figures;
  readonly texts: readonly string[];
  readonly names: AttributeNames;
  /** Whether a user holds one of these thematics. */
  readonly holds: (thematics: readonly string[]) => (place: number) => boolean;
}

/** One criterion: whether a user passes it. */
export interface Test {
  readonly criterion: Criterion;
  readonly passes: (place: number) => boolean;
}

/** The criteria that are set, the search last: it takes the longest. */
export function testsOf(criteria: Criteria, searched: Searched): readonly Test[] {
  const { figures, texts, names, holds } = searched;
  const { text, thematics, total, moved, created } = criteria;
  const tests: Test[] = [];
  if (total !== null) {
    const isWithin = within(total);
    tests.push({ criterion: 'total', passes: (place) => isWithin(figures.total[place]) });
  }
  if (created !== null) {
    const isWithin = within(created);
    tests.push({ criterion: 'created', passes: (place) => isWithin(figures.created[place]) });
  }
  if (moved !== null) {
    const hasMoved = mover(moved);
    tests.push({
      criterion: 'moved',
      passes: (place) => hasMoved(figures.change[place], figures.percent[place]),
    });
  }
  if (thematics.length > 0) tests.push({ criterion: 'thematics', passes: holds(thematics) });
  const search = searchOf(text);
  if (search.text !== '') {
    const isFound = matcherOf(search, names);
    tests.push({ criterion: 'text', passes: (place) => isFound(texts[place] ?? '') });
  }
  return tests;
}

function within({ from, to }: Range): (value: number | undefined) => boolean {
  const low = from ?? Number.NEGATIVE_INFINITY;
  const high = to ?? Number.POSITIVE_INFINITY;
  return (value) => value !== undefined && value >= low && value <= high;
}

const isThatWay: Record<Move['direction'], (change: number) => boolean> = {
  up: (change) => change > 0,
  down: (change) => change < 0,
  level: (change) => change === 0,
  either: (change) => change !== 0,
};

/** Whose change is not known has not moved in any way that could be told. */
function mover({ direction, least }: Move) {
  const isRight = isThatWay[direction];
  const ratio = (least ?? 0) / 100;
  return (change = Number.NaN, percent = Number.NaN): boolean => {
    if (Number.isNaN(change) || !isRight(change)) return false;
    return ratio === 0 || Math.abs(percent) >= ratio;
  };
}
