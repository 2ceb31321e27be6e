import { type PathParam, useLocation } from 'react-router-dom';
import type { PagePattern } from './urls.ts';

/** The ids in a pattern: `'/users/:customId'` has `customId`. */
export type PathIds<Pattern extends string> = { readonly [name in PathParam<Pattern>]: string };

/** The address holds an escape that stands for no character, such as `%E0%A4%A` or `%ZZ`: no page can be there. */
export class MalformedAddressError extends Error {
  override readonly name = 'MalformedAddressError';
}

/**
 * The ids of a page, from its still encoded path: one `decodeURIComponent` a segment.
 * (`useParams` of react-router turns a literal `%2F` inside an id into `/` and so shows one user as another.)
 * @throws {MalformedAddressError} where an escape is malformed; the router shows its not-found page then.
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
    throw new MalformedAddressError(`“${segment}” in the address cannot be read.`);
  }
}

/** The ids of the page shown: `const { customId } = usePathIds(pagePatterns.user)`. */
export function usePathIds<Pattern extends PagePattern>(pattern: Pattern): PathIds<Pattern> {
  return pathIdsOf(pattern, useLocation().pathname);
}
