import type { Context, Hono } from 'hono';
import { problem } from '../problem.ts';
import { checkAccept } from './accept.ts';

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

export interface Route {
  /** Query parameters it reads; any other is refused, so that a misspelt one is not silently ignored, unless it takes any. */
  readonly query?: readonly string[] | 'any';
  /** Media types it can answer with; JSON where left out. */
  readonly sends?: readonly string[];
  readonly handle: (c: Context) => Response | Promise<Response>;
}

/**
 * Puts the methods of one path in place, and with them what holds for every path: 405 with `Allow` for the others,
 * 406, and 400 for a query that is not understood. HEAD works wherever GET does.
 */
export function resource(app: Hono, path: string, methods: Partial<Record<Method, Route>>): void {
  const allow = Object.keys(methods)
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .join(', ');
  app.all(path, (c) => {
    const route = methodRoute(methods, c.req.raw.method);
    if (route === undefined) {
      throw problem('method-not-allowed', `${c.req.raw.method} is not offered here, ${allow} is.`, {
        headers: { Allow: allow },
      });
    }
    checkAccept(c.req.header('accept'), route.sends ?? ['application/json']);
    checkQuery(new URL(c.req.url).searchParams, route.query ?? []);
    return route.handle(c);
  });
}

function methodRoute(methods: Partial<Record<Method, Route>>, method: string): Route | undefined {
  switch (method) {
    case 'GET':
    case 'HEAD':
      return methods.GET;
    case 'PUT':
    case 'POST':
    case 'DELETE':
      return methods[method];
    default:
      return undefined;
  }
}

function checkQuery(given: URLSearchParams, known: readonly string[] | 'any'): void {
  if (known === 'any') return;
  const seen = new Set<string>();
  for (const name of given.keys()) {
    if (!known.includes(name)) {
      const offer = known.length === 0 ? 'It takes none' : `It takes ${known.join(', ')}`;
      throw problem(
        'invalid-query',
        `This call has no query parameter ${JSON.stringify(name)}. ${offer}.`,
      );
    }
    if (seen.has(name)) {
      throw problem('invalid-query', `The query parameter ${name} is given more than once.`);
    }
    seen.add(name);
  }
}
