import { type LiveTick, maxReplayed } from '#contract/live.ts';
import type { Feed } from './feed.ts';
import { eventText, keepAliveText, positionText, resyncText, signalText } from './messages.ts';
import type { Beginning } from './readEvents.ts';

/** Signals a client has not received yet: the last of each, however slow it is. */
export interface Signals {
  tick: LiveTick | null;
  deliveries: boolean;
  keepAlive: boolean;
}

/** A client of the live stream. */
export interface Client {
  readonly stream: ReadableStream<Uint8Array>;
  readonly signals: Signals;
  /** There may be something to send. */
  wake(): void;
  /** Ends the stream after what is pending was sent. */
  close(): void;
  /** And counts as one that disconnected. */
  end(): void;
}

export interface ClientOptions {
  readonly beginning: Beginning;
  readonly feed: Pick<Feed, 'last' | 'after'>;
  /** It begins to read; one that never does, as with HEAD, does not count. */
  readonly opened: () => void;
  /** It disconnected. */
  readonly left: () => void;
}

/**
 * The stream of one client. Only its position is stored: the events that follow are taken from the feed when the client is
 * ready for more, and a client that lags too far behind gets `resync`.
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
    if (feed.last - position > maxReplayed) {
      position = feed.last;
      return resyncText(position);
    }
    if (feed.last <= position) return '';
    const { events, last } = await feed.after(position);
    position = last;
    return events.map(eventText).join('');
  }

  async function take(): Promise<string> {
    const first = greeting + (await eventsText());
    const { tick, deliveries, keepAlive } = signals;
    Object.assign(signals, { tick: null, deliveries: false, keepAlive: false });
    greeting = '';
    const text =
      first +
      (tick === null ? '' : signalText('tick', tick)) +
      (deliveries ? signalText('deliveries', {}) : '');
    return text === '' && keepAlive ? keepAliveText : text;
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
    end() {
      client.close();
      left();
    },
    stream: new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          if (!isOpened) {
            isOpened = true;
            opened();
          }
          // oxlint-disable-next-line no-unmodified-loop-condition -- closed while it waits
          while (!isClosed) {
            // A wake-up during the work is not missed.
            const woken = new Promise<void>((resolve) => {
              awaken = resolve;
            });
            const text = await take().catch((error: unknown) => {
              left();
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
          left();
        },
      },
      { highWaterMark: 0 },
    ),
  };
  return client;
}
