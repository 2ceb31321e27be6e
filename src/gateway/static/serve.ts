import { Hono, type Context } from 'hono';
import { etag } from 'hono/etag';
import { serveStatic } from 'hono/serve-static';
import { problem } from '#platform/http/problem.ts';
import type { StaticFiles } from './staticFiles.ts';

/**
 * Sends the built dashboard: its files, and its page for every address that is not a file, so that
 * deep links work. Nothing under /p or /x, and no page where a file is missing.
 * @param isSignedIn whether a browser may read at once what the page reads.
 * @param notOffered what nobody is to request, as `GET /x/tokens`.
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
      // What is compressed is no file that can be requested itself.
      const bytes =
        plain.get(path)?.bytes ?? (path === c.req.path ? undefined : compressed.get(path));
      if (bytes === undefined) return null;
      c.header('Content-Length', String(bytes.byteLength));
      return bytes;
    },
    onFound(path, c) {
      // Names under /assets/ hold a hash of what is in them; everything else is requested again each time.
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
    // The escapes of an id stay: a slash in it is none of the address.
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
  return problem(
    'route-not-found',
    `There is nothing at ${c.req.path}. The calls are listed at /p/docs.`,
  );
}

function isOfService(path: string): boolean {
  return /^[/\\]+(p|x)([/\\]|$)/.test(path);
}

/** The path without its escapes; as it is where those are no UTF-8: the page itself says so. */
function decodedPath(c: Context): string {
  try {
    return decodeURIComponent(new URL(c.req.url).pathname);
  } catch {
    return c.req.path;
  }
}

/** A browser that opens an address names HTML in Accept; who takes anything gets the page where no file is meant. */
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
