import { setTimeout as wait } from 'node:timers/promises';
import { durationText } from '#contract/duration.ts';
import { UnavailableError, type Database } from '#platform/database/database.ts';
import { clearSpools } from '../backup/backupOperations.ts';
import { lastRestore } from '../backup/restoreWithin.ts';
import { randomText } from '../access/keyStore.ts';
import { createMeasured } from '../operate/metrics.ts';
import { Refusal } from '../config/refusal.ts';
import type { Config } from '../config/settings.ts';
import type { OnAnswered } from '../operate/requests.ts';
import type { OpenDashboard } from './dashboard.ts';
import { listen } from './listen.ts';
import { limitsWithin, openFilesLimit } from './openFiles.ts';
import { serveStore, type ProcessOptions, type Serving } from './serveStore.ts';
import { openStore, takeFolder, type Store } from './store.ts';

/** Deadline of running requests when the process stops; webhooks under way have the same. */
const finishTimeoutMs = 12_000;
/** Deadline of everything. The end of the process stops the rest. */
const closeTimeoutMs = finishTimeoutMs + 2500;

const retryMs = 5000;
const followIntervalMs = 5000;

export interface StartOptions extends ProcessOptions {
  readonly dashboard: OpenDashboard;
  readonly onAnswered?: OnAnswered;
}

export interface Running {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a process in this order: folder, port, database and dashboard, market, samples. */
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

/** Closes in reverse order, each even if another one fails or hangs. */
async function closeAll(closers: readonly (() => Promise<void>)[]): Promise<void> {
  const timedOut = wait(closeTimeoutMs, undefined, { ref: false });
  for (const close of closers.toReversed()) {
    await Promise.race([close().catch(() => {}), timedOut]);
  }
}

/** Rejects settings of requests to a service without PORTFOLIO_SERVICE_URL, because they imply connected mode. */
function checkConnection(config: Config): void {
  if (config.portfolioServiceUrl !== null) return;
  const given = [
    config.portfolioServiceHeaders !== null && 'PORTFOLIO_SERVICE_HEADERS',
    config.portfolioServiceUsersQuery !== null && 'PORTFOLIO_SERVICE_USERS_QUERY',
    config.portfolioServiceCa !== null && 'PORTFOLIO_SERVICE_CA',
  ].find((name) => name !== false);
  if (given !== undefined) {
    throw new Refusal(
      `${given} is set, but PORTFOLIO_SERVICE_URL is not. Set the address of the service, or unset ${given}.`,
    );
  }
}

async function open(options: StartOptions, closers: (() => Promise<void>)[]): Promise<string> {
  const { config, print, log } = options;
  const begunAt = performance.now();
  checkConnection(config);
  const lock = await takeFolder(config, 'start');
  if (lock !== null) {
    closers.push(() => lock.release());
    await clearSpools(config.dataDir);
  }
  const limits = limitsWithin(openFilesLimit(), config, print);
  const measured = createMeasured();
  const listening = await listen(config.host, config.port, log, limits, {
    trustedProxies: config.trustedProxies,
    onAnswered(request) {
      measured.addRequest(request);
      options.onAnswered?.(request);
    },
  });
  const token = randomText('token');
  await lock?.announce(listening.url, token);
  // Uses two cores: builds the dashboard while the database is created.
  const [opened, dashboard] = await Promise.allSettled([
    openStore(config, print, log),
    options.dashboard(listening, print),
  ]);
  let serving: Serving | null = null;
  let store: Store | null = opened.status === 'fulfilled' ? opened.value : null;
  let isStopping = false;
  let replacing: Promise<unknown> = Promise.resolve();
  closers.push(
    async () => store?.database.close(),
    async () => {
      await Promise.all([
        serving?.endWork(),
        // Ends live streams last: their clients reconnect immediately, and must no longer reach the service.
        listening.stop(finishTimeoutMs, async () => serving?.endStreams()),
      ]);
    },
  );
  // Closed before the server stops: connections of Vite's client would keep that open.
  if (dashboard.status === 'fulfilled') closers.push(() => dashboard.value.close());
  if (opened.status === 'rejected') throw opened.reason;
  if (dashboard.status === 'rejected') throw dashboard.reason;
  /** Records the end of a call during a restore in the store that follows. */
  const latest: Pick<Database, 'transaction'> = {
    async transaction(work, options) {
      if (store === null) throw new UnavailableError('The database is not open.');
      return store.database.transaction(work, options);
    },
  };
  const own = {
    files: dashboard.value.files,
    listening,
    token,
    uptime: () => performance.now() - begunAt,
    measured,
  };
  const serve = (current: Store) =>
    serveStore({ ...options, ...own, store: current, latest, replaceStore });

  /** Retries until it succeeds, because a fault such as a full disk may pass. */
  async function untilDone<Result>(fault: string, work: () => Promise<Result>): Promise<Result> {
    // oxlint-disable-next-line no-unmodified-loop-condition -- stopped while it waits
    for (let hasFailed = false; !isStopping; hasFailed = true) {
      try {
        return await work();
      } catch (error) {
        if (!hasFailed) log(`${fault}. Retrying every ${durationText(retryMs)}`, error);
        await wait(retryMs, undefined, { ref: false });
      }
    }
    throw new UnavailableError('The service is stopping.');
  }

  /** Replaces the store. Everything cached or under way belongs to the previous store and ends. */
  async function replace<Result>(change: (current: Store) => Promise<Result>): Promise<Result> {
    listening.pause('A backup is being restored. Try again in a few seconds.');
    await serving?.endWork();
    await serving?.endStreams();
    await store?.database.close();
    const next = await untilDone('The database could not be opened again', () =>
      openStore(config, print, log),
    );
    store = next;
    try {
      return await change(next);
    } finally {
      serving = await untilDone('The service could not start again', () => serve(next));
      print('The service answers again after the restore');
    }
  }

  function replaceStore<Result>(change: (current: Store) => Promise<Result>): Promise<Result> {
    const work = replacing.then(() => replace(change));
    replacing = work.catch(() => {});
    return work;
  }

  serving = await serve(opened.value);
  closers.push(followRestores(), async () => {
    isStopping = true;
    await replacing;
  });

  function followRestores(): () => Promise<void> {
    if (config.databaseUrl === null) return async () => {};
    let isChecking = false;
    const check = async () => {
      if (store === null || isChecking) return;
      isChecking = true;
      try {
        await replacing;
        if ((await lastRestore(store.database.queries)) !== serving?.restore) {
          await replaceStore(async () => {});
        }
      } catch {
        // The next check retries.
      } finally {
        isChecking = false;
      }
    };
    const timer = setInterval(() => void check(), followIntervalMs).unref();
    return async () => clearInterval(timer);
  }

  const seconds = ((performance.now() - begunAt) / 1000).toFixed(1);
  const { engine } = opened.value;
  const where = config.databaseUrl === null ? `data in ${config.dataDir}, engine ` : 'data in ';
  print(
    `Ready on ${listening.url} after ${seconds} s (${serving.marketKind} market, ${where}${engine})`,
  );
  return listening.url;
}
