import { minute } from '#contract/historyType.ts';
import {
  changeBetween,
  nothingThere,
  type SeenChange,
  type StatedParts,
} from '../reading/stated.ts';

/** Knows whether messages arrive: not where something is read that changed, and none came about that time. */
export interface MessageWatch {
  /** Something was read at a path for a page; null: what is there is not known. */
  noteRead(path: string, stated: StatedParts | null, readAt: number): void;
  /** Nothing is there yet. */
  noteAbsent(path: string): void;
  noteChange(change: SeenChange): void;
  noteMessage(): void;
  /** When a message came last, in epoch milliseconds; null: none did. */
  readonly lastMessageAt: number | null;
  /** What changed first after messages had stopped; null: it is not known that they have. */
  readonly unannounced: SeenChange | null;
  /** No message is waited for. */
  reset(): void;
}

/** A message of a change may come by so much before that is read, and after it: services coalesce changes, and cache answers. */
const messageTimeoutMs = 30_000;
/** A service may answer with what it read so long ago: then the time counts that it states for the change. */
const maxLagMs = 10 * minute;
/** Paths read for pages of which it is kept what was there. */
const maxPaths = 500;

/**
 * One rule for changes made there and here: any message from before a reading that does not show a change yet to after one that
 * does is taken for a message of it. Services name what changed in their own ways, in batches, and send only some events: a message
 * of something else shows as well that they arrive.
 */
export function createMessageWatch(clock: () => number): MessageWatch {
  const readings = new Map<string, { readonly stated: StatedParts; readonly readAt: number }>();
  let lastMessageAt: number | null = null;
  /** No message came of it so far. */
  let waiting: SeenChange | null = null;

  function keep(path: string, stated: StatedParts, readAt: number): void {
    readings.delete(path);
    readings.set(path, { stated, readAt });
    for (const oldest of readings.keys()) {
      if (readings.size <= maxPaths) break;
      readings.delete(oldest);
    }
  }

  function noteChange(change: SeenChange): void {
    const { readBefore, changedAt } = change;
    const isStated = changedAt !== null && changedAt > readBefore - maxLagMs;
    const from = isStated ? Math.min(readBefore, changedAt) : readBefore;
    // Before the first message it is not known whether any arrive.
    if (lastMessageAt !== null && lastMessageAt < from - messageTimeoutMs) waiting ??= change;
  }

  return {
    noteRead(path, stated, readAt) {
      const before = readings.get(path);
      if (stated === null || (before !== undefined && readAt < before.readAt)) return;
      keep(path, stated, readAt);
      const change = before === undefined ? null : changeBetween(before, { stated, readAt });
      if (change !== null) noteChange(change);
    },
    noteAbsent(path) {
      // Who was there may be missing for a moment.
      if (!readings.has(path) || readings.get(path)?.stated === nothingThere) {
        keep(path, nothingThere, clock());
      }
    },
    noteChange,
    noteMessage() {
      lastMessageAt = clock();
      waiting = null;
    },
    get lastMessageAt() {
      return lastMessageAt;
    },
    get unannounced() {
      return waiting !== null && clock() - waiting.readAt > messageTimeoutMs ? waiting : null;
    },
    reset() {
      lastMessageAt = null;
      waiting = null;
    },
  };
}
