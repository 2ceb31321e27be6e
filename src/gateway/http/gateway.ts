import { setTimeout as wait } from 'node:timers/promises';
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { hasRole } from '#contract/access.ts';
import { registerHook } from '#contract/operations/upstream.ts';
import { sendErrors, type Log } from '#platform/http/errors.ts';
import { Problem } from '#platform/http/problem.ts';
import { serve } from '#platform/http/implement.ts';
import { callOf, knowCall, type Caller } from '#platform/http/caller.ts';
import { noCaller, type Access } from '../access/callers.ts';
import { accessOperations } from '../access/accessOperations.ts';
import { providerOperations } from '../access/providerOperations.ts';
import type { Provider } from '../access/provider.ts';
import { createCounts } from '../access/counts.ts';
import { createWrongKeys } from '../access/wrongKeys.ts';
import type { Audit } from '../audit/createAudit.ts';
import { auditOperations } from '../audit/auditOperations.ts';
import { recordCalls } from '../audit/recordCalls.ts';
import { limitRates, limitWrongKeys, type RateLimits } from './rates.ts';
import { backupOperations, type BackupDependencies } from '../backup/backupOperations.ts';
import { aboutOperations, type AboutOptions } from './aboutOperations.ts';
import { docsOperations } from '../docs/docsOperations.ts';
import { guardHosts } from './hosts.ts';
import { secure } from './security.ts';
import { Homes } from '../views/homes.ts';
import { viewOperations } from '../views/viewOperations.ts';
import type { StaticFiles } from '../static/staticFiles.ts';
import { metricsOperation, type MetricsOptions } from '../operate/metrics.ts';
import { noteCall } from '../operate/requests.ts';
import { addressOf, isLocalRequest } from '../access/address.ts';
import { staticRoutes } from '../static/serve.ts';

export interface GatewayOptions
  extends AboutOptions, RateLimits, Pick<MetricsOptions, 'measured' | 'liveClients'> {
  readonly backup: Omit<BackupDependencies, 'database' | 'version' | 'now' | 'log'>;
  readonly service: Hono;
  readonly access: Access;
  readonly audit: Audit;
  /** Provider for signing in besides keys; null: none. */
  readonly provider: Provider | null;
  readonly secretKey: Uint8Array;
  readonly publicUrl: string | null;
  readonly host: string;
  /** Networks of proxies whose client addresses are trusted. */
  readonly trustedProxies: readonly string[];
  readonly serviceClock: () => number;
  /** Built dashboard; null: Vite's dev server serves it. */
  readonly files: StaticFiles | null;
  readonly log: Log;
}

/** Answers every request of a process: service, facts about the process, API description, dashboard. */
export function createGateway({
  service,
  access,
  audit,
  provider,
  secretKey,
  publicUrl,
  host,
  trustedProxies,
  ratePerKey,
  ratePerAddress,
  serviceClock,
  files,
  log,
  measured,
  liveClients,
  backup,
  ...about
}: GatewayOptions): Hono {
  const app = new Hono();
  sendErrors(app, log);
  const { database } = about;
  const counts = createCounts(database, serviceClock);
  const wrongKeys = createWrongKeys(counts, serviceClock);
  const limited = limitRates({ counts, clock: serviceClock, ratePerKey, ratePerAddress });
  app.use(answerHead, secure(access.isHttps), compress());
  // Each with all paths below it.
  const paths = ['/p/*', '/x/*'];
  for (const path of paths) {
    app.use(path, async (c, next) => {
      const from = { address: addressOf(c, trustedProxies), isLocal: isLocalRequest(c) };
      knowCall(c, noCaller(), from);
      noteCall(c);
      await next();
    });
    app.use(path, recordCalls(audit));
  }
  // The secret address of our webhook needs no key. It receives messages on an open service too.
  const publicUrlOf = async (path: string) =>
    path.startsWith(hookPath) ? publicUrl : access.publicUrl();
  app.use(guardHosts(publicUrlOf, host));
  for (const path of paths) {
    app.use(path, async (c, next) => {
      callOf(c).caller = await access.identify(c).catch(unknownFor);
      await next();
    });
    app.use(path, limitWrongKeys(wrongKeys), limited);
  }
  const homes = new Homes(database.queries);
  serve(app, [
    ...aboutOperations(about),
    metricsOperation({ ...about, clock: serviceClock, measured, liveClients }),
    ...docsOperations(about.version),
    ...accessOperations({
      access,
      wrongKeys,
      database,
      clock: serviceClock,
      homes,
      provider: provider?.host ?? null,
    }),
    ...providerOperations({ provider, access, clock: serviceClock, secretKey, publicUrl }),
    ...auditOperations(audit, database),
    ...viewOperations({ database, clock: serviceClock, homes }),
    ...backupOperations({ ...backup, database, version: about.version, now: serviceClock, log }),
  ]);
  const toService = (c: Context) => service.fetch(c.req.raw, c.env);
  for (const path of paths) app.all(path, toService);
  if (files !== null) {
    const isSignedIn = (c: Context) =>
      Promise.race([
        access.identify(c).then(
          ({ role }) => hasRole(role, 'analyst'),
          () => false,
        ),
        wait(maxLookupMs, false, { ref: false }),
      ]);
    const notOffered = new Set(Object.keys(about.notOffered));
    app.route('/', staticRoutes(files, isSignedIn, notOffered));
  }
  return app;
}

const hookPath = `${registerHook.path}/`;

/** Maximum wait of a page for the database, which only adds preloads. */
const maxLookupMs = 200;

/** Handles HEAD as GET, so that the headers are equal, and cancels the body. */
const answerHead: MiddlewareHandler = async (c, next) => {
  if (c.req.raw.method !== 'HEAD') return next();
  c.req.raw = new Request(c.req.raw, { method: 'GET' });
  await next();
  await c.res.body?.cancel();
};

/** Returns a caller without access if the database cannot identify one, so that public answers still work. */
function unknownFor(failure: unknown): Caller {
  if (failure instanceof Problem) throw failure;
  return { ...noCaller(), failure };
}
