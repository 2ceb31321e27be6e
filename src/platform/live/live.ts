import { keepAliveMs, type LiveTick } from '#contract/live.ts';
import { formatTime } from '#contract/time.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../http/errors.ts';
import { localCaller, type Caller } from '../http/caller.ts';
import { problem, unavailable } from '../http/problem.ts';
import { type Client, createClient, type Signals } from './client.ts';
import { createFeed } from './feed.ts';
import type { Beginning } from './readEvents.ts';

/** The live stream of a process. */
export interface Live {
  /**
   * A stream for one more client, from where `begin` says; 503 if there are too many, or the process is stopping, and 429 if the
   * caller's key has too many. It ends when the caller's key or session does.
   */
  open(
    begin: () => Promise<Beginning>,
    caller?: Pick<Caller, 'subject' | 'onEnd'>,
  ): Promise<ReadableStream<Uint8Array>>;
  /** Attempts of webhooks began or ended. */
  deliveriesChanged(): void;
  /** The number of clients. */
  clients(): number;
  /** Ends all streams, and opens no other. */
  stop(): Promise<void>;
}

/** The market, as far as ticks of the stream need it. */
export interface TickSource {
  readonly kind: LiveTick['kind'];
  readonly version: number;
  readonly tickSeconds: LiveTick['tickSeconds'];
  /** Epoch milliseconds. */
  asOf(): number;
}

export interface LiveOptions {
  readonly database: Database;
  readonly market: TickSource;
  readonly events: {
    /** Calls back after each commit that appended events; returns how to end that. */
    onPublished(callback: () => void): () => void;
  };
  readonly log: Log;
  /** Milliseconds of silence after which a comment is sent. */
  readonly keepAlive?: number;
  /** Concurrent streams; unlimited if left out. */
  readonly maxStreams?: number;
  /** And of those with one key, or in sessions of one. */
  readonly maxStreamsPerKey?: number;
}

/** What a stream takes of the limits. */
interface Place {
  /** Whose key or session it is; null: of neither. */
  readonly subject: string | null;
  unwatch: () => void;
}

/** How often the market is polled. */
const pollIntervalMs = 250;
const pollsPerSecond = 1000 / pollIntervalMs;

/** The live stream of one process: follows events and market once for all clients, and only while there are any. */
export function createLive(options: LiveOptions): Live {
  const { market, events, keepAlive = keepAliveMs, maxStreams = Infinity } = options;
  const { maxStreamsPerKey = Infinity } = options;
  const clients = new Set<Client>();
  /** A place for each stream, from before it is made, whether it is read or not. */
  const places = new Set<Place>();
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
      // Another process on this database may have published, which wakes nobody here.
      feed.look();
      if (areDeliveriesNew) signal({ deliveries: true });
      areDeliveriesNew = false;
    }
    if (silence >= keepAlive) signal({ keepAlive: true });
  }

  function enter(client: Client, { after }: Beginning): void {
    if (clients.size === 0) {
      moved = state();
      feed.begin(after);
      timer = setInterval(poll, pollIntervalMs).unref();
      unsubscribe = events.onPublished(() => feed.look());
    }
    clients.add(client);
    client.signals.tick = tickNow();
    feed.look();
  }

  function takePlace(subject: string | null): Place {
    if (isStopped) throw tryAgain('The service is stopping.', 1);
    if (places.size >= maxStreams) {
      throw tryAgain(`All ${maxStreams} live streams are in use.`, 5);
    }
    const own = [...places].filter((place) => place.subject === subject);
    if (subject !== null && own.length >= maxStreamsPerKey) {
      throw problem(
        'rate-limited',
        `All ${maxStreamsPerKey} live streams of your key are in use. Try again in 5 s.`,
        { headers: { 'Retry-After': '5' } },
      );
    }
    const place = { subject, unwatch: () => {} };
    places.add(place);
    return place;
  }

  function leave(client: Client, place: Place): void {
    place.unwatch();
    places.delete(place);
    if (!clients.delete(client) || clients.size > 0) return;
    clearInterval(timer);
    unsubscribe?.();
  }

  return {
    async open(begin, { subject, onEnd } = localCaller) {
      const place = takePlace(subject);
      try {
        const from = await begin();
        const client = createClient({
          beginning: from,
          feed,
          opened() {
            if (isStopped) client.close();
            else enter(client, from);
          },
          left: () => leave(client, place),
        });
        place.unwatch = onEnd(() => client.end());
        return client.stream;
      } catch (error) {
        places.delete(place);
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
