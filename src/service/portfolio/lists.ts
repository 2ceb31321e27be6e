import { createTurns, type Turns } from '#platform/database/turns.ts';
import { changeState } from '../events/log.ts';
import type { Dependencies } from './dependencies.ts';
import { unavailable } from '#platform/http/problem.ts';
import { jsonArrayStream } from '#platform/http/stream.ts';

/** Maximum of lists in progress. Their pages are generated one at a time, in turn. */
const maxLists = 48;
const slotTimeoutMs = 30_000;
/** Requests may join a list until it is longer than this; then what all have read is dropped. */
const sharedBytes = 4 * 2 ** 20;

type Pages = () => AsyncIterator<readonly unknown[]>;

/** Lists of all users, as streams: one page at a time, and one list for all requests of the same state. */
export interface Lists {
  /**
   * A list as a JSON array. A request joins a list that is being generated, if nothing has changed since it began.
   * At the limit, waiting requests share the next list. 503 for those that would wait too long.
   */
  open(pages: Pages): Promise<ReadableStream<Uint8Array>>;
}

export function createLists(
  { database, market }: Pick<Dependencies, 'database' | 'market'>,
  limit = maxLists,
): Lists {
  const turns = createTurns();
  const making = new Set<{ readonly key: string; readonly list: Promise<List> }>();
  const waiting = new Set<() => void>();

  /** Names a state of all that lists are made from, on both engines, whichever process changed it. */
  async function state(): Promise<string> {
    const changes = await changeState(database.queries);
    return [market.kind, market.version, market.asOf(), changes].join(' ');
  }

  function begin(key: string, pages: Pages): Promise<List> {
    const list = createList(pages(), turns, end);
    const one = { key, list };
    making.add(one);
    list.catch(end);
    function end(): void {
      making.delete(one);
      for (const proceed of waiting) proceed();
    }
    return list;
  }

  /** Waits until a list has ended. */
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
        const key = await state();
        for (const one of making) {
          const stream = one.key === key ? (await one.list).read() : undefined;
          if (stream !== undefined) return stream;
        }
        if (making.size < limit) {
          const stream = (await begin(key, pages)).read();
          if (stream !== undefined) return stream;
        }
        await slot(deadline);
      }
    },
  };
}

interface List {
  /** A stream of it from its start; undefined where that was dropped, or all readers have left. */
  read(): ReadableStream<Uint8Array> | undefined;
}

/** One list, generated as fast as its fastest reader reads, at most one page ahead. */
async function createList(
  pages: AsyncIterator<readonly unknown[]>,
  turns: Turns,
  end: () => void,
): Promise<List> {
  const source = (await turns.take(() => jsonArrayStream(pages), false)).getReader();
  const readers = new Set<{ position: number }>();
  let chunks: Uint8Array[] = [];
  /** Number of chunks dropped from the start. */
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
    isEnded = true;
    end();
    // One that has failed has nothing to cancel.
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
