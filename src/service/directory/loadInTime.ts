import { setTimeout as wait } from 'node:timers/promises';
import { unavailable } from '#platform/http/problem.ts';

/** How long requests wait for a long read before they are rejected. */
const loadTimeoutMs = 20_000;

/** Waits for a read, which continues for later requests. Throws 503 unavailable if it takes too long. */
export async function loadInTime<Result>(
  read: Promise<Result>,
  progress: () => string,
): Promise<Result> {
  const timer = new AbortController();
  // Its failure does not affect requests that gave up.
  read.catch(() => {});
  const timeout = wait(loadTimeoutMs, null, { signal: timer.signal, ref: false });
  timeout.catch(() => {});
  const first = await Promise.race([read.then((result) => ({ result })), timeout]);
  timer.abort();
  if (first !== null) return first.result;
  throw unavailable(`${progress()} Try again in 5 s.`, 5);
}
