import { setTimeout as wait } from 'node:timers/promises';

/** Repeats a check until it succeeds, and says what did not happen in time. */
export async function until(
  what: string,
  check: () => Promise<boolean> | boolean,
  timeoutMs = 60_000,
  details: () => string = () => '',
): Promise<void> {
  for (const end = performance.now() + timeoutMs; performance.now() < end; await wait(50)) {
    if (await Promise.resolve(check()).catch(() => false)) return;
  }
  throw new Error(`Not within ${timeoutMs / 1000} s: ${what}. ${details()}`);
}
