import { create } from 'zustand';
import { type Reading, readingHeader, readingOf } from '#contract/reading.ts';

/** So many paths are kept: more than any page reads. */
const maxPaths = 200;

/** How the latest answers of a connected service were read, by path. */
const useReadings = create<ReadonlyMap<string, Reading>>(() => new Map());

/** Keeps what the answer of a path says of its reading. */
export function noteReading(path: string, headers: Headers): void {
  const reading = readingOf(headers.get(readingHeader));
  const before = useReadings.getState();
  if (reading === null && !before.has(path)) return;
  const kept = [...before].filter(([other]) => other !== path);
  if (reading !== null) kept.push([path, reading]);
  useReadings.setState(new Map(kept.slice(-maxPaths)), true);
}

/** How the latest answers of some paths were read; of one whose service says nothing of that there is none. */
export function useAnswerReadings(paths: readonly string[]): readonly Reading[] {
  const readings = useReadings();
  return paths.flatMap((path) => readings.get(path) ?? []);
}

export const forgetReadings = (): void => useReadings.setState(new Map(), true);
