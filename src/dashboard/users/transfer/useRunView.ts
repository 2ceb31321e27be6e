import { useSyncExternalStore } from 'react';
import type { ImportRun, RunView } from './importRun.ts';

const never = () => () => {};

/** How far an import is; null before it began. */
export function useRunView(run: ImportRun | null): RunView | null {
  return useSyncExternalStore(run?.subscribe ?? never, () => run?.view() ?? null);
}
