import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { sendErrors, type Log } from '#service/http/errors.ts';
import { aboutRoutes, type AboutOptions } from './about.ts';
import { docsRoutes } from './docs/routes.ts';
import { compress } from './http/compress.ts';
import { guardHosts, type Audience } from './http/hosts.ts';
import { secure } from './http/security.ts';
import type { StaticFile } from './static/files.ts';
import { serveStatic } from './static/serve.ts';

export interface GatewayOptions extends AboutOptions {
  readonly service: Hono;
  readonly audience: Audience;
  /** The built dashboard, by path; null where something else serves it (Vite's dev server). */
  readonly files: ReadonlyMap<string, StaticFile> | null;
  readonly log: Log;
}

/** Everything one process answers: the service, what it tells of itself, its description, the dashboard. */
export function createGateway({ service, audience, files, log, ...about }: GatewayOptions): Hono {
  const app = new Hono();
  sendErrors(app, log);
  app.use(dropBodyOfHead, secure(), compress(), guardHosts(audience));
  aboutRoutes(app, about);
  docsRoutes(app, about.version);
  const toService = (c: Context) => service.fetch(asGet(c.req.raw), c.env);
  for (const path of ['/p', '/p/*', '/x', '/x/*']) app.all(path, toService);
  if (files !== null) app.all('*', serveStatic(files));
  return app;
}

/** A HEAD is answered as a GET up to here, so that its headers are the same ones. */
function asGet(request: Request): Request {
  return request.method === 'HEAD' ? new Request(request, { method: 'GET' }) : request;
}

/** What nobody will read is not made further. */
const dropBodyOfHead: MiddlewareHandler = async (c, next) => {
  await next();
  if (c.req.raw.method === 'HEAD') await c.res.body?.cancel();
};
