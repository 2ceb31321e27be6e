import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { ImportRun, RunView } from './importRun.ts';

/** How far each of some runs is. @param runs the same list while they are the same. */
export function useRunViews(runs: readonly ImportRun[]): readonly RunView[] {
  const last = useRef<readonly RunView[]>([]);
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = runs.map((run) => run.subscribe(listener));
      return () => ends.forEach((end) => end());
    },
    [runs],
  );
  return useSyncExternalStore(subscribe, () => {
    const views = runs.map((run) => run.view());
    const isSame =
      views.length === last.current.length &&
      views.every((view, index) => view === last.current[index]);
    if (!isSame) last.current = views;
    return last.current;
  });
}
