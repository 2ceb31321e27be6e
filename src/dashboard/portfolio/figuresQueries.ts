import { hashKey, queryOptions } from '@tanstack/react-query';
import type { FigureName, FiguresAnswer } from '#contract/figures.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getBookFigures } from '#contract/operations/book.ts';
import { getThematicFigures, getUserFigures } from '#contract/operations/figures.ts';
import { call } from '../api/client.ts';
import type { FiguresOwner } from './bookSubject.ts';
import type { BenchmarkQuery } from './benchmark.ts';
import { queryAsOf, ticksAsOf } from './capabilities.ts';
import { keys } from './queryKeys.ts';

/** `from` and `to` (ISO 8601) go with `all` only. */
export interface FiguresWindow {
  readonly type: HistoryType;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface PageFiguresRequest {
  readonly subject: FiguresOwner;
  readonly window: FiguresWindow;
  readonly benchmark: BenchmarkQuery;
  /** Yearly, as a ratio. */
  readonly rf: number;
  /** The past instant of the page (epoch ms); null: the present. */
  readonly asOf: number | null;
  /** The answer explains this figure too. */
  readonly explain?: FigureName;
}

export const figuresQueries = {
  of: (request: PageFiguresRequest) => {
    const { subject, window, asOf } = request;
    const query = queryOf(request);
    // Part of the key, so that figures of another instant are never shown either.
    const ofSubject = [...keys.figures(subject), asOf];
    return queryOptions<FiguresAnswer>({
      queryKey: [...ofSubject, window.type, query],
      queryFn: ({ signal }) => {
        const { user, thematic, book } = subject;
        const historyType = window.type;
        if (book !== undefined) {
          const input = { params: { historyType }, query: { ...book, ...query } };
          return call(getBookFigures, input, signal);
        }
        return user === undefined
          ? call(getThematicFigures, { params: { id: thematic, historyType }, query }, signal)
          : call(
              getUserFigures,
              { params: { id: user, historyType }, query: { thematic, ...query } },
              signal,
            );
      },
      // Never shows figures of another subject, not even dimmed, nor the explanation of another figure.
      placeholderData: (before, last) =>
        last !== undefined &&
        request.explain === undefined &&
        hashKey(last.queryKey.slice(0, -2)) === hashKey(ofSubject)
          ? before
          : undefined,
      meta: ticksAsOf(asOf),
    });
  },
};

/** Path of the same figures as a CSV file. */
export function figuresCsv(request: PageFiguresRequest): string {
  const { subject, window } = request;
  const { user, thematic, book } = subject;
  const historyType = window.type;
  const query = { ...queryOf(request), format: 'csv' };
  if (book !== undefined) {
    return pathOf(getBookFigures, { params: { historyType }, query: { ...book, ...query } });
  }
  return user === undefined
    ? pathOf(getThematicFigures, { params: { id: thematic, historyType }, query })
    : pathOf(getUserFigures, { params: { id: user, historyType }, query: { thematic, ...query } });
}

function queryOf({ window: { from, to }, benchmark, rf, asOf, explain }: PageFiguresRequest) {
  return { ...benchmark, from, to, ...(rf !== 0 && { rf }), ...queryAsOf(asOf), explain };
}
