import { queryOptions } from '@tanstack/react-query';
import type { BookContribution, BookFlows, BookPartKind } from '#contract/book.ts';
import type { ExposureBy, ExposureWindow } from '#contract/exposure.ts';
import { maxDirectoryRows } from '#contract/directoryParameters.ts';
import { pathOf } from '#contract/operation.ts';
import { getBookContribution, getBookExposure, getBookFlows } from '#contract/operations/book.ts';
import { call } from '../api/client.ts';
import type { RecordsWindow } from '../history/period.ts';
import type { MembersQuery } from '../portfolio/bookSubject.ts';
import { queryAsOf, ticksAsOf } from '../portfolio/capabilities.ts';
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
    { type: historyType, ...between }: RecordsWindow,
    by: BookPartKind,
    asOf: number | null,
  ) => {
    const ofBook = [...keys.book(members), 'contribution', by];
    const input = {
      params: { historyType },
      query: { ...members, ...between, ...queryAsOf(asOf), by, limit: maxDirectoryRows },
    };
    return {
      path: pathOf(getBookContribution, input),
      options: queryOptions<BookContribution>({
        queryKey: keyAsOf([...ofBook, historyType, between], asOf),
        queryFn: ({ signal }) => call(getBookContribution, input, signal),
        placeholderData: sameBook(ofBook, asOf),
        meta: ticksAsOf(asOf),
      }),
    };
  },

  flows: (
    members: MembersQuery,
    { type: historyType, ...between }: RecordsWindow,
    asOf: number | null,
  ) => {
    const ofBook = [...keys.book(members), 'flows'];
    const input = {
      params: { historyType },
      query: { ...members, ...between, ...queryAsOf(asOf) },
    };
    return {
      path: pathOf(getBookFlows, input),
      options: queryOptions<BookFlows>({
        queryKey: keyAsOf([...ofBook, historyType, between], asOf),
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
