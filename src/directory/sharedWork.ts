/** Work that several requests wait for. It stops when the last of them is canceled, and not for one without a signal. */
export class SharedWork<Result> {
  readonly #stopping = new AbortController();
  readonly #result: Promise<Result>;
  #waiting = 0;

  /** @param start begins the work, which ends at the latest in a slice after its signal. */
  constructor(start: (signal: AbortSignal) => Promise<Result>) {
    this.#result = start(this.#stopping.signal);
  }

  /** Those who wait get the failure too. */
  whenFailed(forget: () => void): void {
    this.#result.catch(forget);
  }

  /** Stopped work has no result. Start new work instead of waiting for it. */
  get isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** @param signal of the request. */
  wait(signal?: AbortSignal): Promise<Result> {
    this.#waiting += 1;
    const leave = () => {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#stopping.abort();
    };
    if (signal?.aborted === true) leave();
    else signal?.addEventListener('abort', leave, { once: true });
    return this.#result;
  }
}
