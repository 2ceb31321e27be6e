import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { problem } from './problem.ts';

/**
 * The entity tags of an If-Match or If-None-Match header, or `*`. Compression on the way makes a tag weak or appends
 * the encoding's name (`"abc-gzip"`), so each is returned without `W/`, with and without that suffix.
 */
function tags(header: string): string[] {
  const given = header.match(/\*|"[^"]*"/g) ?? [];
  return given.flatMap((tag) => [tag, tag.replace(/[-;]+(gzip|br|deflate|zstd)"$/, '"')]);
}

/** Whether the request may only create, not replace (RFC 9110, 13.1.2). */
export function mustBeNew(c: Context): boolean {
  return tags(c.req.header('if-none-match') ?? '').includes('*');
}

/**
 * 412 if an If-Match header does not match the current entity tag (RFC 9110, 13.1.1).
 * @param etag null if there is no resource.
 */
export function checkIfMatch(c: Context, etag: string | null): void {
  const header = c.req.header('if-match');
  if (header === undefined) return;
  if (etag === null) {
    throw problem(
      'precondition-failed',
      'The resource does not exist. To create it, send the request without If-Match.',
    );
  }
  const wanted = tags(header);
  if (!wanted.includes('*') && !wanted.includes(etag)) {
    throw problem(
      'precondition-failed',
      'The resource changed since you read it. Read it again, then send your change with its new ETag.',
      { headers: { ETag: etag } },
    );
  }
}

/** JSON text with the type of its value. */
export class JsonText<Value> {
  readonly text: string;
  /** Never set: distinguishes texts of different types. */
  declare readonly value: Value;
  constructor(text: string) {
    this.text = text;
  }
}

export const jsonOf = (value: unknown): string =>
  value instanceof JsonText ? value.text : JSON.stringify(value);

/**
 * Sends JSON with its length, so that a small body stays uncompressed. A tagged answer gets a strong entity tag over
 * its bytes, and is 304 if the caller has them already. The given headers precede its own.
 */
export function sendJson(
  c: Context,
  value: unknown,
  status: 200 | 201,
  given: { readonly isTagged: boolean; readonly headers: Readonly<Record<string, string>> },
): Response {
  const body = jsonOf(value);
  const headers: Record<string, string> = {
    ...(given.isTagged ? { ETag: tagOf(body) } : {}),
    ...given.headers,
  };
  const { ETag: etag } = headers;
  if (given.isTagged && etag !== undefined) {
    const known = tags(c.req.header('if-none-match') ?? '');
    if (known.includes('*') || known.includes(etag)) return c.body(null, 304, headers);
  }
  return c.body(body, status, {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  });
}

export const tagOf = (text: string): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
