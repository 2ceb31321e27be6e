import { problem } from '../problem.ts';

export const largestPage = 1000;

export interface Page {
  readonly limit: number;
  /** Position after which the page begins; 0: at the start. */
  readonly after: number;
}

/** Reads `?limit=1..1000&after=`; null where neither is given. The cursor is opaque to callers. */
export function readPage(query: URLSearchParams): Page | null {
  const limit = query.get('limit');
  const after = query.get('after');
  if (limit === null && after === null) return null;
  if (limit !== null && !/^[1-9]\d{0,3}$/.test(limit)) throw badLimit(limit);
  const size = limit === null ? largestPage : Number(limit);
  if (size > largestPage) throw badLimit(limit);
  return { limit: size, after: after === null ? 0 : readCursor(after) };
}

/** The `Link` header of RFC 8288 to the page after position `after`. */
export function nextLink(url: URL, limit: number, after: number): string {
  const next = new URLSearchParams(url.search);
  next.set('limit', String(limit));
  next.set('after', Buffer.from(`p${after}`).toString('base64url'));
  return `<${url.pathname}?${next.toString()}>; rel="next"`;
}

function readCursor(text: string): number {
  const match = /^p(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString());
  if (match === null) {
    throw problem(
      'invalid-query',
      'The parameter after is no cursor of this call. Take it from the Link header of the page before.',
    );
  }
  return Number(match[1]);
}

function badLimit(limit: string | null): Error {
  return problem(
    'invalid-query',
    `limit is ${JSON.stringify(limit)}; it is a whole number from 1 to ${largestPage}.`,
  );
}
