import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/http/errors.ts';
import type { BackupDependencies } from '../backup/backupOperations.ts';
import { lastRestore } from '../backup/restoreWithin.ts';
import { scheduleBackups } from '../backup/schedule.ts';
import { createAccess } from '../access/callers.ts';
import { createAudit, verifyAtStart } from '../audit/createAudit.ts';
import { hasKeys } from '../access/keyStore.ts';
import { createProvider, providerSettingsOf } from '../access/provider.ts';
import { Refusal } from '../config/refusal.ts';
import { isLoopbackHost } from '../config/loopback.ts';
import { currencyOf, type Config } from '../config/settings.ts';
import { createGateway } from '../http/gateway.ts';
import type { Measured } from '../operate/metrics.ts';
import type { StaticFiles } from '../static/staticFiles.ts';
import { openClock, systemTime, watchClock } from './clock.ts';
import type { Listening } from './listen.ts';
import { openService } from './openService.ts';
import type { Store } from './store.ts';

export interface ProcessOptions {
  readonly config: Config;
  readonly version: string;
  /** System clock, in epoch milliseconds, the source of the service's time. */
  readonly clock: () => number;
  /** Steady milliseconds. Default: from Node and the system. */
  readonly elapsed?: () => number;
  readonly print: (line: string) => void;
  readonly log: Log;
}

export interface Serving {
  readonly marketKind: string;
  readonly restore: string | null;
  endWork(): Promise<void>;
  endStreams(): Promise<void>;
}

export interface ServingOptions extends ProcessOptions {
  readonly store: Store;
  readonly files: StaticFiles | null;
  readonly listening: Listening;
  readonly token: string;
  readonly uptime: () => number;
  readonly measured: Measured;
  /** Database of this process, also after a restore. */
  readonly latest: Pick<Database, 'transaction'>;
  readonly replaceStore: BackupDependencies['replaceStore'];
}

/** Opens the clock and market of a store, fills a new one, and serves it. Everything that it caches belongs to this store. */
export async function serveStore({
  config,
  version,
  clock: wall,
  elapsed,
  print,
  log,
  store,
  files,
  listening,
  token,
  uptime,
  measured,
  latest,
  replaceStore,
}: ServingOptions): Promise<Serving> {
  const { database, secretKey } = store;
  const sources = elapsed === undefined ? { ...systemTime, wall } : { wall, elapsed };
  const steady = await openClock(database, sources, print);
  const clock = () => steady.now();
  const isLoopback = isLoopbackHost(config.host);
  const { publicUrl } = config;
  const settings = providerSettingsOf(config);
  const provider = settings === null ? null : createProvider(settings, log);
  const hasProvider = provider !== null;
  const access = createAccess({ database, clock, token, isLoopback, publicUrl, hasProvider });
  const isClosed = hasProvider || (await hasKeys(database.queries));
  checkReachability(config, { isLoopback, isClosed, print });
  const opened = await openService({
    config,
    store,
    clock,
    wall,
    elapsed: () => steady.passed(),
    print,
    log,
    measured,
    ownUrl: () => listening.url,
  });
  const { service, market, faultSince, live, notOffered } = opened;
  const stops = [() => opened.stop(), watchClock(steady, log)];
  const endWork = async () => {
    await Promise.allSettled(stops.map((stop) => stop()));
  };
  try {
    const audit = createAudit({ database, latest, clock, log });
    stops.push(() => audit.stop());
    const now = clock;
    const schedule = scheduleBackups({ config, database, version, now, log });
    stops.push(() => schedule.stop());
    const gateway = createGateway({
      service,
      access,
      audit,
      provider,
      secretKey,
      publicUrl,
      host: config.host,
      trustedProxies: config.trustedProxies,
      ratePerKey: config.ratePerKey,
      ratePerAddress: config.ratePerAddress,
      serviceClock: clock,
      files,
      log,
      database,
      market,
      connectedTo: hostOf(config.portfolioServiceUrl),
      faultSince,
      notOffered,
      currency: currencyOf(config),
      version,
      clock: () => steady.state(),
      backups: () => schedule.state(),
      backup: {
        secretKey,
        dataDir: config.dataDir,
        reserve: config.diskReserveMb * 1e6,
        replaceStore,
      },
      uptime,
      isStopping: () => listening.isStopping(),
      measured,
      liveClients: () => live.clients(),
    });
    listening.serve(gateway.fetch);
    await opened.begin();
    audit.begin();
    verifyAtStart(audit, print).catch((error: unknown) =>
      log('The audit trail could not be verified', error),
    );
    const restore = await lastRestore(database.queries);
    return { marketKind: market.kind, restore, endWork, endStreams: () => live.stop() };
  } catch (error) {
    await endWork();
    throw error;
  }
}

interface Reachability {
  readonly isLoopback: boolean;
  readonly isClosed: boolean;
  readonly print: (line: string) => void;
}

/** Refuses to serve other machines before a key exists, and explains what a configured address means until then. */
function checkReachability(
  { host, publicUrl, portfolioServiceUrl }: Config,
  { isLoopback, isClosed, print }: Reachability,
): void {
  if (!isLoopback && !isClosed) {
    throw new Refusal([
      `HOST is ${host}, which other machines can reach, but there is no key yet: all of them would have full access.`,
      'Create an admin key first: npm run keys -- create --role admin --name "Your name"',
    ]);
  }
  if (!isLoopback && publicUrl === null) {
    throw new Refusal(
      `HOST is ${host}, which other machines can reach, but PUBLIC_URL is not set: this service answers only to known host names. Set it to the address that people open, such as https://portfolio.example.com.`,
    );
  }
  if (publicUrl !== null && !isClosed) {
    const exception =
      portfolioServiceUrl === null ? '' : ', except to messages of the connected service';
    print(
      `Without a key, the service does not answer at PUBLIC_URL${exception}. Create one: npm run keys -- create --role admin --name "Your name"`,
    );
  }
}

const hostOf = (url: string | null) => (url === null ? null : new URL(url).host);
