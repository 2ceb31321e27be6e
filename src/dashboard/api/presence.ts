import { backgroundHeader } from '#contract/access.ts';

/** A request this soon after a user interaction counts as caused by the user. */
const causedMs = 5_000;
const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'click'];

/** The last user interaction by `performance.now()`, initially the start of the page. */
let seenAt = 0;

function see(event: Event): void {
  // Browsers also fire this for a resting pointer when the page below it changes.
  const isStill =
    event.type === 'pointermove' &&
    event instanceof MouseEvent &&
    event.movementX === 0 &&
    event.movementY === 0;
  if (!isStill) seenAt = performance.now();
}

/**
 * Tracks user interactions.
 * @returns a function that stops this.
 */
export function followPresence(): () => void {
  const ended = new AbortController();
  const options = { capture: true, passive: true, signal: ended.signal };
  for (const sign of signs) window.addEventListener(sign, see, options);
  document.addEventListener('visibilitychange', see, options);
  return () => ended.abort();
}

/** Marks a request that no user causes. */
export const inBackground = { [backgroundHeader]: '1' } as const;

/** Marks requests by timers and change notices while the user is idle, so that they do not extend the session. */
export function causeHeaders(): Readonly<Record<string, string>> {
  return performance.now() - seenAt < causedMs ? {} : inBackground;
}
