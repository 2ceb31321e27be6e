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

/** 412 where an If-Match header does not name the entity tag of what is there (RFC 9110, 13.1.1). */
export function checkIfMatch(c: Context, etag: string): void {
  const header = c.req.header('if-match');
  if (header === undefined) return;
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

/** Sends JSON with a strong entity tag over its bytes, or 304 where the caller has them already. */
export function sendTagged(
  c: Context,
  value: unknown,
  others: Readonly<Record<string, string>> = {},
): Response {
  const body = jsonOf(value);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  const headers = { ...others, ETag: etag, 'Cache-Control': 'no-cache' };
  const known = tags(c.req.header('if-none-match') ?? '');
  if (known.includes('*') || known.includes(etag)) return c.body(null, 304, headers);
  return sendJson(c, body, 200, headers);
}

/** Sends JSON that must not be kept by any cache: users, wallets, webhooks. */
export function sendPrivate(
  c: Context,
  value: unknown,
  status: 200 | 201 = 200,
  headers: Record<string, string> = {},
): Response {
  return sendJson(c, jsonOf(value), status, { 'Cache-Control': 'no-store', ...headers });
}

/** With its length, by which a small body is left uncompressed. */
function sendJson(
  c: Context,
  body: string,
  status: 200 | 201,
  headers: Readonly<Record<string, string>>,
): Response {
  return c.body(body, status, {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  });
}
