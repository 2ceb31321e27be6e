import { useSyncExternalStore } from 'react';

let current = false;
const listeners = new Set<() => void>();

/** Whether this browser is told of everything as it happens. Where it is not, what is shown asks again by itself. */
export function isLive(): boolean {
  return current;
}

export function useLive(): boolean {
  return useSyncExternalStore(onLive, isLive);
}

export function setLive(next: boolean): void {
  if (next === current) return;
  current = next;
  for (const listener of listeners) listener();
}

function onLive(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
