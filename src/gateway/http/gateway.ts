import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { sendErrors, type Log } from '#platform/http/errors.ts';
import { serve } from '#platform/http/implement.ts';
import { aboutOperations, type AboutOptions } from './aboutOperations.ts';
import { docsOperations } from '../docs/docsOperations.ts';
import { guardHosts, type Audience } from './hosts.ts';
import { secure } from './security.ts';
import type { StaticFiles } from '../static/staticFiles.ts';
import { staticRoutes } from '../static/serve.ts';

export interface GatewayOptions extends AboutOptions {
  readonly service: Hono;
  readonly audience: Audience;
  /** The built dashboard; null where something else serves it (Vite's dev server). */
  readonly files: StaticFiles | null;
  readonly log: Log;
}

/** Everything one process answers: the service, facts about the process, the description, the dashboard. */
export function createGateway({ service, audience, files, log, ...about }: GatewayOptions): Hono {
  const app = new Hono();
  sendErrors(app, log);
  app.use(answerHead, secure, compress(), guardHosts(audience));
  serve(app, [...aboutOperations(about), ...docsOperations(about.version)]);
  const toService = (c: Context) => service.fetch(c.req.raw, c.env);
  for (const path of ['/p', '/p/*', '/x', '/x/*']) app.all(path, toService);
  if (files !== null) app.route('/', staticRoutes(files));
  return app;
}

/** A HEAD is a GET to all that follows, so that its headers are the same ones; the body, which nobody will read, is cancelled. */
const answerHead: MiddlewareHandler = async (c, next) => {
  if (c.req.raw.method !== 'HEAD') return next();
  c.req.raw = new Request(c.req.raw, { method: 'GET' });
  await next();
  await c.res.body?.cancel();
};
