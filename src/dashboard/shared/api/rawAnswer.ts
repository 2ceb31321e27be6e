import { NetworkError } from './errors.ts';

/** An answer as it came: nothing parsed, nothing thrown whatever its status. */
export interface RawAnswer {
  readonly status: string;
  readonly isSuccess: boolean;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** From asked to wholly read. */
  readonly milliseconds: number;
}

/**
 * Asks a path of the service again, for those who want to see what it really says. No cache between:
 * what was wrong a minute ago may be right now, and the reader is told when this came.
 * @throws {NetworkError} where no answer came.
 */
export async function getRaw(path: string, signal: AbortSignal): Promise<RawAnswer> {
  const began = performance.now();
  try {
    const response = await fetch(path, {
      headers: { Accept: 'application/json, application/problem+json' },
      cache: 'no-store',
      signal,
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return {
      status: `${response.status} ${response.statusText}`.trim(),
      isSuccess: response.ok,
      headers: response.headers,
      bytes,
      milliseconds: performance.now() - began,
    };
  } catch (error) {
    if (signal.aborted) throw error;
    const words = 'The service cannot be reached. It may be stopped, or the network is down.';
    throw new NetworkError(words, { method: 'GET', url: path }, error);
  }
}
