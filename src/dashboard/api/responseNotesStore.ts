import { useState } from 'react';
import { create } from 'zustand';
import type { responseNotesHeader } from '#contract/responseNotes.ts';

// Imported as a type: the schema is loaded only where there are notes.
const header: typeof responseNotesHeader = 'Response-Notes';
/** More than any page requests. */
const maxPaths = 200;

/** Headers of the latest answers of a connected service, by path. */
const useStoredNotes = create<ReadonlyMap<string, string>>(() => new Map());

export function storeResponseNotes(path: string, headers: Headers): void {
  const notes = headers.get(header);
  const before = useStoredNotes.getState();
  if (notes === null && !before.has(path)) return;
  const stored = [...before].filter(([other]) => other !== path);
  if (notes !== null) stored.push([path, notes]);
  useStoredNotes.setState(new Map(stored.slice(-maxPaths)), true);
}

/** The headers of the latest answers of these paths, for `parseResponseNotes`; none for an answer without it. */
export function useResponseNotes(paths: readonly string[]): readonly string[] {
  const stored = useStoredNotes();
  return paths.flatMap((path) => stored.get(path) ?? []);
}

/** Answers to what a page requests in one go are given within this time. */
const maxApartMs = 2000;

/**
 * Whether figures of several answers differ, and not only because something changed there between two answers: it lasts once
 * each of them was read again. While the answers are of different times, what was known last stays. A service that says
 * nothing about reading gives figures of one instant, which differ at once.
 */
export function useLastingDifference(paths: readonly string[], differs: boolean): boolean {
  const times = useResponseNotes(paths).flatMap((text) => partsOf(text)?.readAt ?? []);
  const [seen, setSeen] = useState<Difference>(none);
  const next = differenceAt(times, differs, seen);
  if (next !== seen) setSeen(next);
  return next.isLasting;
}

interface Difference {
  /** When the answers that differed first were read. */
  readonly since: readonly number[] | null;
  readonly isLasting: boolean;
}

const none: Difference = { since: null, isLasting: false };
const immediate: Difference = { since: null, isLasting: true };

function differenceAt(times: readonly number[], differs: boolean, seen: Difference): Difference {
  if (times.length === 0) return differs ? immediate : none;
  if (Math.max(...times) - Math.min(...times) > maxApartMs) return seen;
  if (!differs) return none;
  if (seen.isLasting) return seen;
  if (seen.since === null) return { since: times, isLasting: false };
  const latest = Math.max(...seen.since);
  return times.every((at) => at > latest) ? { ...seen, isLasting: true } : seen;
}

/** Whether the latest answer of a path has all rows that the connected service lists. */
export function useIsComplete(path: string): boolean {
  return useResponseNotes([path]).every((text) => (partsOf(text)?.incomplete ?? []).length === 0);
}

interface Parts {
  readonly readAt: number | null;
  readonly incomplete: readonly unknown[];
}

/** The parts of a reading that need no schema. */
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
