import { categoryColour } from '../../shared/categories.ts';

/** How a line is told from the others: by colour and, besides, by dash. */
export interface SeriesLook {
  readonly colour: string;
  readonly dash: string | undefined;
  readonly width: number;
}

/** The line a page is about. */
export const mainLook: SeriesLook = { colour: 'var(--accent)', dash: undefined, width: 1.5 };

/** The line it is held against. */
const benchmarkLook: SeriesLook = { colour: 'var(--ink-2)', dash: '5 4', width: 1.25 };

/** The look of the nth line (from 0) where the first is held against the others: the second is the benchmark. */
export function benchmarkLookOf(place: number): SeriesLook {
  if (place === 0) return mainLook;
  return place === 1 ? benchmarkLook : equalLook(place - 1);
}

const dashes = [undefined, undefined, undefined, undefined, '6 3', '6 3', '2 3', '2 3'];

/** The look of the nth of several equal lines (from 0), by order of use. */
export function equalLook(place: number): SeriesLook {
  const nth = place % dashes.length;
  return { colour: categoryColour(nth + 1), dash: dashes[nth], width: 1.5 };
}
