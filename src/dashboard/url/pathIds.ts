import { type PathParam, useLocation } from 'react-router-dom';
import type { PagePattern } from './urls.ts';

/** The ids in a pattern: `'/users/:customId'` has `customId`. */
export type PathIds<Pattern extends string> = { readonly [name in PathParam<Pattern>]: string };

/** The address has an invalid escape, such as `%E0%A4%A` or `%ZZ`. */
export class MalformedAddressError extends Error {
  override readonly name = 'MalformedAddressError';
}

/**
 * Returns the ids of a page from its encoded path, with one `decodeURIComponent` per segment. (`useParams` of react-router turns
 * `%2F` in an id into `/`, and so would show another user.)
 * @throws {MalformedAddressError} for an invalid escape; the router then shows its not-found page.
 */
export function pathIdsOf<Pattern extends PagePattern>(
  pattern: Pattern,
  pathname: string,
): PathIds<Pattern> {
  const segments = pathname.split('/');
  const ids: Record<string, string> = {};
  for (const [index, part] of pattern.split('/').entries()) {
    if (part.startsWith(':')) ids[part.slice(1)] = decode(segments[index] ?? '');
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loop above made exactly the pattern's names
  return ids as PathIds<Pattern>;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new MalformedAddressError(`The address contains an invalid escape: “${segment}”.`);
  }
}

export function usePathIds<Pattern extends PagePattern>(pattern: Pattern): PathIds<Pattern> {
  return pathIdsOf(pattern, useLocation().pathname);
}
