import type { Directory, DirectoryPort } from '../directoryPort.ts';
import { ReadingGoneError } from '../directoryPort.ts';
import { createDirectoryIndex, type DirectoryIndex } from './directoryIndex.ts';
import { directoryColumns } from './question.ts';
import { readUsers } from './readUsers.ts';

/** The first users are told at once, then so often: milliseconds. */
const partEvery = 200;
/** Questions wait no longer for users that arrive: milliseconds. */
const longestWork = 12;

/** The index in this process. */
export function createLocalPort(): DirectoryPort {
  let readings = 0;
  /** The readings that were told of; the newest and the one before it, which is shown until the new one is arranged. */
  const kept = new Map<number, DirectoryIndex>();
  const keep = (reading: number, index: DirectoryIndex) => {
    kept.set(reading, index);
    const [oldest] = kept.keys();
    if (kept.size > 2 && oldest !== undefined) kept.delete(oldest);
  };
  return {
    async read(source, onPart, signal) {
      readings += 1;
      const reading = readings;
      const index = createDirectoryIndex();
      let unreadable = 0;
      let why: string | null = null;
      const told = (isWhole: boolean): Directory => ({
        reading,
        count: index.count,
        isWhole,
        tellsDay: source === 'directory',
        unreadable: why === null ? null : { count: unreadable, why },
      });
      let toldAt = Number.NEGATIVE_INFINITY;
      let restedAt = performance.now();
      for await (const part of readUsers(source, signal)) {
        index.append(part.rows);
        unreadable += part.unreadable;
        why = part.why;
        const now = performance.now();
        if (index.count > 0 && now - toldAt > partEvery) {
          toldAt = now;
          keep(reading, index);
          onPart(told(false));
        }
        if (now - restedAt > longestWork) {
          await rest();
          restedAt = performance.now();
        }
      }
      keep(reading, index);
      if (index.count > fewUsers) void prepare(index);
      return told(true);
    },

    async arrange(reading, question, inSight, signal) {
      // What was typed meanwhile comes before what was typed then.
      await rest();
      signal.throwIfAborted();
      const index = kept.get(reading);
      if (index === undefined) throw new ReadingGoneError('These users were read anew.');
      const arrangement = index.arrange(question);
      const top = arrangement.places.subarray(0, firstRows);
      const shown = arrangement.places.subarray(inSight.first, inSight.last + 1);
      const places = [...new Set([...top, ...shown])];
      return { ...arrangement, first: entriesOf(index, places, question.criteria.text) };
    },

    async entries(reading, places, text) {
      const index = kept.get(reading);
      return index === undefined ? new Map() : entriesOf(index, [...places], text);
    },
  };
}

/** So few are sorted before anybody notices. */
const fewUsers = 5_000;

/** Sorts by every column while nothing is asked: whoever presses a head then does not wait for it. */
async function prepare(index: DirectoryIndex): Promise<void> {
  for (const by of directoryColumns) {
    for (const order of ['descending', 'ascending'] as const) {
      await rest();
      index.prepare({ by, order });
    }
  }
}

/** As many rows as a tall window shows. */
const firstRows = 60;

function entriesOf(index: DirectoryIndex, places: readonly number[], text: string) {
  const there = places.filter((place) => place < index.count);
  return new Map(index.entries(there, text).map((entry, i) => [there[i] ?? -1, entry]));
}

/** Lets what has arrived meanwhile come in. */
function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
