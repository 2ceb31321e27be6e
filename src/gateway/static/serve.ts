import type { Context, Handler } from 'hono';
import { problem } from '#service/problem.ts';
import { chooseEncoding } from '../http/encodings.ts';
import { encodedTag } from '../http/etags.ts';
import type { StaticFile } from './files.ts';

const page = '/index.html';

/**
 * Sends the built dashboard: its files, and its page for every address that is not a file, so that
 * deep links work. Nothing under /p or /x, and no page where a file is missing.
 */
export function serveStatic(files: ReadonlyMap<string, StaticFile>): Handler {
  return (c) => {
    const { pathname } = new URL(c.req.url);
    // Where escapes are no UTF-8, the page itself says so.
    const path = decoded(pathname) ?? c.req.path;
    const found = find(files, path, c.req.header('accept'));
    if (found === undefined) {
      throw problem(
        'route-not-found',
        `There is nothing at ${c.req.path}. The calls are listed at /p/docs.`,
      );
    }
    if (c.req.raw.method !== 'GET' && c.req.raw.method !== 'HEAD') {
      throw problem('method-not-allowed', `${c.req.raw.method} is not offered here.`, {
        headers: { Allow: 'GET, HEAD' },
      });
    }
    return send(c, found, path.startsWith('/assets/'));
  };
}

function find(
  files: ReadonlyMap<string, StaticFile>,
  path: string,
  accept: string | undefined,
): StaticFile | undefined {
  if (/^[/\\]+(p|x)([/\\]|$)/.test(path)) return undefined;
  const file = files.get(path);
  if (file !== undefined) return file;
  const missing = path.startsWith('/assets/') || !wantsPage(path, accept);
  return missing ? undefined : files.get(page);
}

function decoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

/** A browser that opens an address asks for HTML by name; who takes anything gets the page where no file is meant. */
function wantsPage(path: string, accept: string | undefined): boolean {
  if (
    accept !== undefined &&
    /\b(text\/html|application\/xhtml\+xml)\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accept)
  ) {
    return true;
  }
  const anything = accept === undefined || accept.trim() === '' || /\*\/\*/.test(accept);
  return anything && !/\.[^/]*$/.test(path);
}

function send(c: Context, file: StaticFile, immutable: boolean): Response {
  const wanted = chooseEncoding(c.req.header('accept-encoding'));
  const encoding = wanted !== null && file.encoded.has(wanted) ? wanted : null;
  const etag = encoding === null ? file.etag : encodedTag(file.etag, encoding);
  const headers: Record<string, string> = {
    ETag: etag,
    // Names under /assets/ hold a hash of what is in them; everything else is asked for again each time.
    'Cache-Control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(file.encoded.size > 0 ? { Vary: 'Accept-Encoding' } : {}),
  };
  const known = c.req.header('if-none-match') ?? '';
  if (
    known.trim() === '*' ||
    known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  ) {
    return c.body(null, 304, headers);
  }
  const bytes = (encoding === null ? undefined : file.encoded.get(encoding)) ?? file.bytes;
  return c.body(bytes, 200, {
    ...headers,
    'Content-Type': file.type,
    'Content-Length': String(bytes.byteLength),
    ...(encoding === null ? {} : { 'Content-Encoding': encoding }),
  });
}
