import { type Searched, testsOf } from './criteria.ts';
import type { Criteria, Criterion } from './question.ts';
import { searchOf } from './searchText.ts';

/** Who passes all criteria: 1 at their places, 0 elsewhere. */
export type Chosen = Uint8Array;

/**
 * Chooses users. What is typed on at the end of a search finds some of those it found before, so only they are looked
 * at again.
 */
export function createChooser() {
  let before: { text: string; count: number; found: Chosen } | null = null;

  /** Whoever can be found by a text at all. */
  const candidates = (text: string, count: number): Chosen => {
    const isNarrower =
      before !== null && before.count === count && text.includes(before.text) && !/:/.test(text);
    return isNarrower && before !== null ? before.found.slice() : new Uint8Array(count).fill(1);
  };

  const found = (criteria: Criteria, searched: Searched, count: number): Chosen => {
    const { text } = searchOf(criteria.text);
    const chosen = candidates(text, count);
    if (before?.text === text && before.count === count) return chosen;
    for (const { criterion, passes } of testsOf(criteria, searched)) {
      if (criterion === 'text') keep(chosen, passes);
    }
    before = /:/.test(text) ? null : { text, count, found: chosen.slice() };
    return chosen;
  };

  return {
    choose(criteria: Criteria, searched: Searched, count: number): Chosen {
      const chosen = found(criteria, searched, count);
      for (const { criterion, passes } of testsOf(criteria, searched)) {
        if (criterion !== 'text') keep(chosen, passes);
      }
      return chosen;
    },
  };
}

/** Leaves those of the chosen that pass. One place after another, as they lie in memory. */
function keep(chosen: Chosen, passes: (place: number) => boolean): void {
  for (let place = 0; place < chosen.length; place += 1) {
    if (chosen[place] === 1 && !passes(place)) chosen[place] = 0;
  }
}

/** The chosen in an order. */
export function inOrder(order: Uint32Array, chosen: Chosen): Uint32Array {
  const places = new Uint32Array(order.length);
  let count = 0;
  for (const place of order) {
    if (chosen[place] !== 1) continue;
    places[count] = place;
    count += 1;
  }
  return places.slice(0, count);
}

/** How many fail one criterion alone: so many would be chosen without it. */
export function countWithout(
  criteria: Criteria,
  searched: Searched,
  count: number,
): Partial<Record<Criterion, number>> {
  const tests = testsOf(criteria, searched);
  const counts: Partial<Record<Criterion, number>> = {};
  for (const { criterion } of tests) counts[criterion] = 0;
  for (let place = 0; place < count; place += 1) {
    const [failed, another] = tests.filter(({ passes }) => !passes(place));
    if (failed === undefined || another !== undefined) continue;
    counts[failed.criterion] = (counts[failed.criterion] ?? 0) + 1;
  }
  return counts;
}
