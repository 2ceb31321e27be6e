import { directoryPeriods, type DirectoryPeriod } from '#contract/directory.ts';
import type { ExposureBy } from '#contract/exposure.ts';
import { maxIdsLength } from '#contract/directoryParameters.ts';
import { initialDirectoryPeriod, periodParamName } from '../url/carried.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { byParam, searchName } from '../url/params.ts';
import { choiceParam, putParam } from '../url/searchParam.ts';
import { isFilterParam, noFilters, readFilters, writeFilters } from './filters.ts';

/** Users by id, or as a stored selection. */
export interface NamedMembers {
  readonly ids?: readonly string[];
  readonly selection?: string;
}

/** `?over=week`: the period of the filters on change and return. The book itself may show another. */
export const overParam = choiceParam('over', directoryPeriods, initialDirectoryPeriod);

const isMemberParam = (name: string): boolean => name === searchName || isFilterParam(name);

/** Returns the parameters of an address that select users. */
export function memberParams(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...params].filter(([name]) => isMemberParam(name)));
}

/** Returns whether a filter depends on a period. */
function isOverPeriod(params: URLSearchParams): boolean {
  const { change, moved } = readFilters(params);
  return change !== null || moved !== null;
}

/**
 * Returns the address of the users of a list as a book.
 * @param period of the list.
 */
export function bookAddress(list: URLSearchParams, period: DirectoryPeriod): string {
  const params = memberParams(list);
  if (isOverPeriod(params)) putParam(params, overParam.name, overParam.write(period));
  return withParams(pageLinks.book.to, params);
}

/** Returns the address of the report of a book. */
export const reportAddress = (book: string): string =>
  book.replace(pageLinks.book.to, pageLinks.bookReport.to);

/** Returns the address of a book of named users. */
export function namedBookAddress({ ids = [], selection }: NamedMembers): string {
  const named = writeFilters({ ...noFilters, ids, selection: selection ?? null });
  return withParams(pageLinks.book.to, new URLSearchParams(named.map((pair) => [...pair])));
}

/** Returns whether an address, and a request, can name these users by their ids. */
export const doIdsFit = (ids: readonly string[]): boolean =>
  namedBookAddress({ ids }).length <= maxIdsLength;

/** Returns the address of the list of a book's members. */
export function membersAddress(book: URLSearchParams): string {
  const params = memberParams(book);
  if (isOverPeriod(params)) {
    params.set(periodParamName, overParam.read(book.get(overParam.name)));
  }
  return withParams(pageLinks.users.to, params);
}

/** Returns the address of the exposure of a book. */
export function exposureAddress(book: URLSearchParams, by: ExposureBy): string {
  const params = memberParams(book);
  putParam(params, overParam.name, book.get(overParam.name));
  putParam(params, byParam.name, byParam.write(by));
  return withParams(pageLinks.exposure.to, params);
}

const withParams = (path: string, params: URLSearchParams): string =>
  params.size === 0 ? path : `${path}?${params.toString()}`;
