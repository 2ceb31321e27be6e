import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '#platform/database/embedded.ts';
import { openPostgres } from '#platform/database/postgres.ts';
import { command } from '#test/gateway/spawned.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { multiplyUsers } from '#test/support/manyUsers.ts';
import { startPostgres } from '#test/support/postgres.ts';
import { isSmallest, sized } from '../size.ts';

/** Number of invented users, which take long, and of copies of each. */
const invented = sized(5000, 20);
const times = sized(20, 2);
export const manyUsers = invented * times;

export interface Store {
  readonly folder: string;
  readonly environment: Record<string, string>;
}

const fewUsers = sized(200, 20);

/** Stores of 100,000 users, each created on first use, and any number of small ones. */
export interface Stores {
  /** Creates an embedded store of 200 users. */
  small(): Promise<Store>;
  embedded(): Promise<Store>;
  /** Rejects with NoPostgres if none is available. */
  postgres(): Promise<Store>;
  remove(): Promise<void>;
}

export function createStores(): Stores {
  const removals: (() => Promise<void>)[] = [];
  let first: Promise<Store> | null = null;
  let embedded: Promise<Store> | null = null;

  async function makeFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'bench-fire-'));
    removals.push(() => rm(folder, { recursive: true }));
    return folder;
  }

  async function makeStore(users: number): Promise<Store> {
    const store = { folder: await makeFolder(), environment: {} };
    if (isSmallest) await makeDataFolder(store.folder);
    await invent(store, users);
    return store;
  }

  async function makeEmbedded(): Promise<Store> {
    const store = await makeStore(invented);
    const database = await openEmbedded({ dataDir: join(store.folder, 'database') });
    await multiplyUsers(database, times);
    await database.close();
    return store;
  }

  return {
    async small() {
      const { folder } = await (first ??= makeStore(fewUsers));
      const copy = await makeFolder();
      await cp(folder, copy, { recursive: true });
      return { folder: copy, environment: {} };
    },
    embedded: () => (embedded ??= makeEmbedded()),
    async postgres() {
      const cluster = await startPostgres();
      removals.push(() => cluster.stop());
      const store = { folder: await makeFolder(), environment: { DATABASE_URL: cluster.url } };
      await invent(store, invented);
      const database = await openPostgres(cluster.url);
      await multiplyUsers(database, times);
      await database.close();
      return store;
    },
    async remove() {
      for (const remove of removals.splice(0)) await remove();
    },
  };
}

async function invent({ folder, environment }: Store, users: number): Promise<void> {
  const making = command(['samples', 'make', String(users), `--data-dir=${folder}`], environment);
  if ((await making.ended) !== 0) throw new Error(making.output());
}
