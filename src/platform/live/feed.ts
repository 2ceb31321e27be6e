import { type LiveEvent, maxReplayed } from '#contract/live.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../http/errors.ts';
import { type Page, readAfter } from './readEvents.ts';

export interface Feed {
  /** The number of the last event that was read. */
  readonly last: number;
  /** Starts after a number, with nothing in memory. */
  begin(after: number): void;
  /** There may be new events. */
  look(): void;
  /** A page of the events after a number: from memory, or from the table for a client that is further behind. */
  after(position: number): Page | Promise<Page>;
  /** Resolves when no read is under way. */
  idle(): Promise<void>;
}

/** Events of a burst are read together. */
const pauseMs = 20;

/** Follows the table of events once for all clients, with the newest in memory. */
export function createFeed(
  { database, log }: { readonly database: Database; readonly log: Log },
  onNew: () => void,
): Feed {
  let last = 0;
  /** Every event after this number is in memory. */
  let from = 0;
  let newest: LiveEvent[] = [];
  let isWoken = false;
  let isFailing = false;
  let running: Promise<void> | null = null;

  /** @returns whether there may be more. */
  async function round(): Promise<boolean> {
    isWoken = false;
    const begun = last;
    const page = await readAfter(database.queries, begun);
    // It was started elsewhere meanwhile.
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
      while (await round()) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      isFailing = false;
    } catch (error) {
      // What was not read now is read next time.
      isWoken = false;
      if (!isFailing) log('New events could not be read for the live stream', error);
      isFailing = true;
    }
  }

  function look(): void {
    isWoken = true;
    running ??= run().finally(() => {
      running = null;
      if (isWoken) look();
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
    look,
    after(position) {
      if (position < from) return readAfter(database.queries, position);
      return { events: newest.filter(({ seq }) => seq > position), last, isLast: true };
    },
    async idle() {
      await running;
    },
  };
}
