import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/http/errors.ts';
import { hasWaiting, numberWaiting } from './numbering.ts';

export interface Relay {
  /** Numbers waiting events soon. */
  readonly relayEvents: () => void;
  /** Resolves once all events committed before the call are numbered. */
  eventsRelayed(): Promise<void>;
  /** Also numbers the events that a killed process left. */
  beginRelay(): void;
  /** Stops polling, and resolves when no pass is in progress. */
  stopRelay(): Promise<void>;
}

/** Another process may have died before it numbered its events. */
const pollIntervalMs = 1000;

/**
 * Numbers the events that committed changes left waiting. Every process relays after its own commits, one at a time:
 * the lock of the numbers is the lease, which a killed process loses with its connection. The process is woken in
 * memory, not by NOTIFY, whose commits wait for each other.
 */
export function createRelay(
  {
    database: { background },
    clock,
    log,
  }: {
    readonly database: Pick<Database, 'background'>;
    readonly clock: () => number;
    readonly log: Log;
  },
  onRelayed: () => void,
): Relay {
  let passing: Promise<void> | null = null;
  let isWoken = false;
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;

  async function passes(): Promise<void> {
    while (isWoken) {
      isWoken = false;
      if (!(await background.transaction((tx) => numberWaiting(tx, clock(), 1)))) isWoken = true;
      isFailing = false;
      // Another process may have numbered them meanwhile.
      onRelayed();
    }
  }

  function relayEvents(): void {
    isWoken = true;
    passing ??= passes()
      .catch((error: unknown) => {
        isWoken = false;
        if (!isFailing)
          log('Events could not be numbered. They are kept, and numbered later', error);
        isFailing = true;
      })
      .finally(() => {
        passing = null;
        if (isWoken) relayEvents();
      });
  }

  async function idle(): Promise<void> {
    if (passing === null) return;
    await passing;
    await idle();
  }

  async function poll(): Promise<void> {
    if (await hasWaiting(background.queries)) relayEvents();
  }

  return {
    relayEvents,
    async eventsRelayed() {
      relayEvents();
      await idle();
    },
    beginRelay() {
      relayEvents();
      timer ??= setInterval(() => void poll().catch(() => {}), pollIntervalMs).unref();
    },
    async stopRelay() {
      clearInterval(timer);
      timer = undefined;
      await idle();
    },
  };
}
