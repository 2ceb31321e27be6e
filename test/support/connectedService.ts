import type { Hono } from 'hono';
import { createSelections } from '#directory/selections.ts';
import type { Database } from '#platform/database/database.ts';
import { createLive } from '#platform/live/live.ts';
import { createForeignChanges, type ForeignChanges } from '#upstream/live/foreignChanges.ts';
import { createConnectedMarket } from '#upstream/market.ts';
import { createConnectedDirectory } from '#upstream/sync/connectedDirectory.ts';
import { createSyncStore } from '#upstream/sync/syncStore.ts';
import type { UserSync } from '#upstream/sync/userSync.ts';
import { createSource, type Source, type SourceOptions } from '#upstream/source/source.ts';
import { createUpstream } from '#upstream/upstream.ts';
import { onlyListedProblems } from './listedProblems.ts';
import { type Call, callThrough, testNow } from './service.ts';

type Answer = (request: Request) => Promise<Response>;

export interface ConnectedOptions extends Partial<
  Omit<SourceOptions, 'clock' | 'elapsed' | 'fetch'>
> {
  /** The service behind it; null: the one that listens at the url. */
  readonly answer: Answer | null;
  readonly database: Database;
  /** Current time. It advances only if `now` does. */
  readonly clock?: { readonly now: number };
  /** Milliseconds before failed background work is retried. */
  readonly pause?: number;
  readonly publicUrl?: string | null;
}

export interface Connected {
  readonly app: Hono;
  readonly source: Source;
  /** Not started. */
  readonly sync: UserSync;
  readonly foreignChanges: ForeignChanges;
  /** Requests that reached the other service, such as `GET /p/users`. */
  readonly requests: string[];
  /** Log of the process: unexpected errors only. */
  readonly logged: string[];
  changes(): number;
  readonly fetch: Answer;
  readonly call: Call;
  close(): Promise<void>;
}

const unlimited = { concurrent: 1000, perSecond: 1_000_000 };

export function createConnected({
  answer,
  database,
  url = 'http://other.example',
  clock = { now: testNow },
  pause = 20,
  publicUrl = null,
  ...options
}: ConnectedOptions): Connected {
  const requests: string[] = [];
  const logged: string[] = [];
  const inProcess = (behind: Answer): Pick<SourceOptions, 'fetch'> => ({
    fetch(address, { signal, ...init }) {
      signal.throwIfAborted();
      const { pathname, search } = new URL(address);
      requests.push(`${init.method} ${pathname}${search}`);
      return behind(new Request(address, init));
    },
  });
  const source = createSource({
    url,
    headers: {},
    clock: () => clock.now,
    elapsed: () => clock.now,
    limits: unlimited,
    ...(answer === null ? {} : inProcess(answer)),
    ...options,
  });
  const market = createConnectedMarket(() => clock.now, source);
  const log = (line: string, error?: unknown) => void logged.push(`${line}: ${String(error)}`);
  const events = { onPublished: () => () => {} };
  const { sync, directory } = createConnectedDirectory({
    source,
    store: createSyncStore(database, url),
    clock: () => clock.now,
    log,
    onChange: () => market.change(),
    selections: createSelections(database.queries, () => clock.now),
    onSeen: (change) => changes.watch.noteChange(change),
    pause,
  });
  const changes = createForeignChanges({
    database,
    source,
    url,
    publicUrl,
    secretKey: new Uint8Array(32).fill(7),
    clock: () => clock.now,
    log,
    market,
    onUser: (customId) => sync.changed(customId),
    clients: () => 0,
  });
  const app = createUpstream({
    database,
    clock: () => clock.now,
    log,
    live: createLive({ database, market, events, log }),
    url,
    source,
    changes,
    sync,
    directory,
    onChange: () => market.change(),
  });
  onlyListedProblems(app);
  const fetch: Answer = async (request) => app.fetch(request);
  return {
    app,
    source,
    sync,
    foreignChanges: changes,
    requests,
    logged,
    changes: () => market.version,
    fetch,
    call: callThrough(fetch),
    async close() {
      changes.stop();
      await source.close();
      await sync.stop();
    },
  };
}
