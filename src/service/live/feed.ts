import { type LiveEvent, mostReplayed } from '#contract/live.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Page, readAfter } from './read.ts';

export interface Feed {
  /** The number up to which events were read. */
  readonly last: number;
  /** Begins after a number, with nothing in memory. */
  begin(after: number): void;
  /** There may be something new. */
  look(): void;
  /** What follows a number, a page of it at most: out of memory, or out of the table for who is further behind. */
  after(position: number): Page | Promise<Page>;
  /** Resolves when nothing is read any more. */
  idle(): Promise<void>;
}

/** Events of a burst are read together. */
const rest = 20;

/** Follows the table of events once for all clients, and keeps the newest in memory. */
export function createFeed(
  { database, log }: Pick<Dependencies, 'database' | 'log'>,
  onNew: () => void,
): Feed {
  let last = 0;
  /** All that follows this number is in memory. */
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
    // It was begun elsewhere meanwhile.
    if (last !== begun) return true;
    newest.push(...page.told);
    if (newest.length > mostReplayed) {
      newest = newest.slice(-mostReplayed);
      from = (newest[0]?.seq ?? last) - 1;
    }
    last = page.last;
    if (page.told.length > 0) onNew();
    return !page.isWhole || isWoken;
  }

  async function run(): Promise<void> {
    try {
      while (await round()) await new Promise((resolve) => setTimeout(resolve, rest));
      isFailing = false;
    } catch (error) {
      // What was not read is read at the next look.
      isWoken = false;
      if (!isFailing) log('New events could not be read for those who follow live', error);
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
      return { told: newest.filter(({ seq }) => seq > position), last, isWhole: true };
    },
    async idle() {
      await running;
    },
  };
}
