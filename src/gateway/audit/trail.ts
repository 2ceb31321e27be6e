import type { Database, Queries } from '#platform/database/database.ts';
import { afterCommit } from '#platform/database/afterCommit.ts';
import { createRelay } from '#platform/database/relay.ts';
import type { WaitingEntry } from '#platform/database/schema/audit.ts';
import type { Log } from '#platform/http/errors.ts';
import { chainWaiting, hasWaitingEntries, insertEntries, vacuumWaiting } from './waiting.ts';

/** Entry to record. The trail adds the time. */
export type NewEntry = Omit<WaitingEntry, 'at'>;

export const plainEntry = {
  actorId: null,
  actorRole: null,
  address: null,
  operation: null,
  subjectKind: null,
  subjectId: null,
  subjectName: null,
  result: 'ok',
  status: null,
  code: null,
  count: 1,
  details: null,
  changes: null,
  requestId: null,
} as const satisfies Partial<NewEntry>;

export interface AuditTrail {
  /** Writes the entry of a change in the change's transaction: both are committed, or neither. */
  write(tx: Queries, entry: NewEntry): Promise<void>;
  /**
   * Writes an entry in a transaction of its own and resolves once it is committed. If that fails, it throws, and the entry is
   * written with the next one.
   */
  append(entry: NewEntry): Promise<void>;
  /** Moves all entries committed before the call into the chain. If that fails, they are moved later. */
  chain(): Promise<void>;
  /** Chains entries soon after their commit, and those that a killed process left. */
  readonly begin: () => void;
  /** Ends what `begin` started, and finishes a pass that is due. */
  readonly stop: () => Promise<void>;
}

export interface AuditTrailOptions {
  readonly database: Pick<Database, 'engine' | 'queries' | 'transaction'>;
  /** Database for entries of their own. After a restore it is another one. */
  readonly latest?: Pick<Database, 'transaction'>;
  readonly clock: () => number;
  readonly log: Log;
}

const maxWaiting = 10_000;
/** Entries per statement, because its length is limited. */
const batchSize = 1000;
/** PGlite has no autovacuum: without a vacuum, the table of waiting entries would grow with every change. */
const vacuumIntervalMs = 60_000;
/** One pass chains the entries of many changes. */
const chainDelayMs = 100;

/** Creates the audit trail of a database. Entries appended at the same time are written together. */
export function createAuditTrail({
  database,
  latest = database,
  clock,
  log,
}: AuditTrailOptions): AuditTrail {
  let waiting: WaitingEntry[] = [];
  let writing: Promise<void> | null = null;
  let vacuumedAt = performance.now();

  async function pass(): Promise<boolean> {
    // Not in the background: in the embedded database, a pass shares its commit with changes.
    const isDone = await database.transaction(chainWaiting);
    if (database.engine === 'pglite' && performance.now() - vacuumedAt > vacuumIntervalMs) {
      vacuumedAt = performance.now();
      await vacuumWaiting(database.queries);
    }
    return isDone;
  }

  const relay = createRelay({
    pass,
    hasWaiting: () => hasWaitingEntries(database.queries),
    delayMs: chainDelayMs,
    failure: 'Entries of the audit trail could not be chained. They are stored, and chained later',
    log,
  });

  async function insert(tx: Queries, entries: readonly WaitingEntry[]): Promise<void> {
    await insertEntries(tx, entries);
    afterCommit(tx, relay.wake);
  }

  async function writeNext(): Promise<void> {
    const entries = waiting.splice(0, batchSize);
    if (entries.length === 0) return;
    try {
      await latest.transaction((tx) => insert(tx, entries));
    } catch (error) {
      const lost = entries.length + waiting.length - maxWaiting;
      if (lost > 0) log(`${lost} entries of the audit trail were lost`, error);
      waiting = [...entries, ...waiting].slice(0, maxWaiting);
      throw error;
    }
  }

  async function writeAll(): Promise<void> {
    for (let left = waiting.length; left > 0; left -= batchSize) await writeNext();
  }

  return {
    write: (tx, entry) => insert(tx, [{ ...entry, at: clock() }]),
    async append(entry) {
      waiting.push({ ...entry, at: clock() });
      // Entries that arrive during a write go into the next one.
      if (writing !== null) await writing.catch(() => {});
      // The first waiting caller starts the next write, with all waiting entries.
      writing ??= writeAll().finally(() => {
        writing = null;
      });
      await writing;
    },
    async chain() {
      if (await hasWaitingEntries(database.queries)) await relay.settled();
    },
    begin: relay.begin,
    stop: relay.stop,
  };
}
