/** Answers of the clients of one kind, such as readers. */
export interface Answers {
  /** Records an answer of one client: its status, 0 if there was none. */
  add(client: number, status: number): void;
  /** Longest time between two good answers of one client since an instant, in seconds. */
  longestPause(since: number): number;
  /** Number of answers since an instant that were not good, by status. */
  failed(since: number): ReadonlyMap<number, number>;
}

interface Answer {
  readonly client: number;
  readonly status: number;
  readonly at: number;
}

export const isGood = (status: number): boolean => status >= 200 && status < 300;

export function createAnswers(): Answers {
  const all: Answer[] = [];
  return {
    add: (client, status) => void all.push({ client, status, at: performance.now() }),
    longestPause(since) {
      const lastGoodAt = new Map<number, number>();
      let longest = 0;
      for (const { client, status, at } of all) {
        if (!isGood(status)) continue;
        if (at >= since) longest = Math.max(longest, at - (lastGoodAt.get(client) ?? at));
        lastGoodAt.set(client, at);
      }
      const now = performance.now();
      for (const at of lastGoodAt.values()) longest = Math.max(longest, now - at);
      return longest / 1000;
    },
    failed(since) {
      const counts = new Map<number, number>();
      for (const { status, at } of all) {
        if (at >= since && !isGood(status)) counts.set(status, (counts.get(status) ?? 0) + 1);
      }
      return counts;
    },
  };
}
