import { matchPath, useLocation } from 'react-router-dom';
import { formatTime } from '#contract/time.ts';
import { useAsOf } from '../url/asOf.ts';
import { carriedTo } from '../url/carried.ts';
import { changesPath, pagePatterns } from '../url/urls.ts';
import { periodParam } from './period.ts';

export const compareDatesLabel = 'Compare with another date…';

const { user, wallet, thematic } = pagePatterns;

/**
 * Returns the address of the changes of this page's user, wallet or thematic: from its past instant to the present, otherwise
 * over its period; null for other pages.
 */
export function useCompareDates(): string | null {
  const { pathname, search } = useLocation();
  const asOf = useAsOf();
  if (![user, wallet, thematic].some((pattern) => matchPath(pattern, pathname) !== null)) {
    return null;
  }
  const path = changesPath(pathname);
  if (asOf === null) return carriedTo(path, { pathname, search });
  const period = periodParam.write({ from: formatTime(asOf), to: null }) ?? '';
  return `${path}?${new URLSearchParams({ [periodParam.name]: period }).toString()}`;
}
