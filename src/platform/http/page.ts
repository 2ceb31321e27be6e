import { problem } from './problem.ts';

/** The `Link` header (RFC 8288) to the page after position `after`. */
export function nextLink(url: URL, limit: number, after: number): string {
  const next = new URLSearchParams(url.search);
  next.set('limit', String(limit));
  next.set('after', Buffer.from(`p${after}`).toString('base64url'));
  return `<${url.pathname}?${next.toString()}>; rel="next"`;
}

export function readCursor(text: string | undefined): number {
  if (text === undefined) return 0;
  const match = /^p(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString());
  if (match === null) {
    throw problem(
      'invalid-query',
      'The parameter after is not a cursor of this operation. Take it from the Link header of the previous page.',
    );
  }
  return Number(match[1]);
}
