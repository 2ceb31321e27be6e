import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import {
  UnavailableError,
  type Connections,
  type Database,
  type Queries,
  type Snapshot,
} from './database.ts';
import { createEngine, type Engine } from './engine.ts';
import type { EngineResult, EngineSession } from './engineThread.ts';
import { migrate, type OnUpgrade } from './migrate.ts';
import { createSharedCommits } from './sharedCommits.ts';
import { createTurns, type Turns } from './turns.ts';

export interface EmbeddedOptions {
  readonly dataDir?: string;
  /** Whether commits survive a power cut: each waits for the disk. Default: no. */
  readonly isSynced?: boolean;
  /** A dumped folder to start from, for tests. */
  readonly from?: Blob;
  /** Why the folder is not writable now, as a sentence; null if it is. */
  readonly storageFault?: () => string | null;
  readonly log?: (line: string) => void;
  readonly onUpgrade?: OnUpgrade;
}

export async function openEmbedded({
  storageFault = () => null,
  log = () => {},
  onUpgrade,
  ...beginning
}: EmbeddedOptions = {}): Promise<Database> {
  const engine = await createEngine({ ...beginning, storageFault, log });
  try {
    const session = await engine.session();
    await migrate(
      {
        query: async (sql) => (await session.query(sql)).rows.filter(isObject),
        script: (sql) => session.script(sql),
      },
      onUpgrade,
    );
  } catch (error) {
    await engine.close();
    throw error;
  }
  const turns = createTurns();
  let snapshots = 0;
  let writes = 0;
  const wrote = () => {
    writes += 1;
  };
  const foreground = connectionsOf(engine, turns, wrote, false);
  return {
    ...foreground,
    engine: 'pglite',
    isShared: false,
    background: connectionsOf(engine, turns, wrote, true),
    async snapshot(tables, work) {
      const prefix = `snapshot_${(snapshots += 1)}`;
      return inSnapshot(foreground, tables, (table) => `${prefix}_${table}`, work);
    },
    writes: () => writes,
    close: () => engine.close(),
  };
}

function connectionsOf(
  engine: Engine,
  turns: Turns,
  wrote: () => void,
  isAhead: boolean,
): Connections {
  const commits = createSharedCommits({
    take: (work) => turns.take(work, isAhead),
    async open() {
      // The wait for a turn may have been long.
      refuseWrites(engine);
      const session = await engine.session();
      return {
        command: (text) => session.query(text),
        queries: () => queriesOn((text, params, rowMode) => session.query(text, params, rowMode)),
      };
    },
    onCommit: () => engine.committed(),
  });
  return {
    queries: queriesOn((text, params, rowMode) =>
      turns.join(async () => {
        const session = await engine.session();
        const done = session.query(text, params, rowMode);
        return { done: isRead(text) ? done : done.finally(wrote) };
      }, isAhead),
    ),
    async transaction(work, { isAlone = false } = {}) {
      refuseWrites(engine);
      return commits.make(work, isAlone).finally(wrote);
    },
  };
}

/** A transaction must not hold the only connection, so the tables are copied: one second per million rows. */
async function inSnapshot<Result>(
  connections: Connections,
  tables: readonly string[],
  nameOf: Snapshot['nameOf'],
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const { queries } = connections;
  await connections.transaction(
    async (tx) => {
      for (const table of tables) {
        await tx.execute(
          sql`CREATE TEMPORARY TABLE ${sql.identifier(nameOf(table))} AS TABLE ${sql.identifier(table)}`,
        );
      }
    },
    { isAlone: true },
  );
  try {
    return await work({ queries, nameOf });
  } finally {
    const names = tables.map((table) => sql.identifier(nameOf(table)));
    await queries.execute(sql`DROP TABLE ${sql.join(names, sql`, `)}`).catch(() => {});
  }
}

function refuseWrites(engine: Engine): void {
  const fault = engine.writeFault();
  if (fault !== null) throw new UnavailableError(fault);
}

const isRead = (text: string) => /^\s*select\b/i.test(text);

type RunQuery = (...query: Parameters<EngineSession['query']>) => Promise<EngineResult>;

/** Drizzle over our own query function. Its parsers are left out: the worker parses. */
function queriesOn(run: RunQuery): Queries {
  const query = (
    text: string,
    params?: unknown[],
    options?: { rowMode?: 'array' | 'object' },
  ): Promise<EngineResult> => run(text, params, options?.rowMode);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- drizzle uses only this method here
  return drizzle({ client: { query } as unknown as PGlite });
}

const isObject = (row: unknown): row is object => typeof row === 'object' && row !== null;
