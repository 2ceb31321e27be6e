import { create } from 'zustand';

interface SignIn {
  /** False after the service has refused this user. */
  readonly isKnown: boolean;
  readonly refusals: number;
}

/** Sign-in state as responses report it. `portfolio/session.ts` has the user. */
const store = create<SignIn>(() => ({ isKnown: true, refusals: 0 }));

export const isKnown = () => store.getState().isKnown;
export const useIsKnown = () => store((state) => state.isKnown);
export const setKnown = (known: boolean) => store.setState({ isKnown: known });

export const noteRefusal = () => store.setState(({ refusals }) => ({ refusals: refusals + 1 }));

/** @returns a function that stops this. */
export function onRefusal(run: () => void): () => void {
  return store.subscribe((now, before) => {
    if (now.refusals !== before.refusals) run();
  });
}

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
