import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { problem } from '../problem.ts';

/** The entity tags of an If-Match or If-None-Match header; `*` alone is told as such. */
function tags(header: string): string[] {
  return header.match(/\*|(?:W\/)?"[^"]*"/g) ?? [];
}

/** Whether the caller wants the thing made only if it is not there yet (RFC 9110, 13.1.2). */
export function mustBeNew(c: Context): boolean {
  return tags(c.req.header('if-none-match') ?? '').includes('*');
}

/** 412 where an If-Match header does not name the strong entity tag of what is there (RFC 9110, 13.1.1). */
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

/** Sends JSON with a strong entity tag over its bytes, or 304 where the caller has them already. */
export function sendTagged(c: Context, value: unknown): Response {
  const body = JSON.stringify(value);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  const headers = { ETag: etag, 'Cache-Control': 'no-cache' };
  const known = tags(c.req.header('if-none-match') ?? '').map((tag) => tag.replace(/^W\//, ''));
  if (known.includes('*') || known.includes(etag)) return c.body(null, 304, headers);
  return c.body(body, 200, { ...headers, 'Content-Type': 'application/json' });
}

/** Sends JSON that must not be kept by any cache: users, wallets, webhooks. */
export function sendPrivate(
  c: Context,
  value: unknown,
  status: 200 | 201 = 200,
  headers: Record<string, string> = {},
): Response {
  return c.json(value, status, { 'Cache-Control': 'no-store', ...headers });
}
