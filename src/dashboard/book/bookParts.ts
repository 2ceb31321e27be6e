import { queryOptions } from '@tanstack/react-query';
import { sumOf } from '#analytics/weights.ts';
import type { BookContribution, BookFlows, BookPartKind } from '#contract/book.ts';
import type { ExposureBy, ExposureWindow } from '#contract/exposure.ts';
import { maxDirectoryRows } from '#contract/directoryParameters.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getBookContribution, getBookExposure, getBookFlows } from '#contract/operations/book.ts';
import { parseTime } from '#contract/time.ts';
import { call } from '../api/client.ts';
import type { MembersQuery } from '../portfolio/bookSubject.ts';
import { queryAsOf, ticksAsOf } from '../portfolio/capabilities.ts';
import type { Moved, Mover } from '../portfolio/moved.ts';
import { keyAsOf, keys } from '../portfolio/queryKeys.ts';
import { choiceParam } from '../url/searchParam.ts';
import { sameBook } from './bookQueries.ts';

export const partNames = {
  thematic: 'Thematic',
  token: 'Token',
  user: 'User',
} as const satisfies Record<BookPartKind, string>;

export const bookMoversParam = choiceParam('movers', ['thematic', 'token', 'user'], 'thematic');
export const bookExposureParam = choiceParam('exposure', ['token', 'thematic'], 'token');

/** Exposures that the panel of a book shows. */
export const shownExposures = 8;

export const partQueries = {
  contribution: (
    members: MembersQuery,
    historyType: HistoryType,
    by: BookPartKind,
    asOf: number | null,
  ) => {
    const ofBook = [...keys.book(members), 'contribution', by];
    const input = {
      params: { historyType },
      query: { ...members, ...queryAsOf(asOf), by, limit: maxDirectoryRows },
    };
    return {
      path: pathOf(getBookContribution, input),
      options: queryOptions<BookContribution>({
        queryKey: keyAsOf([...ofBook, historyType], asOf),
        queryFn: ({ signal }) => call(getBookContribution, input, signal),
        placeholderData: sameBook(ofBook, asOf),
        meta: ticksAsOf(asOf),
      }),
    };
  },

  flows: (members: MembersQuery, historyType: HistoryType, asOf: number | null) => {
    const ofBook = [...keys.book(members), 'flows'];
    const input = { params: { historyType }, query: { ...members, ...queryAsOf(asOf) } };
    return {
      path: pathOf(getBookFlows, input),
      options: queryOptions<BookFlows>({
        queryKey: keyAsOf([...ofBook, historyType], asOf),
        queryFn: ({ signal }) => call(getBookFlows, input, signal),
        placeholderData: sameBook(ofBook, asOf),
        meta: ticksAsOf(asOf),
      }),
    };
  },

  exposure: (members: MembersQuery, by: ExposureBy, asOf: number | null) => {
    const input = {
      query: { ...members, ...queryAsOf(asOf), by, sort: '-total', limit: shownExposures },
    };
    return {
      path: pathOf(getBookExposure, input),
      options: queryOptions<ExposureWindow>({
        queryKey: keyAsOf([...keys.book(members), 'exposure', by], asOf),
        queryFn: ({ signal }) => call(getBookExposure, input, signal),
        meta: ticksAsOf(asOf),
      }),
    };
  },
};

/** The parts of a book's change as drivers. Parts beyond the answer's window are one of them. */
export function movedByPart(
  answer: BookContribution,
  nameOf: (thematicId: string) => string,
): Moved {
  const { from, to, step, first, last, price, amount, change, residual, rows, parts } = answer;
  const movers = rows.map((row): Mover => ({
    id: row.id,
    label: answer.by === 'thematic' ? nameOf(row.id) : row.id,
    ...(row.name !== null && { title: row.name }),
    price: row.price,
    amount: row.amount,
    change: row.change,
    residual: 0,
  }));
  const restOf = (part: 'price' | 'amount' | 'change', total: number | null) =>
    (total ?? 0) - sumOf(rows.map((row) => row[part]));
  const count = parts - rows.length;
  const rest: Mover = {
    id: 'rest',
    label: `${count} more`,
    count,
    price: restOf('price', price),
    amount: restOf('amount', amount),
    // The change of all parts is without the residual.
    change: restOf('change', change === null ? null : change - (residual ?? 0)),
    residual: 0,
  };
  return {
    span: from === null || to === null ? null : { from: parseTime(from), to: parseTime(to) },
    step,
    first: first ?? 0,
    last: last ?? 0,
    movers: count > 0 ? [...movers, rest] : movers,
    sum: {
      change: change ?? 0,
      price: price ?? 0,
      amount: amount ?? 0,
      residual:
        Math.abs(residual ?? 0) < 1e-11 * Math.max(first ?? 0, last ?? 0) ? 0 : (residual ?? 0),
    },
  };
}
