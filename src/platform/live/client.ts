import { type LiveTick, maxReplayed } from '#contract/live.ts';
import type { Feed } from './feed.ts';
import { eventText, keepAliveText, positionText, resyncText, signalText } from './messages.ts';
import type { Beginning } from './readEvents.ts';

/** Signals a client has not received yet: only the latest of each, so that a slow client needs no queue. */
export interface Signals {
  tick: LiveTick | null;
  deliveries: boolean;
  keepAlive: boolean;
}

export interface StreamClient {
  readonly stream: ReadableStream<Uint8Array>;
  readonly signals: Signals;
  wake(): void;
  /** Sends what is pending, then ends the stream. */
  close(): void;
  /** Ends the stream, counted as a disconnect. */
  end(): void;
}

export interface ClientOptions {
  readonly beginning: Beginning;
  readonly feed: Pick<Feed, 'last' | 'after'>;
  /** Called at the first read; a client that never reads, as with HEAD, does not count. */
  readonly opened: () => void;
  readonly left: () => void;
}

/**
 * The stream of one client. Stores only a position: events come from the feed when the client is ready for more, and a
 * client that lags too far behind gets `resync`.
 */
export function createClient({ beginning, feed, opened, left }: ClientOptions): StreamClient {
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

  const client: StreamClient = {
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
          // oxlint-disable-next-line no-unmodified-loop-condition -- end() sets it during an await
          while (!isClosed) {
            // A wake-up during the work must not be missed.
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
