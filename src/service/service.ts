import { Hono } from 'hono';
import type { Dependencies } from './dependencies.ts';
import { directoryRoutes } from './directory/routes.ts';
import { historyRoutes } from './history/routes.ts';
import { sendErrors } from './http/errors.ts';
import { createLive, type Live } from './live/live.ts';
import { liveRoutes } from './live/routes.ts';
import { marketRoutes } from './market/routes.ts';
import { problem } from './problem.ts';
import { createLevelBook } from './thematics/levels.ts';
import { thematicRoutes } from './thematics/routes.ts';
import { userRoutes } from './users/routes.ts';
import { walletRoutes } from './wallets/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { workbenchRoutes } from './webhooks/workbench/routes.ts';

/** The Portfolio Service: answers every `/p/*` and those `/x/*` that need its data. */
export function createService(
  dependencies: Dependencies,
  live: Live = createLive(dependencies),
): Hono {
  const app = new Hono();
  sendErrors(app, dependencies.log);
  app.use(async (c, next) => {
    checkEscapes(new URL(c.req.url).pathname);
    await next();
  });
  const levels = createLevelBook(dependencies.market);
  userRoutes(app, dependencies);
  walletRoutes(app, dependencies);
  historyRoutes(app, dependencies, levels);
  thematicRoutes(app, dependencies, levels);
  webhookRoutes(app, dependencies);
  workbenchRoutes(app, dependencies);
  directoryRoutes(app, dependencies);
  marketRoutes(app, dependencies);
  liveRoutes(app, dependencies, live);
  return app;
}

/** A path whose percent escapes are no UTF-8 names nothing. */
function checkEscapes(pathname: string): void {
  try {
    decodeURIComponent(pathname);
  } catch {
    throw problem('route-not-found', 'The path holds a percent escape that is no UTF-8 text.');
  }
}
