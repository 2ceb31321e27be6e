import { Hono } from 'hono';
import type { DirectoryFeed } from '#directory/directoryFeed.ts';
import { directoryOperations } from '#directory/directoryOperations.ts';
import { bookOperations } from '#figures/bookOperations.ts';
import { createGroups } from '#figures/groups.ts';
import { figuresOperations } from '#figures/figuresOperations.ts';
import { rebalanceOperations } from '#figures/rebalanceOperations.ts';
import { qualityOperations } from '#figures/qualityOperations.ts';
import { shockOperations } from '#figures/shockOperations.ts';
import type { Database } from '#platform/database/database.ts';
import { refuseBadEscapes, sendErrors, type Log } from '#platform/http/errors.ts';
import { problem } from '#platform/http/problem.ts';
import { serve } from '#platform/http/implement.ts';
import type { Live } from '#platform/live/live.ts';
import { liveOperations } from '#platform/live/liveOperations.ts';
import { checkAnswers } from './check/checkAnswers.ts';
import { connectionAnswers, type ConnectionDependencies } from './operations/connectionAnswers.ts';
import { notOfferedOperations } from './notOffered.ts';
import { createReportedSource } from './operations/figuresSource.ts';
import { createReportedRebalance } from './operations/rebalanceSource.ts';
import { rawAnswers } from './operations/rawAnswers.ts';
import { thematicAnswers } from './operations/thematicAnswers.ts';
import { createThematicFigures } from './operations/thematicFigures.ts';
import { userAnswers } from './operations/userAnswers.ts';
import { walletAnswers } from './operations/walletAnswers.ts';
import { webhookAnswers } from './operations/webhookAnswers.ts';

export interface UpstreamOptions extends ConnectionDependencies {
  readonly database: Database;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly log: Log;
  readonly live: Live;
  /** Makes every open page request its data again. */
  readonly onChange: () => void;
  readonly directory: DirectoryFeed;
}

/** Connected mode: implements our operations with requests to another Portfolio Service. */
export function createUpstream({
  database,
  clock,
  log,
  live,
  directory,
  ...connected
}: UpstreamOptions): Hono {
  const app = new Hono();
  sendErrors(app, log);
  refuseBadEscapes(app);
  const connection = { ...connected, clock, log };
  const figures = createThematicFigures(connection);
  const openFigures = createReportedSource(connection, figures);
  const openRebalance = createReportedRebalance(connection);
  app.use(async (c, next) => {
    if (connected.source.isOwn(c.req.raw.headers)) {
      throw problem(
        'upstream-unreachable',
        'PORTFOLIO_SERVICE_URL points to this process: set it to the address of the other service.',
      );
    }
    await next();
  });
  serve(app, [
    ...connectionAnswers(connection),
    ...userAnswers(connection),
    ...walletAnswers(connection),
    ...thematicAnswers(connection, figures),
    ...figuresOperations(openFigures),
    ...qualityOperations(openFigures, directory),
    ...webhookAnswers(connection),
    ...rawAnswers(connection),
    ...directoryOperations(directory, createGroups(openFigures, directory)),
    ...bookOperations(openFigures, directory),
    ...shockOperations({ open: openFigures, openRebalance, feed: directory }),
    ...rebalanceOperations(openRebalance, directory),
    ...checkAnswers(connection),
    ...liveOperations({ database, clock }, live),
    ...notOfferedOperations,
  ]);
  return app;
}
