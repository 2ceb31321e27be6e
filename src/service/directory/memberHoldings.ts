import type { Directory } from '#directory/directory.ts';
import type { ReadMemberHoldings } from '#directory/directoryFeed.ts';
import { HoldingsTable } from '#directory/holdings.ts';
import { inSlices } from '#directory/slices.ts';
import type { Queries } from '#platform/database/database.ts';
import { loadInTime } from './loadInTime.ts';
import { readCompleteHoldings } from './readUsers.ts';

const usersPerPage = 500;

interface CompleteTable {
  readonly directory: Directory;
  readonly table: HoldingsTable;
  /** State of each user when they were read, by key. */
  readonly tags: Map<number, number | null>;
}

interface MemberHoldingsOptions {
  readonly queries: Queries;
  /** Identifies the state of a user. */
  readonly tagOf: (key: number) => number | null;
}

/** Reads holdings over time: from the directory, and once from the database for users with omitted statements. */
export function createMemberHoldings({
  queries,
  tagOf,
}: MemberHoldingsOptions): ReadMemberHoldings {
  let complete: CompleteTable | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let progress = '';

  async function read(keys: readonly number[], { directory, table, tags }: CompleteTable) {
    const stale = keys.filter((key) => !tags.has(key) || tags.get(key) !== tagOf(key));
    for (let at = 0; at < stale.length; at += usersPerPage) {
      progress = `${at} of ${stale.length} users are read so far.`;
      const page = stale.slice(at, at + usersPerPage);
      const pageTags = page.map(tagOf);
      const holdings = await readCompleteHoldings(queries, page);
      for (const [index, key] of page.entries()) {
        const rowIndex = directory.tables.people.rowIndexOf(key);
        if (rowIndex === undefined) continue;
        table.set(rowIndex, holdings.get(key) ?? null);
        tags.set(key, pageTags[index] ?? null);
      }
    }
    if (stale.length > 0) await inSlices(table.compact());
  }

  return async (directory, rows, isExact) => {
    const { people, holdings } = directory.tables;
    if (!isExact) return () => holdings;
    const isMember = new Uint8Array(people.length);
    for (const rowIndex of rows) isMember[rowIndex] = 1;
    const isRead = new Uint8Array(people.length);
    const keys = await inSlices(
      (function* incomplete() {
        const found: number[] = [];
        let count = 0;
        for (const key of people.keys) {
          if (++count % 4096 === 0) yield;
          const rowIndex = people.rowIndexOf(key) ?? 0;
          if (isMember[rowIndex] !== 1 || !holdings.isThinned(rowIndex)) continue;
          found.push(key);
          isRead[rowIndex] = 1;
        }
        return found;
      })(),
    );
    if (keys.length === 0) return () => holdings;
    if (complete?.directory !== directory) {
      complete = { directory, table: new HoldingsTable(holdings), tags: new Map() };
    }
    const { table } = complete;
    const target = complete;
    // One after the other, so that no user is read twice.
    const reading = last.catch(() => {}).then(() => read(keys, target));
    last = reading;
    await loadInTime(reading, () => `All statements are loading. ${progress}`);
    return (rowIndex) => (isRead[rowIndex] === 1 ? table : holdings);
  };
}
