import { useCallback } from 'react';
import { useLocation } from 'react-router-dom';
import type { DirectoryPeriod } from '#contract/directory.ts';
import { initialPeriod } from '#contract/historyType.ts';
import { useCarriedAsOf } from './asOf.ts';
import { pageLinks } from './pageLinks.ts';

/** `?period=` of the directory and of all pages with a history. */
export const periodParamName = 'period';

export const initialDirectoryPeriod = 'day' satisfies DirectoryPeriod;

/** Period of a page whose address names none. */
const initialAt = (pathname: string): string =>
  pathname === pageLinks.users.to ? initialDirectoryPeriod : initialPeriod;

/** Returns the address of another page with the period of this one. */
export function carriedTo(
  to: string,
  { pathname, search }: { readonly pathname: string; readonly search: string },
): string {
  const [path = '', query] = to.split('?', 2);
  const period = new URLSearchParams(search).get(periodParamName) ?? initialAt(pathname);
  const params = new URLSearchParams(query);
  if (period !== initialAt(path)) params.set(periodParamName, period);
  return params.size === 0 ? path : `${path}?${params.toString()}`;
}

/** Links between the directory and pages with a history keep the period, and the past instant if the page shows one. */
export function useCarried(): (to: string) => string {
  const { pathname, search } = useLocation();
  const carriedAsOf = useCarriedAsOf();
  const text = new URLSearchParams(search).get(periodParamName);
  const own =
    text === null ? '' : `?${new URLSearchParams({ [periodParamName]: text }).toString()}`;
  return useCallback(
    (to) => carriedAsOf(carriedTo(to, { pathname, search: own })),
    [carriedAsOf, pathname, own],
  );
}
