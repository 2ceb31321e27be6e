import { createEventLog } from '#service/events/log.ts';
import { createLive } from '#service/live/live.ts';
import { createService } from '#service/service.ts';
import type { Log } from '#service/http/errors.ts';
import { createWebhookEngine } from '#service/webhooks/engine.ts';
import { countUnreadable } from '#service/webhooks/store.ts';
import type { Config } from '../config/config.ts';
import { createGateway } from '../gateway.ts';
import type { OpenDashboard } from './dashboard.ts';
import { fillNew } from './fill.ts';
import { listen } from './listen.ts';
import { followOthers, openMarket } from './market.ts';
import { openStore, takeFolder } from './store.ts';

/** What is under way when a process is told to stop may take so long. */
const finishWithin = 15_000;

export interface StartOptions {
  readonly config: Config;
  readonly dashboard: OpenDashboard;
  readonly version: string;
  readonly clock: () => number;
  readonly print: (line: string) => void;
  readonly log: Log;
}

export interface Running {
  readonly url: string;
  /** Finishes what is under way, then closes everything. */
  stop(): Promise<void>;
}

/** Starts a process that serves everything: folder, port, database and dashboard, market, samples, in this order. */
export async function start(options: StartOptions): Promise<Running> {
  const closers: (() => Promise<void>)[] = [];
  try {
    const url = await open(options, closers);
    return { url, stop: () => closeAll(closers) };
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}

/** In the opposite order, each even where another fails. */
async function closeAll(closers: readonly (() => Promise<void>)[]): Promise<void> {
  for (const close of closers.toReversed()) await close().catch(() => {});
}

async function open(options: StartOptions, closers: (() => Promise<void>)[]): Promise<string> {
  const { config, version, clock, print, log } = options;
  const begunAt = performance.now();
  const lock = await takeFolder(config, 'start');
  if (lock !== null) closers.push(() => lock.release());
  const listening = await listen(config.host, config.port, log);
  await lock?.announce(listening.url);
  // Two cores: the dashboard is built while the database is made.
  const [store, dashboard] = await Promise.allSettled([
    openStore(config, print),
    options.dashboard(listening, print),
  ]);
  if (store.status === 'fulfilled') closers.push(() => store.value.database.close());
  closers.push(() => listening.stop(finishWithin));
  // Closed before the server stops: connections of Vite's client would keep that open.
  if (dashboard.status === 'fulfilled') closers.push(() => dashboard.value.close());
  if (store.status === 'rejected') throw store.reason;
  if (dashboard.status === 'rejected') throw dashboard.reason;
  const { database, secretKey } = store.value;
  const market = await openMarket(database, config, clock);
  closers.push(followOthers(database, market, config, { clock, log }));
  await fillNew(database, market, config, { clock, print });
  const dependencies = {
    database,
    market,
    clock,
    secretKey,
    log,
    webhookTargets: config.webhookTargets,
    events: createEventLog({ minInterval: config.webhooksMinIntervalSeconds * 1000 }),
    ownUrl: () => listening.url,
  };
  const live = createLive(dependencies);
  const service = createService(dependencies, live);
  const engine = createWebhookEngine({
    ...dependencies,
    onProgress: () => live.deliveriesChanged(),
  });
  closers.push(
    () => engine.stop(),
    // First of all: streams that go on would keep the server open.
    () => live.stop(),
  );
  const gateway = createGateway({
    service,
    // No keys exist yet.
    audience: { open: true },
    files: dashboard.value.files,
    log,
    database,
    market,
    currency: config.currency,
    version,
    uptime: () => performance.now() - begunAt,
  });
  listening.serve(gateway.fetch);
  await engine.start();
  const unreadable = await countUnreadable(database.queries, secretKey);
  if (unreadable > 0) {
    print(
      `Webhook endpoints that nothing can be sent to: ${unreadable}. Their secrets were kept with another SECRET_KEY (or secret.key): start with that one, or rotate them.`,
    );
  }
  const seconds = ((performance.now() - begunAt) / 1000).toFixed(1);
  const where = config.databaseUrl === null ? `data in ${config.dataDir}` : 'data in PostgreSQL';
  print(`Ready on ${listening.url} after ${seconds} s (${market.kind} market, ${where})`);
  return listening.url;
}
