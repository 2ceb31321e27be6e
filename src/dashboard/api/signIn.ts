import { create } from 'zustand';

interface SignIn {
  /** Whether the service lets whoever is here read; true until it says otherwise. */
  readonly isKnown: boolean;
  /** How often it answered that it does not know who sends a request. */
  readonly refusals: number;
}

/** What the answers of the service say about who is here. Which person that is: `portfolio/session.ts`. */
const store = create<SignIn>(() => ({ isKnown: true, refusals: 0 }));

export const isKnown = () => store.getState().isKnown;
export const useIsKnown = () => store((state) => state.isKnown);
export const setKnown = (known: boolean) => store.setState({ isKnown: known });

/** An answer was 401. */
export const noteRefusal = () => store.setState(({ refusals }) => ({ refusals: refusals + 1 }));

/** @returns what ends it. */
export function onRefusal(run: () => void): () => void {
  return store.subscribe((now, before) => {
    if (now.refusals !== before.refusals) run();
  });
}

/** Waits while the service knows nobody here. */
export function untilKnown(signal: AbortSignal): Promise<void> {
  if (isKnown()) return Promise.resolve();
  return new Promise((resolve) => {
    const over = () => {
      leave();
      signal.removeEventListener('abort', over);
      resolve();
    };
    const leave = store.subscribe((now) => now.isKnown && over());
    signal.addEventListener('abort', over);
  });
}
