import type { Hono } from 'hono';
import { createSelections } from '#directory/selections.ts';
import { createLive, type Live, type TickSource } from '#platform/live/live.ts';
import type { Log } from '#platform/http/errors.ts';
import { createEventLog } from '#service/events/log.ts';
import { createService } from '#service/service.ts';
import { createWebhookEngine } from '#service/webhooks/engine.ts';
import { countUnreadable } from '#service/webhooks/registry/webhookStore.ts';
import { deliveriesPausedSince } from '#service/webhooks/delivery/pause.ts';
import { createForeignChanges } from '#upstream/live/foreignChanges.ts';
import { createConnectedMarket } from '#upstream/market.ts';
import { notOffered } from '#upstream/notOffered.ts';
import { createSource, type Source, type SourceOptions } from '#upstream/source/source.ts';
import { createConnectedDirectory } from '#upstream/sync/connectedDirectory.ts';
import { createSyncStore } from '#upstream/sync/syncStore.ts';
import { createUpstream } from '#upstream/upstream.ts';
import { webhookTargetsOf, type Config } from '../config/settings.ts';
import type { Measured } from '../operate/metrics.ts';
import { fillNew } from './fill.ts';
import { followOthers, openMarket } from './openMarket.ts';
import type { Store } from './store.ts';

export interface OpenService {
  readonly service: Hono;
  readonly market: TickSource;
  /** Start of the connected service's current fault; null if it works or there is none. */
  readonly faultSince: () => number | null;
  readonly notOffered: Readonly<Record<string, string>>;
  readonly live: Live;
  begin(): Promise<void>;
  stop(): Promise<void>;
}

export interface OpenServiceOptions {
  readonly config: Config;
  readonly store: Store;
  readonly clock: () => number;
  readonly wall: () => number;
  readonly elapsed: () => number;
  readonly print: (line: string) => void;
  readonly log: Log;
  readonly measured: Measured;
  readonly ownUrl: () => string;
}

export function openService(options: OpenServiceOptions): Promise<OpenService> {
  const { portfolioServiceUrl } = options.config;
  return portfolioServiceUrl === null
    ? openEmbedded(options)
    : openConnected(options, portfolioServiceUrl);
}

async function openEmbedded(options: OpenServiceOptions): Promise<OpenService> {
  const { config, store, clock, print, log, measured } = options;
  const { database, secretKey } = store;
  const market = await openMarket(database, config, clock);
  const stops = [followOthers(database, market, config, { clock, log })];
  const stop = async () => {
    await Promise.allSettled(stops.map((end) => end()));
  };
  try {
    await fillNew(database, market, config, { clock, print });
    const dependencies = {
      ...options,
      database,
      secretKey,
      market,
      webhookTargets: webhookTargetsOf(config),
      events: createEventLog({
        minIntervalMs: config.webhooksMinIntervalSeconds * 1000,
        database,
        clock,
        log,
      }),
    };
    const live = openLive(dependencies, config);
    const engine = createWebhookEngine({
      ...dependencies,
      onProgress: () => live.deliveriesChanged(),
      onAttempt: measured.addAttempt,
    });
    stops.push(() => engine.stop());
    return {
      service: createService(dependencies, live),
      market,
      faultSince: () => null,
      notOffered: {},
      live,
      async begin() {
        await engine.start();
        await printWebhooks(store, print);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function printWebhooks(
  { database, secretKey }: Store,
  print: OpenServiceOptions['print'],
): Promise<void> {
  const unreadable = await countUnreadable(database.queries, secretKey);
  if (unreadable > 0) {
    print(
      `Unusable webhook endpoints: ${unreadable}. Their secrets were encrypted with another SECRET_KEY (or secret.key). Start with that key, or rotate the secrets.`,
    );
  }
  const pausedSince = await deliveriesPausedSince(database.queries);
  if (pausedSince !== null) {
    print(
      `Webhook deliveries have been paused since the restore of ${pausedSince}. To resume them: npm run restore -- resume`,
    );
  }
}

/** Connected mode: answers from the service at PORTFOLIO_SERVICE_URL, which may be down. */
async function openConnected(options: OpenServiceOptions, url: string): Promise<OpenService> {
  const { config, store, clock, elapsed, print, log } = options;
  const { database } = store;
  const source = openSource(config, url, {
    clock,
    elapsed,
    onChange(fault) {
      if (fault === null) print(`The connected service at ${new URL(url).origin} answers`);
      else log(fault);
      market.change();
      if (fault === null) changes.answers();
    },
  });
  const market = createConnectedMarket(clock, source);
  const { sync, directory } = createConnectedDirectory({
    source,
    store: createSyncStore(database, url),
    clock,
    log,
    onChange: () => market.change(),
    selections: createSelections(database.queries, clock),
    onSeen: (change) => changes.watch.noteChange(change),
  });
  const events = { onPublished: () => () => {} };
  const live = openLive({ database, market, events, log }, config);
  const changes = createForeignChanges({
    database,
    source,
    url,
    publicUrl: config.publicUrl,
    secretKey: store.secretKey,
    clock,
    log,
    market,
    onUser: (customId) => sync.changed(customId),
    clients: () => live.clients(),
  });
  return {
    service: createUpstream({
      database,
      clock,
      log,
      live,
      url,
      source,
      changes,
      sync,
      directory,
      onChange: () => market.change(),
    }),
    market,
    faultSince: () => source.fault?.since ?? null,
    notOffered,
    live,
    begin() {
      changes.begin();
      return sync.begin();
    },
    async stop() {
      changes.stop();
      // Stops new sync requests first. Closing the source then ends the pending ones. Otherwise the sync would fail for every
      // user.
      const stopped = sync.stop();
      await source.close();
      await stopped;
    },
  };
}

export function openSource(
  config: Config,
  url: string,
  options: Pick<SourceOptions, 'clock' | 'elapsed' | 'named' | 'onChange'>,
): Source {
  return createSource({
    url,
    headers: config.portfolioServiceHeaders ?? {},
    usersQuery: config.portfolioServiceUsersQuery,
    ca: config.portfolioServiceCa,
    limits: {
      concurrent: config.portfolioServiceConcurrentRequests,
      perSecond: config.portfolioServiceRequestsPerSecond,
    },
    ...options,
  });
}

type Followed = Omit<Parameters<typeof createLive>[0], 'market'> & { readonly market: TickSource };

function openLive(followed: Followed, config: Config): Live {
  return createLive({
    ...followed,
    maxStreams: config.maxLiveStreams,
    maxStreamsPerKey: config.maxLiveStreamsPerKey,
  });
}
