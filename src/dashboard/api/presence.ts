import { backgroundHeader } from '#contract/access.ts';

/** So long after a sign of somebody a request counts as theirs. */
const causedMs = 5_000;
const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'click'];

/** When somebody was last seen to do something, as `performance.now()`; at first when they opened the page. */
let seenAt = 0;

function see(event: Event): void {
  // Browsers say so too of a pointer that rests while the page changes below it.
  const isStill =
    event.type === 'pointermove' &&
    event instanceof MouseEvent &&
    event.movementX === 0 &&
    event.movementY === 0;
  if (!isStill) seenAt = performance.now();
}

/** Sees what somebody does. @returns what ends it. */
export function followPresence(): () => void {
  const ended = new AbortController();
  const options = { capture: true, passive: true, signal: ended.signal };
  for (const sign of signs) window.addEventListener(sign, see, options);
  // Somebody who comes back to the tab.
  document.addEventListener('visibilitychange', see, options);
  return () => ended.abort();
}

/** Of a request that no person causes. */
export const inBackground = { [backgroundHeader]: '1' } as const;

/**
 * Says of a request that no person causes it, where nobody has done anything for a moment: what is requested by the clock or
 * because something changed keeps no session alive.
 */
export function causeHeaders(): Readonly<Record<string, string>> {
  return performance.now() - seenAt < causedMs ? {} : inBackground;
}
