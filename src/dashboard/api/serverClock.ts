/** Milliseconds by which this machine's clock is ahead of the service's. */
let ahead = 0;

/** Takes the service's time from an answer that no cache kept. */
export function noteServerTime(headers: Headers): void {
  const sentAt = Date.parse(headers.get('Date') ?? '');
  if (!Number.isNaN(sentAt)) ahead = Date.now() - sentAt;
}

/** An instant of this machine's clock by that of the service: ages of what it says are measured with it. */
export const serverTime = (now: number): number => now - ahead;
