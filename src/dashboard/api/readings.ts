import { useState } from 'react';
import { create } from 'zustand';
import type { readingHeader } from '#contract/reading.ts';

// By its type alone: what a reading is, is loaded where there is one.
const header: typeof readingHeader = 'Reading';
/** So many paths are kept: more than any page reads. */
const maxPaths = 200;

/** How the latest answers of a connected service were read, by path: the text of the header. */
const useReadings = create<ReadonlyMap<string, string>>(() => new Map());

/** Keeps what the answer of a path says of its reading. */
export function noteReading(path: string, headers: Headers): void {
  const reading = headers.get(header);
  const before = useReadings.getState();
  if (reading === null && !before.has(path)) return;
  const kept = [...before].filter(([other]) => other !== path);
  if (reading !== null) kept.push([path, reading]);
  useReadings.setState(new Map(kept.slice(-maxPaths)), true);
}

/** How the latest answers of some paths were read, as `readingOf` reads it; of one whose service says nothing of that there is none. */
export function useAnswerReadings(paths: readonly string[]): readonly string[] {
  const readings = useReadings();
  return paths.flatMap((path) => readings.get(path) ?? []);
}

/** Answers to what a page requests in one go are given within this time. */
const maxApartMs = 2000;

/**
 * Whether figures of several answers differ, and not only because something changed there between two answers: it lasts once
 * each of them was read again. While the answers are of different times, what was known last stays. A service that says
 * nothing about reading gives figures of one instant, which differ at once.
 */
export function useLastingDifference(paths: readonly string[], differs: boolean): boolean {
  const times = useAnswerReadings(paths).flatMap((text) => partsOf(text)?.readAt ?? []);
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
  return useAnswerReadings([path]).every((text) => (partsOf(text)?.incomplete ?? []).length === 0);
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

export const forgetReadings = (): void => useReadings.setState(new Map(), true);
