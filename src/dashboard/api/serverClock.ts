/** Milliseconds by which this machine's clock is ahead of the service's. */
let ahead = 0;

/** Reads the service's time from a response that no cache stored. */
export function noteServerTime(headers: Headers): void {
  const sentAt = Date.parse(headers.get('Date') ?? '');
  if (!Number.isNaN(sentAt)) ahead = Date.now() - sentAt;
}

/** Converts the time of this machine to that of the service, for ages of its data. */
export const serverTime = (now: number): number => now - ahead;
