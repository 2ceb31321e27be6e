import type { DirectoryPeriod } from '#contract/directory.ts';
import { periodParamName } from '../url/carried.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { bookAddress, overParam } from './bookAddress.ts';

export type FallKind = 'token' | 'thematic';

/** Parameters of falls in the address of a page. `token` and `thematic` are filters there. */
export const shockNames = {
  token: 'shockToken',
  thematic: 'shockThematic',
} as const satisfies Record<FallKind, string>;

/**
 * Returns the address of a shock of the users of a list.
 * @param period of the list.
 */
export const shockAddress = (list: URLSearchParams, period: DirectoryPeriod): string =>
  bookAddress(list, period).replace(pageLinks.book.to, pageLinks.shock.to);

/**
 * Returns the address of a shock of the members of a page.
 * @param list the address of their list.
 */
export function shockOfMembers(list: string): string {
  const params = new URLSearchParams(list.split('?', 2)[1]);
  return shockAddress(params, overParam.read(params.get(periodParamName)));
}
