import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { problem } from './problem.ts';

/**
 * The entity tags of an If-Match or If-None-Match header, or `*`. Compression on the way makes a tag weak or adds the name of
 * the encoding to it (`"abc-gzip"`): each is given without `W/`, with and without such an ending.
 */
function tags(header: string): string[] {
  const given = header.match(/\*|"[^"]*"/g) ?? [];
  return given.flatMap((tag) => [tag, tag.replace(/[-;]+(gzip|br|deflate|zstd)"$/, '"')]);
}

/** Whether the caller wants the thing made only if it is not there yet (RFC 9110, 13.1.2). */
export function mustBeNew(c: Context): boolean {
  return tags(c.req.header('if-none-match') ?? '').includes('*');
}

/**
 * 412 where an If-Match header does not name the entity tag of what is there (RFC 9110, 13.1.1).
 * @param etag null: nothing is there.
 */
export function checkIfMatch(c: Context, etag: string | null): void {
  const header = c.req.header('if-match');
  if (header === undefined) return;
  if (etag === null) {
    throw problem(
      'precondition-failed',
      'It does not exist. Send it without If-Match to create it.',
    );
  }
  const wanted = tags(header);
  if (!wanted.includes('*') && !wanted.includes(etag)) {
    throw problem(
      'precondition-failed',
      'It was changed since you read it. Read it again, then send your change with its new ETag.',
      { headers: { ETag: etag } },
    );
  }
}

/** An answer that is JSON already, of a value that the compiler knows by its type. */
export class JsonText<Value> {
  readonly text: string;
  /** Never set: it makes texts of different values different types. */
  declare readonly value: Value;
  constructor(text: string) {
    this.text = text;
  }
}

/** The JSON of a value. */
export const jsonOf = (value: unknown): string =>
  value instanceof JsonText ? value.text : JSON.stringify(value);

/**
 * Sends JSON, with its length, by which a small body is left uncompressed. Where it is tagged it has a strong entity tag over
 * its bytes, and is 304 if the caller has them already. The headers that are given go before its own.
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

/** The strong entity tag of a text. */
export const tagOf = (text: string): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
