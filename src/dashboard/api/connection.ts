import { NetworkError, type Requested } from './errors.ts';
import { causeHeaders } from './presence.ts';

/** How long a service may take until it begins to answer, and until the next of a begun answer is there. */
const timeoutsMs = { answer: 15_000, upload: 600_000, body: 120_000 } as const;

/** What `fetch` takes besides the method, with headers by their names. */
export type RequestOptions = Omit<RequestInit, 'headers'> & {
  readonly headers: Readonly<Record<string, string>>;
};

/** One request to the service, with its timeouts. What goes wrong on the way is an error in words. */
export function connect(request: Requested, signal: AbortSignal | undefined) {
  const late = new AbortController();
  const left = new AbortController();
  const signals = [late.signal, left.signal];
  if (signal !== undefined) signals.push(signal);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const within = async <T>(time: number, work: () => Promise<T>): Promise<T> => {
    timer = setTimeout(() => late.abort(), time);
    try {
      return await work();
    } catch (error) {
      // The caller gave up, or something else is wrong: both go on as they are.
      if (signal?.aborted === true || !isNetworkFault(error)) throw error;
      throw new NetworkError(late.signal.aborted ? tooLate : unreachable, request, error);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    /** Sends the request; the answer's body is read with `wait`. A file takes its time until all of it is sent. */
    open: (init: RequestOptions) =>
      within(init.body instanceof Blob ? timeoutsMs.upload : timeoutsMs.answer, () =>
        fetch(request.url, {
          ...init,
          headers: { ...causeHeaders(), ...init.headers },
          method: request.method,
          signal: AbortSignal.any(signals),
        }),
      ),
    /** Waits for more of the body. */
    wait: <T>(work: () => Promise<T>) => within(timeoutsMs.body, work),
    /** Lets go of a body that was not read to its end. */
    close: () => left.abort(),
  };
}

const tooLate = `The service did not answer within ${timeoutsMs.answer / 1000} s.`;
const unreachable = 'The service cannot be reached. It may be stopped, or the network is down.';

/** fetch throws a TypeError when the network fails and an AbortError when it is aborted. */
function isNetworkFault(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === 'AbortError');
}
