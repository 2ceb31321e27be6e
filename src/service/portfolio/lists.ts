import { createTurns, type Turns } from '#platform/database/turns.ts';
import { changeState } from '../events/log.ts';
import type { Dependencies } from './dependencies.ts';
import { unavailable } from '#platform/http/problem.ts';
import { jsonArrayStream, type ArrayPage } from '#platform/http/stream.ts';

/** Maximum number of lists in progress. Their pages are generated one at a time, in turn. */
const maxLists = 48;
const slotTimeoutMs = 30_000;
/**
 * Requests may join a list until it exceeds this size; then the part that all have read is dropped. A smaller list is
 * cached.
 */
const sharedBytes = 4 * 2 ** 20;

/** @param changes identifies the state of users and holdings that the pages show, or a later one. */
type Pages = (changes: string) => AsyncIterator<ArrayPage>;

/**
 * Streams lists of all users: one page at a time, and one list for all requests of the same state. The latest short
 * one is cached until anything changes.
 */
export interface Lists {
  /**
   * A list as a JSON array. A request joins a list in progress if nothing has changed since it began. At the limit,
   * waiting requests share the next list. 503 for those that would wait too long.
   */
  open(pages: Pages): Promise<ReadableStream<Uint8Array>>;
}

export function createLists(
  { database, market }: Pick<Dependencies, 'database' | 'market'>,
  limit = maxLists,
): Lists {
  const turns = createTurns();
  const making = new Set<KeyedList>();
  let last: KeyedList | null = null;
  const waiting = new Set<() => void>();

  /** Identifies the state that lists are generated from, on both engines and across processes. */
  async function state(): Promise<{ key: string; changes: string }> {
    const changes = await changeState(database.queries);
    return { key: [market.kind, market.version, market.asOf(), changes].join(' '), changes };
  }

  function begin(key: string, pages: AsyncIterator<ArrayPage>): Promise<List> {
    const list = createList(pages, turns, end);
    const one = { key, list };
    making.add(one);
    list.catch(() => end(false));
    function end(isComplete: boolean): void {
      making.delete(one);
      if (isComplete) last = one;
      for (const proceed of waiting) proceed();
    }
    return list;
  }

  async function slot(deadline: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.add(resolve);
    const timer = setTimeout(resolve, deadline - performance.now());
    await promise;
    clearTimeout(timer);
    waiting.delete(resolve);
    if (performance.now() < deadline) return;
    throw unavailable(
      `Too many lists of users are being sent (${limit}). Try again in a few seconds, or read pages with ?limit=.`,
      5,
    );
  }

  return {
    async open(pages) {
      const deadline = performance.now() + slotTimeoutMs;
      for (;;) {
        const { key, changes } = await state();
        // Earlier states are never requested again.
        if (last?.key !== key) last = null;
        for (const one of [...(last === null ? [] : [last]), ...making]) {
          const stream = one.key === key ? (await one.list).read() : undefined;
          if (stream !== undefined) return stream;
        }
        if (making.size < limit) {
          const stream = (await begin(key, pages(changes))).read();
          if (stream !== undefined) return stream;
        }
        await slot(deadline);
      }
    },
  };
}

interface KeyedList {
  readonly key: string;
  readonly list: Promise<List>;
}

interface List {
  /** A stream from the start of the list; undefined if that was dropped, or if all readers left before its end. */
  read(): ReadableStream<Uint8Array> | undefined;
}

/** One list, generated as fast as its fastest reader reads, at most one page ahead. */
async function createList(
  pages: AsyncIterator<ArrayPage>,
  turns: Turns,
  end: (isComplete: boolean) => void,
): Promise<List> {
  const source = (await turns.take(() => jsonArrayStream(pages), false)).getReader();
  const readers = new Set<{ position: number }>();
  let chunks: Uint8Array[] = [];
  let dropped = 0;
  let bytes = 0;
  let isWhole = false;
  let isEnded = false;
  let growing: Promise<void> | null = null;

  async function grow(): Promise<void> {
    const { done, value } = await turns.take(() => source.read(), false);
    if (done) {
      isWhole = true;
      return;
    }
    chunks.push(value);
    bytes += value.byteLength;
  }

  function drop(): void {
    if (bytes <= sharedBytes) return;
    const least = Math.min(...[...readers].map(({ position }) => position));
    chunks = chunks.slice(least - dropped);
    dropped = least;
  }

  function leave(reader: { position: number }): void {
    if (!readers.delete(reader) || readers.size > 0) return;
    const isComplete = isWhole && dropped === 0 && bytes <= sharedBytes;
    isEnded = !isComplete;
    end(isComplete);
    source.cancel().catch(() => {});
  }

  return {
    read() {
      if (dropped > 0 || isEnded) return undefined;
      const reader = { position: 0 };
      readers.add(reader);
      return new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            try {
              while (reader.position - dropped >= chunks.length && !isWhole) {
                growing ??= grow().finally(() => {
                  growing = null;
                });
                await growing;
              }
            } catch (error) {
              isEnded = true;
              leave(reader);
              throw error;
            }
            const chunk = chunks[reader.position - dropped];
            if (chunk === undefined) {
              controller.close();
              leave(reader);
              return;
            }
            reader.position += 1;
            drop();
            controller.enqueue(chunk);
          },
          cancel() {
            leave(reader);
          },
        },
        { highWaterMark: 0 },
      );
    },
  };
}
