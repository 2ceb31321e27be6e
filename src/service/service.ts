import { Hono } from 'hono';
import type { Dependencies } from './portfolio/dependencies.ts';
import { createDirectoryFeed } from './directory/feed.ts';
import { directoryOperations } from '#directory/directoryOperations.ts';
import { refuseBadEscapes, sendErrors } from '#platform/http/errors.ts';
import { createLists } from './portfolio/lists.ts';
import { createLive, type Live } from '#platform/live/live.ts';
import { liveOperations } from '#platform/live/liveOperations.ts';
import { marketImportOperations } from './imports/marketImportOperations.ts';
import { userImportOperations } from './imports/userImportOperations.ts';
import { sampleOperations } from './imports/sampleOperations.ts';
import { definitionOperations } from './portfolio/definitionOperations.ts';
import { createRecordedSource, createHoldingsReader } from './portfolio/figuresSource.ts';
import { createHoldingsCache } from './portfolio/holdingsCache.ts';
import { bookOperations } from '#figures/bookOperations.ts';
import { createGroups } from '#figures/groups.ts';
import { figuresOperations } from '#figures/figuresOperations.ts';
import { rebalanceOperations } from '#figures/rebalanceOperations.ts';
import { qualityOperations } from '#figures/qualityOperations.ts';
import { shockOperations } from '#figures/shockOperations.ts';
import { createLevelBook } from '#figures/levels.ts';
import { previewOperations } from './portfolio/previewOperations.ts';
import { createRebalanceSource } from './portfolio/rebalanceSource.ts';
import { thematicOperations } from './portfolio/thematicOperations.ts';
import { userOperations } from './portfolio/userOperations.ts';
import { refuseOperation, serve } from '#platform/http/implement.ts';
import * as upstream from '#contract/operations/upstream.ts';
import { walletOperations } from './portfolio/walletOperations.ts';
import { webhookOperations } from './webhooks/webhookOperations.ts';
import { deliveryOperations } from './webhooks/workbench/deliveryOperations.ts';
import { endpointOperations } from './webhooks/workbench/endpointOperations.ts';
import { inspectorOperations } from './webhooks/workbench/inspectorOperations.ts';

const notConnected = 'This process stores its own users; it is not connected to another service.';

/** The Portfolio Service: answers every `/p/*` and those `/x/*` that need its data. */
export function createService(
  dependencies: Dependencies,
  live: Live = createLive(dependencies),
): Hono {
  const app = new Hono();
  sendErrors(app, dependencies.log);
  refuseBadEscapes(app);
  const levels = createLevelBook(dependencies.market);
  const lists = createLists(dependencies);
  const cache = createHoldingsCache();
  const holdings = createHoldingsReader(dependencies, cache);
  const figures = createRecordedSource(dependencies, { holdings, levels });
  const directory = createDirectoryFeed({ ...dependencies, levels });
  const openRebalance = createRebalanceSource(dependencies, holdings);
  serve(app, [
    ...userOperations(dependencies, lists),
    ...walletOperations(dependencies, cache, holdings, figures),
    ...thematicOperations(dependencies, levels, figures),
    ...definitionOperations(dependencies, levels),
    ...figuresOperations(figures),
    ...directoryOperations(directory, createGroups(figures, directory)),
    ...bookOperations(figures, directory),
    ...shockOperations({ open: figures, openRebalance, feed: directory }),
    ...rebalanceOperations(openRebalance, directory),
    ...previewOperations(dependencies, { directory, openRebalance }),
    ...qualityOperations(figures, directory),
    ...webhookOperations(dependencies),
    ...endpointOperations(dependencies),
    ...deliveryOperations(dependencies),
    ...inspectorOperations(dependencies),
    ...marketImportOperations(dependencies),
    ...userImportOperations(dependencies),
    ...sampleOperations(dependencies),
    ...liveOperations(dependencies, live),
    ...Object.values(upstream).map((operation) => refuseOperation(operation, notConnected)),
  ]);
  return app;
}
