import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { constants, deflate, inflate } from 'node:zlib';
import { and, asc, gt, lte } from 'drizzle-orm';
import type { Directory } from '#directory/directory.ts';
import type { PackedUsers } from '#directory/packedUsers.ts';
import { UnavailableError, type Database } from '#platform/database/database.ts';
import { directoryParts } from '#platform/database/schema/store.ts';
import type { Log } from '#platform/http/errors.ts';

/** Packing so many takes about 10 ms, in which nothing else runs. */
export const usersPerPart = 1024;
const partsPerPage = 8;
/** Another number makes processes ignore the stored parts. Increase it with every change of what a part contains. */
const format = 1;
/** A part with fewer changed users is loaded faster than it is written. */
const minChanges = 40;
const checkIntervalMs = 600_000;
/** Also limits how often several processes write the same part. */
const minAgeMs = 3_600_000;

interface Part {
  readonly format: number;
  /** State of each user. */
  readonly tags: Float64Array;
  /** Changes until this time are included. */
  readonly changedUntil: number;
  readonly users: PackedUsers;
}

export interface LoadedUsers {
  readonly directory: Directory;
  readonly tags: ReadonlyMap<number, number>;
  readonly readUntil: number;
  readonly changedUntil: number;
}

const compress = promisify(deflate);
const decompress = promisify(inflate);

async function unpacked(bytes: Uint8Array): Promise<Part> {
  return deserialize(await decompress(bytes));
}

const partOf = (seq: number) => Math.floor(seq / usersPerPart);

interface PartsOptions {
  readonly database: Database;
  readonly clock: () => number;
  readonly log: Log;
}

/** The users of the directory as stored in the database, so that a process need not read each of them at its start. */
export function createParts({ database, clock, log }: PartsOptions) {
  const { queries } = database;
  /** Number of changed users since a part was loaded or written. */
  let changes = new Map<number, number>();
  let checkedAt = Number.NEGATIVE_INFINITY;
  let writing: Promise<void> | null = null;

  function readPage(after: number, asOf: number) {
    const page = queries
      .select({ part: directoryParts.part, users: directoryParts.users })
      .from(directoryParts)
      .where(and(gt(directoryParts.part, after), lte(directoryParts.readUntil, asOf)))
      .orderBy(asc(directoryParts.part))
      .limit(partsPerPage)
      .execute();
    // Its failure is thrown where it is awaited.
    page.catch(() => {});
    return page;
  }

  async function write(part: number, { directory, tags, ...until }: LoadedUsers): Promise<void> {
    const first = part * usersPerPart;
    const keys = Array.from({ length: usersPerPart }, (_, index) => first + index);
    const users = directory.pack(keys.filter((key) => tags.has(key)));
    const packed: Part = {
      format,
      tags: users.keys.map((key) => tags.get(key) ?? Number.NaN),
      changedUntil: until.changedUntil,
      users,
    };
    const counts = changes;
    const stored = counts.get(part) ?? 0;
    const row = {
      readUntil: until.readUntil,
      users: await compress(serialize(packed), { level: constants.Z_BEST_SPEED }),
      writtenAt: clock(),
    };
    await database.background.queries
      .insert(directoryParts)
      .values({ part, ...row })
      .onConflictDoUpdate({ target: directoryParts.part, set: row });
    // Users may have changed meanwhile.
    counts.set(part, (counts.get(part) ?? 0) - stored);
  }

  async function writeDue(loaded: LoadedUsers): Promise<void> {
    const due = [...changes].flatMap(([part, count]) => (count >= minChanges ? part : []));
    if (due.length === 0) return;
    const recent = await queries
      .select({ part: directoryParts.part })
      .from(directoryParts)
      .where(gt(directoryParts.writtenAt, clock() - minAgeMs));
    const written = new Set(recent.map(({ part }) => part));
    for (const part of due) if (!written.has(part)) await write(part, loaded);
  }

  return {
    /** Loads the parts whose holdings are exact for histories until `asOf`. Users may have changed since. */
    async *load(asOf: number): AsyncGenerator<Part, void> {
      changes = new Map();
      checkedAt = Number.NEGATIVE_INFINITY;
      let page = readPage(-1, asOf);
      for (;;) {
        const rows = await page;
        const last = rows.at(-1);
        if (last === undefined) return;
        page = readPage(last.part, asOf);
        for (const { part, users } of rows) {
          const loaded = await unpacked(users).catch((error: unknown) => {
            log(`Part ${part} of the directory is damaged; its users are read one by one`, error);
            return null;
          });
          if (loaded?.format === format) yield loaded;
        }
      }
    },
    /** Notes that users were read one by one, or removed. */
    changed(seqs: readonly number[]): void {
      for (const seq of seqs) changes.set(partOf(seq), (changes.get(partOf(seq)) ?? 0) + 1);
    },
    /** Stores the parts in which many users have changed, in the background. A failure is logged; a later call tries again. */
    store(loaded: LoadedUsers): void {
      if (writing !== null || performance.now() - checkedAt < checkIntervalMs) return;
      writing = writeDue(loaded)
        .catch((error: unknown) => {
          // The service is stopping.
          if (error instanceof UnavailableError) return;
          log('The users of the directory could not be stored', error);
        })
        .finally(() => {
          checkedAt = performance.now();
          writing = null;
        });
    },
  };
}
