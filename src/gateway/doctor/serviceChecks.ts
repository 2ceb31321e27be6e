import { createServer } from 'node:net';
import { once } from 'node:events';
import * as z from 'zod/mini';
import { health, healthStatus } from '#contract/capabilities.ts';
import { getHealth, getLiveness } from '#contract/operations/about.ts';
import { getWebhooks } from '#contract/operations/webhooks.ts';
import { webhookList } from '#contract/webhook.ts';
import { EngineError } from '#platform/database/engineThread.ts';
import { inspectPostgres, type Inspection } from '#platform/database/inspect.ts';
import { ServerError } from '#platform/database/postgresServer.ts';
import { NewerDatabaseError } from '#platform/database/migrate.ts';
import { knownNetworkFault } from '#platform/http/networkFaults.ts';
import { Problem } from '#platform/http/problem.ts';
import { connectTo } from '#service/webhooks/delivery/connections.ts';
import { faultOf } from '#service/webhooks/delivery/faults.ts';
import { hostOf } from '#service/webhooks/guard/host.ts';
import { isInspector } from '#service/webhooks/guard/own.ts';
import { lookupAddresses, RefusedError, targetAddresses } from '#service/webhooks/guard/resolve.ts';
import { checkTarget } from '#service/webhooks/guard/target.ts';
import { codeOf, Refusal } from '../config/refusal.ts';
import { webhookTargetsOf, type Config } from '../config/settings.ts';
import { lockFolder, readLockHolder, type FolderLock } from '../process/lock.ts';
import { leastToOpen, storageFault } from '../process/storage.ts';
import { foldersOf } from '../process/databaseFolder.ts';
import { embeddedDatabase, runningDatabase } from './embeddedChecks.ts';
import { findingsOf, isThere, kindOfFailure, type Finding } from './finding.ts';

export interface StoreFindings {
  readonly found: readonly Finding[];
  readonly inspection: Inspection | null;
  readonly receivers: readonly string[];
  /** Address of the process; null: the folder names none. */
  readonly url: string | null;
}

const only = (finding: Finding): StoreFindings => ({
  found: [finding],
  inspection: null,
  receivers: [],
  url: null,
});

const connectionsOfAProcess = 20;

/** Checks the process that holds the folder, or else the database, without changing it. */
export async function checkStore(config: Config): Promise<StoreFindings> {
  const { dataDir, databaseUrl } = config;
  const { ok, fail } = findingsOf('database');
  if (databaseUrl !== null) return checkDatabase(() => inspectPostgres(databaseUrl), null);
  const { database: folder } = foldersOf(dataDir);
  if (!(await isThere(folder))) return only(ok('None yet: the first start creates it.'));
  const lacksRoom = await storageFault(dataDir, leastToOpen);
  if (lacksRoom !== null)
    return only(fail('It was not opened, because that needs more free space.'));
  let lock: FolderLock | null = null;
  try {
    lock = await lockFolder(dataDir, 'doctor');
    if (lock === null) return await checkHolder(dataDir);
    const embedded = await embeddedDatabase(config);
    if (embedded === null) return only(ok('None yet: the first start creates it.'));
    return await checkDatabase(() => embedded.look(), embedded.label);
  } catch (error) {
    if (error instanceof Refusal) return only(fail(error.message));
    throw error;
  } finally {
    await lock?.release();
  }
}

async function checkDatabase(
  look: () => Promise<Inspection>,
  /** null: the PostgreSQL of DATABASE_URL. */
  embedded: string | null,
): Promise<StoreFindings> {
  const { ok, warn, fail } = findingsOf('database');
  const isEmbedded = embedded !== null;
  let inspection: Inspection;
  try {
    inspection = await look();
  } catch (error) {
    return only(fail(databaseFault(error, embedded)));
  }
  const { version, encoding, isSynced, mayCreate, maxConnections, pending, isNew } = inspection;
  const found = [ok(`PostgreSQL ${version} answers (${embedded ?? 'DATABASE_URL'}).`)];
  if (isNew) found.push(ok('It has no tables yet: the first start creates them.'));
  else if (pending > 0) {
    found.push(
      warn(
        `The next start upgrades its tables (${pending === 1 ? '1 migration' : `${pending} migrations`}). Back it up first.`,
      ),
    );
  }
  if (!mayCreate) {
    found.push(
      fail(
        'The user of DATABASE_URL has no permission to create tables. Run GRANT CREATE ON SCHEMA public for that user.',
      ),
    );
  }
  if (encoding !== 'UTF8') {
    found.push(
      fail(
        `Its encoding is ${encoding}, which cannot store all characters. Create a database with ENCODING 'UTF8'.`,
      ),
    );
  }
  if (!isEmbedded && !isSynced) {
    found.push(
      warn(
        'Its commits do not wait for the disk (fsync or synchronous_commit is off): a power cut loses changes.',
      ),
    );
  }
  if (!isEmbedded && maxConnections < 2 * connectionsOfAProcess) {
    found.push(
      warn(
        `It accepts ${maxConnections} connections, but each process of the service uses up to ${connectionsOfAProcess}. Raise max_connections.`,
      ),
    );
  }
  return { found, inspection, receivers: inspection.receivers, url: null };
}

function databaseFault(error: unknown, embedded: string | null): string {
  if (error instanceof NewerDatabaseError) return error.message;
  if (embedded !== null) {
    if (error instanceof ServerError) return `${embedded} cannot be opened: ${error.message}.`;
    return error instanceof EngineError && error.code === undefined
      ? `${embedded} cannot be opened: its files are damaged or incomplete. Restore a copy of that folder.`
      : `${embedded} cannot be opened now (${kindOfFailure(error)}). Check free memory and disk space.`;
  }
  const [cause] = error instanceof AggregateError ? error.errors : [error];
  const fault =
    postgresFaults[codeOf(cause)] ?? knownNetworkFault(cause) ?? `${kindOfFailure(cause)}.`;
  return `The PostgreSQL of DATABASE_URL cannot be used. ${fault} Check the address, and that PostgreSQL is running.`;
}

const postgresFaults: Readonly<Record<string, string>> = {
  '28P01': 'Wrong password.',
  '28000': 'It rejects this user.',
  '3D000': 'The database does not exist.',
  '53300': 'It accepts no more connections.',
};

async function checkHolder(dataDir: string): Promise<StoreFindings> {
  const { ok, warn, fail } = findingsOf('process');
  const holder = await readLockHolder(dataDir);
  if (holder === null) {
    return only(
      fail(
        `An unidentified process is using ${dataDir}. Stop it, or choose another folder with DATA_DIR.`,
      ),
    );
  }
  const { pid, url, command, token } = holder;
  if (url === null) {
    return only(
      warn(`Process ${pid} (npm run ${command}) is using the folder, and does not listen yet.`),
    );
  }
  const headers: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` };
  const read = async <Schema extends z.ZodMiniType>(path: string, schema: Schema) => {
    const response = await fetch(url + path, { headers, signal: AbortSignal.timeout(10_000) });
    return z.parse(schema, await response.json());
  };
  try {
    const { status, reason, clock, backups, uptimeSeconds } = await read(getHealth.path, health);
    const receivers = (await read(getWebhooks.path, webhookList)).map((webhook) => webhook.url);
    const hours = Math.floor(uptimeSeconds / 3600);
    const found = [
      status === 'ok'
        ? ok(
            `Process ${pid} serves ${url}, up for ${hours > 0 ? `${hours} h` : `${Math.floor(uptimeSeconds)} s`}; its database (${await runningDatabase(dataDir)}) accepts changes.`,
          )
        : fail(
            `Process ${pid} serves ${url}, but accepts no changes: ${reason ?? 'no reason is given.'}`,
          ),
    ];
    if (!clock.ok) {
      found.push(
        warn(
          `Its time is ${clock.aheadSeconds} s ahead of the system clock. Correct the system clock.`,
        ),
      );
    }
    if (backups !== null && !backups.ok) {
      found.push(
        warn(`Its last scheduled backup failed: ${backups.reason ?? 'no reason is given.'}`),
      );
    }
    return { found, inspection: null, receivers, url };
  } catch (error) {
    return only(
      fail(
        `Process ${pid}, which is using the folder, does not answer at ${url} (${kindOfFailure(error)}). If it is starting, wait. Otherwise stop it (kill ${pid}) and start again.`,
      ),
    );
  }
}

export async function checkPort({ host, port }: Config): Promise<Finding[]> {
  const { ok, fail } = findingsOf('port');
  if (port === 0) return [ok('PORT is 0: the start chooses a free port.')];
  const server = createServer();
  try {
    server.listen({ host, port, exclusive: true });
    await once(server, 'listening');
    return [ok(`${port} of ${host} is free.`)];
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'EADDRINUSE') {
      return [
        fail(
          `This process cannot listen on port ${port} of ${host} (${code}). Choose another port or host with PORT and HOST.`,
        ),
      ];
    }
    const isOurs = await fetch(urlOf({ host, port }) + getLiveness.path, {
      signal: AbortSignal.timeout(3000),
    })
      .then(async (response) => z.safeParse(healthStatus, await response.json()).success)
      .catch(() => false);
    return [
      isOurs
        ? ok(`${port} of ${host} is in use by a process of this service.`)
        : fail(
            `${port} of ${host} is in use by another program. Stop it, or choose another port with PORT.`,
          ),
    ];
  } finally {
    server.close();
  }
}

const urlOf = ({ host, port }: Pick<Config, 'host' | 'port'>) =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

const maxReceivers = 20;

/**
 * Connects to the targets of webhooks as deliveries do, and sends nothing.
 * @param own present or future address of this service, whose inspector needs no check.
 */
export async function checkReceivers(
  urls: readonly string[],
  config: Config,
  own: string | null,
): Promise<Finding[]> {
  const isOwn = (text: string) => {
    const url = URL.parse(text);
    return url !== null && isInspector(url, [own ?? urlOf(config)]);
  };
  const { ok } = findingsOf('outgoing');
  const byOrigin = new Map(urls.map((url) => [URL.parse(url)?.origin ?? url, url]));
  if (byOrigin.size === 0) {
    return [
      ok('No webhook is registered. To test an address: npm run doctor -- https://example.com'),
    ];
  }
  return Promise.all(
    [...byOrigin]
      .slice(0, maxReceivers)
      .map(async ([origin, url]) =>
        isOwn(url)
          ? ok(`${origin} is this service’s own inspector.`)
          : connected(origin, url, config),
      ),
  );
}

async function connected(origin: string, text: string, config: Config): Promise<Finding> {
  const { ok, warn } = findingsOf('outgoing');
  const targets = webhookTargetsOf(config);
  try {
    const url = new URL(checkTarget(text, targets));
    const [address = ''] = await targetAddresses(url, {
      targets,
      lookup: lookupAddresses,
      origins: [],
    });
    await new Promise<void>((resolve, reject) => {
      const phases = { connectedAt: null, securedAt: null };
      connectTo(url, { address, host: hostOf(url.hostname) }, phases, (error, socket) => {
        socket?.destroy();
        if (error === null) resolve();
        else reject(error);
      });
    });
    return ok(`${origin} can be reached.`);
  } catch (error) {
    const isForbidden = error instanceof Problem || error instanceof RefusedError;
    const advice = isForbidden
      ? 'To allow more, set WEBHOOKS_ALLOW_NETWORKS and WEBHOOKS_ALLOW_HTTP.'
      : 'Check the address, the name servers, and the firewalls in between.';
    return warn(`${origin} cannot be reached: ${faultOf(error)} ${advice}`);
  }
}
