import type { FigureName } from '#contract/figures.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getBookFigures, getBookPerformance } from '#contract/operations/book.ts';
import { getPastThematicHistory, getThematicHistory } from '#contract/operations/thematics.ts';
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
  const asOf = url.searchParams.get('asOf') ?? undefined;
  const [only] = benchmark;
  const figure = (name: FigureName) => {
    const other = new URL(url);
    other.searchParams.set('explain', name);
    return other.pathname + other.search;
  };
  // Histories have no part between two instants.
  if (from !== undefined || to !== undefined) {
    return { history: null, positions: null, benchmark: null, figure };
  }
  const levelsOf = (id: string) => {
    const params = { id, historyType };
    return asOf === undefined
      ? pathOf(getThematicHistory, { params })
      : pathOf(getPastThematicHistory, { params, query: { asOf } });
  };
  const ofBenchmark = only === undefined || benchmark.length > 1 ? null : levelsOf(only.id);
  if ('thematic' in subject) {
    return { history: levelsOf(subject.thematic), positions: null, benchmark: ofBenchmark, figure };
  }
  if ('held' in subject) {
    return {
      history: bookHistory(historyType, url),
      positions: null,
      benchmark: ofBenchmark,
      figure,
    };
  }
  const { user: id, thematic } = subject.wallets;
  const wallets = { params: { id, historyType }, query: { thematic, asOf } };
  return {
    history: pathOf(getPerformance, wallets),
    positions: pathOf(getPositionsHistory, wallets),
    benchmark: ofBenchmark,
    figure,
  };
}

/** The history of the same book. */
function bookHistory(historyType: HistoryType, url: URL): string {
  const query = new URLSearchParams(url.searchParams);
  for (const name of Object.keys(getBookFigures.query)) {
    if (!Object.hasOwn(getBookPerformance.query, name)) query.delete(name);
  }
  const path = pathOf(getBookPerformance, { params: { historyType } });
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
