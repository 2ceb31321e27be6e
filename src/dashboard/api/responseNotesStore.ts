import { useState } from 'react';
import { create } from 'zustand';
import type { responseNotesHeader } from '#contract/responseNotes.ts';

// A type import, because the schema loads only when there are notes.
const header: typeof responseNotesHeader = 'Response-Notes';
const maxPaths = 200;

const useStoredNotes = create<ReadonlyMap<string, string>>(() => new Map());

export function storeResponseNotes(path: string, headers: Headers): void {
  const notes = headers.get(header);
  const before = useStoredNotes.getState();
  if (notes === null && !before.has(path)) return;
  const stored = [...before].filter(([other]) => other !== path);
  if (notes !== null) stored.push([path, notes]);
  useStoredNotes.setState(new Map(stored.slice(-maxPaths)), true);
}

/** Headers of the latest responses to these paths, for `parseResponseNotes`. Responses without one are omitted. */
export function useResponseNotes(paths: readonly string[]): readonly string[] {
  const stored = useStoredNotes();
  return paths.flatMap((path) => stored.get(path) ?? []);
}

/** Responses to the requests of one page arrive within this time. */
const maxApartMs = 2000;

/**
 * Reports figures that still differ after each response was loaded again: a change between two responses does not count. Without
 * response notes all figures are of one instant, and differ at once.
 */
export function useLastingDifference(paths: readonly string[], differs: boolean): boolean {
  const times = useResponseNotes(paths).flatMap((text) => partsOf(text)?.readAt ?? []);
  const [seen, setSeen] = useState<DifferenceState>(none);
  const next = differenceAt(times, differs, seen);
  if (next !== seen) setSeen(next);
  return next.isLasting;
}

interface DifferenceState {
  readonly since: readonly number[] | null;
  readonly isLasting: boolean;
}

const none: DifferenceState = { since: null, isLasting: false };
const immediate: DifferenceState = { since: null, isLasting: true };

function differenceAt(
  times: readonly number[],
  differs: boolean,
  seen: DifferenceState,
): DifferenceState {
  if (times.length === 0) return differs ? immediate : none;
  if (Math.max(...times) - Math.min(...times) > maxApartMs) return seen;
  if (!differs) return none;
  if (seen.isLasting) return seen;
  if (seen.since === null) return { since: times, isLasting: false };
  const latest = Math.max(...seen.since);
  return times.every((at) => at > latest) ? { ...seen, isLasting: true } : seen;
}

export function useIsComplete(path: string): boolean {
  return useResponseNotes([path]).every((text) => (partsOf(text)?.incomplete ?? []).length === 0);
}

interface Parts {
  readonly readAt: number | null;
  readonly incomplete: readonly unknown[];
}

function partsOf(text: string): Parts | null {
  try {
    const { readAt, incomplete } = JSON.parse(decodeURIComponent(text));
    return {
      readAt: typeof readAt === 'number' ? readAt : null,
      incomplete: Array.isArray(incomplete) ? incomplete : [],
    };
  } catch {
    return null;
  }
}

export const clearResponseNotes = (): void => useStoredNotes.setState(new Map(), true);
