import { Hono, type Context } from 'hono';
import { etag } from 'hono/etag';
import { serveStatic } from 'hono/serve-static';
import { problem } from '#platform/http/problem.ts';
import type { StaticFiles } from './staticFiles.ts';

/**
 * Serves the built dashboard: its files, and its page for every other address, so that deep links work. Serves nothing under /p
 * or /x, and no page in place of a missing file.
 * @param isSignedIn returns whether a browser may read the data of its page now.
 * @param notOffered operations that clients must not request, such as `GET /x/tokens`.
 */
export function staticRoutes(
  { plain, compressed, preloadsOf }: StaticFiles,
  isSignedIn: (c: Context) => Promise<boolean>,
  notOffered: ReadonlySet<string> = new Set(),
): Hono {
  const options: Parameters<typeof serveStatic>[0] = {
    root: '',
    join: (_root, path = '') => path,
    precompressed: true,
    async getContent(path, c) {
      // Compressed forms cannot be requested by name.
      const bytes =
        plain.get(path)?.bytes ?? (path === c.req.path ? undefined : compressed.get(path));
      if (bytes === undefined) return null;
      c.header('Content-Length', String(bytes.byteLength));
      return bytes;
    },
    onFound(path, c) {
      // Names under /assets/ contain a hash of the content. Everything else is revalidated each time.
      const isImmutable = path.startsWith('/assets/');
      c.header('Cache-Control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
      c.header('ETag', plain.get(path)?.etag);
    },
  };
  const page = serveStatic({ ...options, path: '/index.html' });
  const app = new Hono();
  app.use(async (c, next) => {
    const path = decodedPath(c);
    if (isOfService(path)) throw notFound(c);
    const isThere = plain.has(path) || isPage(path, c.req.header('accept'));
    if (!isThere) throw notFound(c);
    // Keeps the escapes of an id: an escaped slash does not separate parts of the path.
    if (!plain.has(path)) {
      c.header('Link', preloadsOf(new URL(c.req.url), await isSignedIn(c), notOffered));
    }
    if (c.req.raw.method === 'GET' || c.req.raw.method === 'HEAD') return next();
    throw problem('method-not-allowed', `${c.req.raw.method} is not allowed here.`, {
      headers: { Allow: 'GET, HEAD' },
    });
  });
  app.use(etag(), serveStatic(options), page);
  return app;
}

function notFound(c: Context): Error {
  return problem('route-not-found', `Not found: ${c.req.path}. For all calls, see /p/docs.`);
}

function isOfService(path: string): boolean {
  return /^[/\\]+(p|x)([/\\]|$)/.test(path);
}

/** Returns the path without its escapes; unchanged if they are invalid UTF-8, which the page reports. */
function decodedPath(c: Context): string {
  try {
    return decodeURIComponent(new URL(c.req.url).pathname);
  } catch {
    return c.req.path;
  }
}

/**
 * Returns whether to answer with the page. Browsers name HTML in Accept; other clients get the page if the path is not a file's.
 */
function isPage(path: string, accept: string | undefined): boolean {
  if (path.startsWith('/assets/')) return false;
  if (
    accept !== undefined &&
    /\b(text\/html|application\/xhtml\+xml)\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accept)
  ) {
    return true;
  }
  const isAnything = accept === undefined || accept.trim() === '' || /\*\/\*/.test(accept);
  return isAnything && !/\.[^/]*$/.test(path);
}
