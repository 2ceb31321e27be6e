import { setTimeout as wait } from 'node:timers/promises';
import { getHealth } from '#contract/operations/about.ts';
import { problemMediaType } from '#contract/problem.ts';
import { networkFault } from '#platform/http/networkFaults.ts';
import { Refusal } from '../config/refusal.ts';
import type { LockHolder } from '../process/lock.ts';

export type Request = (path: string, init?: RequestInit) => Promise<Response>;

/**
 * Sends requests as an admin to the process that holds a folder.
 * @param again end of a sentence: what to do once the process is reachable.
 */
export function callHolder(
  { url, token }: LockHolder & { readonly url: string },
  again: string,
): Request {
  return async (path, init = {}) => {
    const headers = new Headers(init.headers);
    if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
    try {
      return await fetch(reachable(url) + path, { ...init, headers });
    } catch (error) {
      throw new Refusal(
        `${url} could not be reached. ${networkFault(error)} Check that its process is running, and ${again}.`,
      );
    }
  };
}

function reachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

const startTimeoutSeconds = 120;

/** Waits until a process has started: until then it aborts uploads. */
export async function waitForStart(request: Request, signal?: AbortSignal): Promise<void> {
  const init = signal === undefined ? {} : { signal };
  for (let second = 0; second < startTimeoutSeconds; second += 1) {
    const { body, headers } = await request(getHealth.path, init);
    await body?.cancel();
    // The process answers even if it is not healthy.
    if (headers.get('content-type') !== problemMediaType) return;
    await wait(1000, undefined, init);
  }
}
