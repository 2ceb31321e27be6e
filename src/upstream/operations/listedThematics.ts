import { getThematics } from '#contract/operations/thematics.ts';
import { Problem } from '#platform/http/problem.ts';
import { lists } from '../reading/lists.ts';
import type { ForeignThematic } from '../reading/read.ts';
import { readEachThematic } from '../reading/readThematics.ts';
import { stablePartsOfThematics } from '../reading/stableParts.ts';
import { readKnownThematic, readOrKept } from './known.ts';
import type { ConnectedService, ForeignReader } from './reader.ts';

/** A list is answered after this time, even if some details are missing. */
const detailsTimeoutMs = 4000;

/** Returns all thematics. If the service fails, returns the last known ones. */
export function readListedThematics(
  { sync, clock }: ConnectedService,
  reader: ForeignReader,
): Promise<readonly ForeignThematic[]> {
  return readOrKept<readonly ForeignThematic[]>(
    reader,
    async () => {
      const value = await readDetailedThematics(reader);
      if (reader.stale === null) {
        const before = new Map(sync.thematics()?.value.map((one) => [one.id, one]));
        // Use the last known details if the current ones are unreadable.
        const stored = value.map((one) => (one.isBare ? (before.get(one.id) ?? one) : one));
        sync.putThematics({ value: stored, readAt: clock() });
      }
      return value;
    },
    () => sync.thematics(),
  );
}

async function readDetailedThematics(reader: ForeignReader): Promise<ForeignThematic[]> {
  const { value } = await reader.list(getThematics.path, lists.thematics, readEachThematic, {
    stable: stablePartsOfThematics,
  });
  const details = await Promise.all(
    value.map(async (one) => {
      if (!one.isBare) return one;
      try {
        return await readKnownThematic(reader, one.id);
      } catch (error) {
        if (error instanceof Problem) return null;
        throw error;
      }
    }),
  );
  const unread = details.filter((one) => one === null).length;
  if (unread > 0)
    reader.note(`For ${unread} of ${value.length} thematics, only the id could be read.`);
  return value.map((one, index) => details[index] ?? one);
}

/**
 * Returns the values available within the timeout, and null for the others. When all have arrived, `onLate` makes pages request
 * the list again.
 */
export async function inTime<Value>(
  promises: readonly Promise<Value>[],
  onLate: () => void,
): Promise<(Value | null)[]> {
  const values: (Value | null)[] = promises.map(() => null);
  const all = Promise.all(
    promises.map(async (one, index) => {
      values[index] = await one;
    }),
  );
  const { promise: timeout, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(resolve, detailsTimeoutMs, 'late');
  const first = await Promise.race([all, timeout]);
  clearTimeout(timer);
  if (first === 'late') void all.then(onLate, onLate);
  return [...values];
}

export function noteUnread(reader: ForeignReader, what: string, values: readonly unknown[]): void {
  const unread = values.filter((one) => one === null).length;
  if (unread > 0) reader.note(`Not yet read: ${what}, ${unread} of ${values.length}.`);
}

/** Notes the thematics whose history is unreadable. Figures derived from it are then not known. */
export function noteFaults(
  reader: ForeignReader,
  read: readonly ({ readonly fault: string | null } | null)[],
): void {
  const faults = read.flatMap((one) => one?.fault ?? []);
  if (faults.length === 0) return;
  reader.note(
    `Histories of ${faults.length} of ${read.length} thematics are not read. ${faults[0]}`,
  );
}
