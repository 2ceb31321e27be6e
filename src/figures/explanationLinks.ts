import type { FigureName } from '#contract/figures.ts';
import { pathOf } from '#contract/operation.ts';
import { getThematicHistory } from '#contract/operations/thematics.ts';
import { getPerformance, getPositionsHistory } from '#contract/operations/wallets.ts';
import type { FiguresRequest } from './figuresRequest.ts';
import type { FiguresSubject } from './figuresSubject.ts';

/** Calls that answer the inputs of an explanation; null if there is none for this period. */
export interface ExplanationLinks {
  /** Value, index and flow, or the level, at each record. */
  readonly history: string | null;
  readonly positions: string | null;
  /** Levels of the benchmark, if it is one thematic. */
  readonly benchmark: string | null;
  /** The same call, explaining another figure. */
  figure(name: FigureName): string;
}

/** @param url of the request. */
export function explanationLinks(
  subject: FiguresSubject,
  { period: { type: historyType, from, to }, benchmark }: FiguresRequest,
  url: URL,
): ExplanationLinks {
  // Histories have no part between two instants, and those under /p no past as of.
  const isHistory = from === undefined && to === undefined && !url.searchParams.has('asOf');
  const [only] = benchmark;
  const figure = (name: FigureName) => {
    const other = new URL(url);
    other.searchParams.set('explain', name);
    return other.pathname + other.search;
  };
  if (!isHistory) return { history: null, positions: null, benchmark: null, figure };
  const levelsOf = (id: string) => pathOf(getThematicHistory, { params: { id, historyType } });
  const ofBenchmark = only === undefined || benchmark.length > 1 ? null : levelsOf(only.id);
  if ('thematic' in subject) {
    return { history: levelsOf(subject.thematic), positions: null, benchmark: ofBenchmark, figure };
  }
  const { user: id, thematic } = subject.wallets;
  const wallets = { params: { id, historyType }, query: { thematic } };
  return {
    history: pathOf(getPerformance, wallets),
    positions: pathOf(getPositionsHistory, wallets),
    benchmark: ofBenchmark,
    figure,
  };
}
