import { minute } from '#contract/historyType.ts';
import {
  changeBetween,
  nothingThere,
  type SeenChange,
  type StableParts,
} from '../reading/stableParts.ts';

/** Detects missing messages: data has changed, but no message arrived at about that time. */
export interface MessageWatch {
  /** Records the state that an answer shows; null if it is not known. */
  noteRead(path: string, stable: StableParts | null, readAt: number): void;
  /** Records that the user or thematic does not exist yet. */
  noteAbsent(path: string): void;
  noteChange(change: SeenChange): void;
  noteMessage(): void;
  /** Time of the latest message in epoch milliseconds; null before the first one. */
  readonly lastMessageAt: number | null;
  /** The first change for which no message arrived; null if there is none. */
  readonly unannounced: SeenChange | null;
  /** Forgets messages and changes, for example after the webhook was removed. */
  reset(): void;
}

/** A message may arrive this long before or after its change is visible, because services coalesce changes and cache answers. */
const messageTimeoutMs = 30_000;
/** Maximum age of a service's own cache. A change time that the service reports counts within this limit. */
const maxLagMs = 10 * minute;
const maxPaths = 500;

/**
 * Applies one rule to changes made there and here. Any message counts that arrives between the last answer without a change and
 * the first answer with it. Services name changes in their own ways, in batches, and send only some events, so a message about
 * something else also proves that messages arrive.
 */
export function createMessageWatch(clock: () => number): MessageWatch {
  const readings = new Map<string, { readonly stable: StableParts; readonly readAt: number }>();
  let lastMessageAt: number | null = null;
  let waiting: SeenChange | null = null;

  function keep(path: string, stable: StableParts, readAt: number): void {
    readings.delete(path);
    readings.set(path, { stable, readAt });
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
    noteRead(path, stable, readAt) {
      const before = readings.get(path);
      if (stable === null || (before !== undefined && readAt < before.readAt)) return;
      keep(path, stable, readAt);
      const change = before === undefined ? null : changeBetween(before, { stable, readAt });
      if (change !== null) noteChange(change);
    },
    noteAbsent(path) {
      // A known user or thematic may be absent for a moment.
      if (!readings.has(path) || readings.get(path)?.stable === nothingThere) {
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
