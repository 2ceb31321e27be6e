import { durationText } from '#contract/duration.ts';
import { NetworkError, type RequestTarget } from './errors.ts';
import { causeHeaders } from './presence.ts';

/** In ms: until the response begins, the same for an upload, and between two chunks of the body. */
const timeoutsMs = { answer: 15_000, upload: 600_000, body: 120_000 } as const;

export type RequestOptions = Omit<RequestInit, 'headers'> & {
  readonly headers: Readonly<Record<string, string>>;
};

/** One request with timeouts. Network faults become errors with readable messages. */
export function connect(request: RequestTarget, signal: AbortSignal | undefined) {
  const timeout = new AbortController();
  const closed = new AbortController();
  const signals = [timeout.signal, closed.signal];
  if (signal !== undefined) signals.push(signal);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const withTimeout = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
    timer = setTimeout(() => timeout.abort(), ms);
    try {
      return await work();
    } catch (error) {
      // Aborted by the caller, or no network fault.
      if (signal?.aborted === true || !isNetworkFault(error)) throw error;
      throw new NetworkError(
        timeout.signal.aborted ? timedOutAfter(ms) : unreachable,
        request,
        error,
      );
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    /** Read the body with `wait`. An upload has a longer timeout. */
    open: (init: RequestOptions) =>
      withTimeout(init.body instanceof Blob ? timeoutsMs.upload : timeoutsMs.answer, () =>
        fetch(request.url, {
          ...init,
          headers: { ...causeHeaders(), ...init.headers },
          method: request.method,
          signal: AbortSignal.any(signals),
        }),
      ),
    wait: <T>(work: () => Promise<T>) => withTimeout(timeoutsMs.body, work),
    /** Cancels a body that was not read to its end. */
    close: () => closed.abort(),
  };
}

const timedOutAfter = (ms: number) => `The service did not answer within ${durationText(ms)}.`;
const unreachable = 'The service cannot be reached. It may be stopped, or the network is down.';

/** fetch throws a TypeError when the network fails and an AbortError when it is aborted. */
function isNetworkFault(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === 'AbortError');
}
