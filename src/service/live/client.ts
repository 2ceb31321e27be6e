import { type LiveTick, mostReplayed } from '#contract/live.ts';
import type { Feed } from './feed.ts';
import { eventText, keepAliveText, positionText, resyncText, signalText } from './messages.ts';
import type { Beginning } from './read.ts';

/** What of the market and of deliveries a client is told: the last of each, however slow it is. */
export interface Signals {
  tick: LiveTick | null;
  deliveries: boolean;
  keepAlive: boolean;
}

/** One who follows live. */
export interface Client {
  readonly stream: ReadableStream<Uint8Array>;
  readonly signals: Signals;
  /** There may be something to tell. */
  wake(): void;
  /** Ends the stream, once what there is was told. */
  close(): void;
}

export interface ClientOptions {
  readonly beginning: Beginning;
  readonly feed: Pick<Feed, 'last' | 'after'>;
  /** It begins to read: one that never does, as with HEAD, is none. */
  readonly opened: (client: Client) => void;
  /** It went away. */
  readonly left: (client: Client) => void;
}

/**
 * A stream of what a client was not told yet. Nothing is kept for it but the number it is at: what follows that is taken
 * from the feed when the client is ready for more, and who lags too far behind is told to ask for everything anew.
 */
export function createClient({ beginning, feed, opened, left }: ClientOptions): Client {
  const encoder = new TextEncoder();
  let position = beginning.after;
  let greeting = beginning.isLate ? resyncText(position) : positionText(position);
  let isOpened = false;
  let isClosed = false;
  let awaken: (() => void) | null = null;
  const signals: Signals = { tick: null, deliveries: false, keepAlive: false };

  async function eventsText(): Promise<string> {
    if (feed.last - position > mostReplayed) {
      position = feed.last;
      return resyncText(position);
    }
    if (feed.last <= position) return '';
    const { told, last } = await feed.after(position);
    position = last;
    return told.map(eventText).join('');
  }

  async function take(): Promise<string> {
    const text = greeting + (await eventsText());
    const { tick, deliveries, keepAlive } = signals;
    Object.assign(signals, { tick: null, deliveries: false, keepAlive: false });
    greeting = '';
    const told =
      text +
      (tick === null ? '' : signalText('tick', tick)) +
      (deliveries ? signalText('deliveries', {}) : '');
    return told === '' && keepAlive ? keepAliveText : told;
  }

  const wake = () => {
    awaken?.();
    awaken = null;
  };

  const client: Client = {
    signals,
    wake,
    close() {
      isClosed = true;
      wake();
    },
    stream: new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          if (!isOpened) {
            isOpened = true;
            opened(client);
          }
          // oxlint-disable-next-line no-unmodified-loop-condition -- closed while it waits
          while (!isClosed) {
            // Whoever wakes it while it takes is not missed.
            const woken = new Promise<void>((resolve) => {
              awaken = resolve;
            });
            const text = await take().catch((error: unknown) => {
              left(client);
              throw error;
            });
            if (text !== '') {
              controller.enqueue(encoder.encode(text));
              return;
            }
            await woken;
          }
          controller.close();
        },
        cancel() {
          isClosed = true;
          wake();
          left(client);
        },
      },
      { highWaterMark: 0 },
    ),
  };
  return client;
}
