import { codeOf, Refusal } from '../config/refusal.ts';
import type { LockHolder } from '../process/lock.ts';

/** Sends a request to the service, in this process or in another one. */
export type Request = (path: string, init?: RequestInit) => Promise<Response>;

/** Why a process could not be reached, by the code of the system or of undici. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  UND_ERR_SOCKET: 'it closed the connection',
  ETIMEDOUT: 'it does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  UND_ERR_HEADERS_TIMEOUT: 'it does not answer',
};

/**
 * Sends requests as an admin to the process that holds a folder.
 * @param again what to do once it can be reached, as the end of a sentence.
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
      const code = codeOf(error instanceof Error ? error.cause : error);
      throw new Refusal(
        `${url} could not be reached: ${reasons[code] ?? (code || 'the reason is unknown')}. Check that its process still runs, and ${again}.`,
      );
    }
  };
}

/** Where a process that listens on every address of this machine is reached from it. */
function reachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}
