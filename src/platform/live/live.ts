import { keepAliveMs, type LiveTick } from '#contract/live.ts';
import { formatTime } from '#contract/time.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../http/errors.ts';
import { localCaller, type Caller } from '../http/caller.ts';
import { rateLimited, unavailable } from '../http/problem.ts';
import { type StreamClient, createClient, type Signals } from './client.ts';
import { createFeed } from './feed.ts';
import type { Beginning } from './readEvents.ts';

export interface Live {
  /**
   * Opens a stream for one more client at `begin`; 503 if there are too many or the process is stopping, 429 if the
   * caller's key has too many. Ends with the caller's key or session.
   */
  open(
    begin: () => Promise<Beginning>,
    caller?: Pick<Caller, 'subject' | 'onEnd'>,
  ): Promise<ReadableStream<Uint8Array>>;
  deliveriesChanged(): void;
  clients(): number;
  stop(): Promise<void>;
}

export interface TickSource {
  readonly kind: LiveTick['kind'];
  readonly version: number;
  readonly tickSeconds: LiveTick['tickSeconds'];
  asOf(): number;
}

export interface LiveOptions {
  readonly database: Database;
  readonly market: TickSource;
  readonly events: {
    /** Calls back after each commit that appended events; returns the unsubscribe function. */
    onPublished(callback: () => void): () => void;
  };
  readonly log: Log;
  /** Milliseconds of silence before a comment is sent. */
  readonly keepAlive?: number;
  readonly maxStreams?: number;
  /** Concurrent streams of one key and its sessions. */
  readonly maxStreamsPerKey?: number;
}

interface StreamSlot {
  readonly subject: string | null;
  unwatch: () => void;
}

const pollIntervalMs = 250;
const pollsPerSecond = 1000 / pollIntervalMs;

/** The live stream of a process: follows events and market once for all clients, and only while there are any. */
export function createLive(options: LiveOptions): Live {
  const { market, events, keepAlive = keepAliveMs, maxStreams = Infinity } = options;
  const { maxStreamsPerKey = Infinity } = options;
  const clients = new Set<StreamClient>();
  /** The slots of all streams, taken before a stream exists and held whether it is read or not. */
  const slots = new Set<StreamSlot>();
  const feed = createFeed(options, () => signal({}));
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let unsubscribe: (() => void) | null = null;
  let polls = 0;
  let silence = 0;
  let moved = '';
  let areDeliveriesNew = false;

  function signal(signals: Partial<Signals>): void {
    silence = 0;
    for (const client of clients) {
      Object.assign(client.signals, signals);
      client.wake();
    }
  }
  const tickNow = (): LiveTick => ({
    kind: market.kind,
    asOf: formatTime(market.asOf()),
    tickSeconds: market.tickSeconds,
    version: market.version,
  });
  const state = () => `${market.kind} ${market.version} ${market.asOf()}`;

  function poll(): void {
    polls += 1;
    silence += pollIntervalMs;
    if (state() !== moved) {
      moved = state();
      signal({ tick: tickNow() });
    }
    if (polls % pollsPerSecond === 0) {
      feed.wake();
      if (areDeliveriesNew) signal({ deliveries: true });
      areDeliveriesNew = false;
    }
    if (silence >= keepAlive) signal({ keepAlive: true });
  }

  function addClient(client: StreamClient, { after }: Beginning): void {
    if (clients.size === 0) {
      moved = state();
      feed.begin(after);
      timer = setInterval(poll, pollIntervalMs).unref();
      unsubscribe = events.onPublished(() => feed.wake());
    }
    clients.add(client);
    client.signals.tick = tickNow();
    feed.wake();
  }

  function takeSlot(subject: string | null): StreamSlot {
    if (isStopped) throw tryAgain('The service is stopping.', 1);
    if (slots.size >= maxStreams) {
      throw tryAgain(`All ${maxStreams} live streams are in use.`, 5);
    }
    const own = [...slots].filter((slot) => slot.subject === subject);
    if (subject !== null && own.length >= maxStreamsPerKey) {
      throw rateLimited(`All ${maxStreamsPerKey} live streams of your key are in use.`, 5);
    }
    const slot = { subject, unwatch: () => {} };
    slots.add(slot);
    return slot;
  }

  function removeClient(client: StreamClient, slot: StreamSlot): void {
    slot.unwatch();
    slots.delete(slot);
    if (!clients.delete(client) || clients.size > 0) return;
    clearInterval(timer);
    unsubscribe?.();
  }

  return {
    async open(begin, { subject, onEnd } = localCaller) {
      const slot = takeSlot(subject);
      try {
        const from = await begin();
        const client = createClient({
          beginning: from,
          feed,
          opened() {
            if (isStopped) client.close();
            else addClient(client, from);
          },
          left: () => removeClient(client, slot),
        });
        slot.unwatch = onEnd(() => client.end());
        return client.stream;
      } catch (error) {
        slots.delete(slot);
        throw error;
      }
    },
    deliveriesChanged() {
      areDeliveriesNew = true;
    },
    clients: () => clients.size,
    async stop() {
      isStopped = true;
      for (const client of clients) client.end();
      await feed.idle();
    },
  };
}

const tryAgain = (why: string, seconds: number) =>
  unavailable(`${why} Try again in ${seconds} s.`, seconds);
