import { keepAliveEvery, type LiveTick } from '#contract/live.ts';
import { formatTime } from '#contract/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Client, createClient, type Signals } from './client.ts';
import { createFeed } from './feed.ts';
import type { Beginning } from './read.ts';

/** What browsers are told as it happens. */
export interface Live {
  /** A stream for one more client; null where the process is about to stop. */
  open(beginning: Beginning): ReadableStream<Uint8Array> | null;
  /** Attempts of webhooks began or ended. */
  deliveriesChanged(): void;
  /** How many clients there are. */
  clients(): number;
  /** Ends all streams, and begins no other. */
  stop(): Promise<void>;
}

export interface LiveOptions extends Pick<Dependencies, 'database' | 'market' | 'events' | 'log'> {
  /** Milliseconds of silence after which a comment is sent. */
  readonly keepAlive?: number;
}

/** How often it is looked whether the market moved. */
const beatEvery = 250;
const beatsOfSecond = 1000 / beatEvery;

/** The live stream of one process: follows events and market once for all clients, and not at all without any. */
export function createLive(options: LiveOptions): Live {
  const { market, events, keepAlive = keepAliveEvery } = options;
  const clients = new Set<Client>();
  const feed = createFeed(options, () => tell({}));
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let forget: (() => void) | null = null;
  let beats = 0;
  let silence = 0;
  let moved = '';
  let areDeliveriesNew = false;

  function tell(signals: Partial<Signals>): void {
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

  function beat(): void {
    beats += 1;
    silence += beatEvery;
    if (state() !== moved) {
      moved = state();
      tell({ tick: tickNow() });
    }
    if (beats % beatsOfSecond === 0) {
      // Another process on this database may have written, which wakes nobody here.
      feed.look();
      if (areDeliveriesNew) tell({ deliveries: true });
      areDeliveriesNew = false;
    }
    if (silence >= keepAlive) tell({ keepAlive: true });
  }

  function enter(client: Client, { after }: Beginning): void {
    if (clients.size === 0) {
      moved = state();
      feed.begin(after);
      timer = setInterval(beat, beatEvery).unref();
      forget = events.onAppended(() => feed.look());
    }
    clients.add(client);
    client.signals.tick = tickNow();
    feed.look();
  }

  function leave(client: Client): void {
    if (!clients.delete(client) || clients.size > 0) return;
    clearInterval(timer);
    forget?.();
  }

  return {
    open(beginning) {
      if (isStopped) return null;
      const opened = (client: Client) => {
        if (isStopped) client.close();
        else enter(client, beginning);
      };
      return createClient({ beginning, feed, opened, left: leave }).stream;
    },
    deliveriesChanged() {
      areDeliveriesNew = true;
    },
    clients: () => clients.size,
    async stop() {
      isStopped = true;
      for (const client of clients) {
        client.close();
        leave(client);
      }
      await feed.idle();
    },
  };
}
