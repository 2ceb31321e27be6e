import { setTimeout as wait } from 'node:timers/promises';
import { randomText } from '../access/keyStore.ts';
import { createMeasured } from '../operate/metrics.ts';
import type { OnAnswered } from '../operate/requests.ts';
import type { OpenDashboard } from './dashboard.ts';
import { listen } from './listen.ts';
import { limitsWithin, openFilesLimit } from './openFiles.ts';
import { serveStore, type ProcessOptions, type Serving } from './serveStore.ts';
import { openStore, takeFolder } from './store.ts';

/** Running requests get this long when the process stops, as webhooks under way do. */
const finishTimeoutMs = 12_000;
/** And everything this long: what has not ended by then is left to the end of the process. */
const closeTimeoutMs = finishTimeoutMs + 2500;

export interface StartOptions extends ProcessOptions {
  readonly dashboard: OpenDashboard;
  /** Called with each request that is over. */
  readonly onAnswered?: OnAnswered;
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

/** In reverse order, each even if another one fails or hangs. */
async function closeAll(closers: readonly (() => Promise<void>)[]): Promise<void> {
  const timedOut = wait(closeTimeoutMs, undefined, { ref: false });
  for (const close of closers.toReversed()) {
    await Promise.race([close().catch(() => {}), timedOut]);
  }
}

async function open(options: StartOptions, closers: (() => Promise<void>)[]): Promise<string> {
  const { config, print, log } = options;
  const begunAt = performance.now();
  const lock = await takeFolder(config, 'start');
  if (lock !== null) closers.push(() => lock.release());
  const limits = limitsWithin(openFilesLimit(), config, print);
  const measured = createMeasured();
  const listening = await listen(config.host, config.port, log, limits, {
    trustedProxies: config.trustedProxies,
    onAnswered(request) {
      measured.addRequest(request);
      options.onAnswered?.(request);
    },
  });
  const token = randomText();
  await lock?.announce(listening.url, token);
  // Two cores: the dashboard is built while the database is made.
  const [store, dashboard] = await Promise.allSettled([
    openStore(config, print, log),
    options.dashboard(listening, print),
  ]);
  if (store.status === 'fulfilled') closers.push(() => store.value.database.close());
  let serving: Serving | null = null;
  closers.push(async () => {
    await Promise.all([
      serving?.endWork(),
      // The last answers: clients of the live stream reconnect immediately, and must not find the service any more.
      listening.stop(finishTimeoutMs, async () => serving?.endStreams()),
    ]);
  });
  // Closed before the server stops: connections of Vite's client would keep that open.
  if (dashboard.status === 'fulfilled') closers.push(() => dashboard.value.close());
  if (store.status === 'rejected') throw store.reason;
  if (dashboard.status === 'rejected') throw dashboard.reason;
  serving = await serveStore({
    ...options,
    store: store.value,
    files: dashboard.value.files,
    listening,
    token,
    uptime: () => performance.now() - begunAt,
    measured,
  });
  const seconds = ((performance.now() - begunAt) / 1000).toFixed(1);
  const where = config.databaseUrl === null ? `data in ${config.dataDir}` : 'data in PostgreSQL';
  print(`Ready on ${listening.url} after ${seconds} s (${serving.marketKind} market, ${where})`);
  return listening.url;
}
