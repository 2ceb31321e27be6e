import { type LiveEvent, maxReplayed } from '#contract/live.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../http/errors.ts';
import { type EventPage, readAfter } from './readEvents.ts';

export interface Feed {
  readonly last: number;
  /** Starts after a number, with an empty memory. */
  begin(after: number): void;
  wake(): void;
  /** A page of the events after a number: from memory, or from the table for a client that is further behind. */
  after(position: number): EventPage | Promise<EventPage>;
  /** Resolves when no read is in progress. */
  idle(): Promise<void>;
}

/** Reads the events of a burst together. */
const pauseMs = 20;

export function createFeed(
  { database, log }: { readonly database: Database; readonly log: Log },
  onNew: () => void,
): Feed {
  let last = 0;
  /** All events after this number are in memory. */
  let from = 0;
  let newest: LiveEvent[] = [];
  let isWoken = false;
  let isFailing = false;
  let running: Promise<void> | null = null;

  /** @returns whether there may be more. */
  async function readNext(): Promise<boolean> {
    isWoken = false;
    const begun = last;
    const page = await readAfter(database.queries, begun);
    // The feed was restarted meanwhile.
    if (last !== begun) return true;
    newest.push(...page.events);
    if (newest.length > maxReplayed) {
      newest = newest.slice(-maxReplayed);
      from = (newest[0]?.seq ?? last) - 1;
    }
    last = page.last;
    if (page.events.length > 0) onNew();
    return !page.isLast || isWoken;
  }

  async function run(): Promise<void> {
    try {
      while (await readNext()) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      isFailing = false;
    } catch (error) {
      // The next call reads the rest.
      isWoken = false;
      if (!isFailing) log('New events could not be read for the live stream', error);
      isFailing = true;
    }
  }

  function wake(): void {
    isWoken = true;
    running ??= run().finally(() => {
      running = null;
      if (isWoken) wake();
    });
  }

  return {
    get last() {
      return last;
    },
    begin(after) {
      last = after;
      from = after;
      newest = [];
    },
    wake,
    after(position) {
      if (position < from) return readAfter(database.queries, position);
      return { events: newest.filter(({ seq }) => seq > position), last, isLast: true };
    },
    async idle() {
      await running;
    },
  };
}
