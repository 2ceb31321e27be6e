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
 * Whether the latest answers of some paths were given at one time: only then their figures can be held against each other. Of what
 * the service says nothing of, that is assumed.
 */
export function useIsOneReading(paths: readonly string[]): boolean {
  const times = useAnswerReadings(paths).flatMap((text) => readAtOf(text) ?? []);
  return Math.max(...times) - Math.min(...times) <= maxApartMs;
}

/** The one part of a reading that needs no schema. */
function readAtOf(text: string): number | null {
  try {
    const { readAt } = JSON.parse(decodeURIComponent(text));
    return typeof readAt === 'number' ? readAt : null;
  } catch {
    return null;
  }
}

export const forgetReadings = (): void => useReadings.setState(new Map(), true);
