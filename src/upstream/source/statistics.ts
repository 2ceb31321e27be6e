/** One of the 16 calls during the last hour. */
export interface CallStatistics {
  /** Its name in the contract: `getUsers`. */
  readonly operation: string;
  readonly requests: number;
  readonly failures: number;
  /** Median of the time until the answer was complete, waiting for its turn not included; null: none was. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  /** Of the answers, decoded. */
  readonly bytes: number;
  readonly lastFault: { readonly at: number; readonly detail: string } | null;
}

export interface SourceStatistics {
  /** Requests sent during the last minute, retries and redirects included. */
  readonly requestsPerMinute: number;
  readonly running: number;
  /** Requests that wait for their turn, in front of which person's ones are sent first. */
  readonly waiting: number;
  /** Until when the service wants us to wait, in epoch milliseconds; null: it does not. */
  readonly heldUntil: number | null;
  /** Calls that were made during the last hour. */
  readonly calls: readonly CallStatistics[];
}
