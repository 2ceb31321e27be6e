import { operations } from '#contract/operations/operations.ts';
import { shapeText, type Shape } from '../reading/findingTexts.ts';
import type { SourceLimits } from './limiter.ts';

export interface CallStatistics {
  /** Its name in the contract, such as `getUsers`, or `other`. */
  readonly operation: string;
  readonly requests: number;
  readonly failures: number;
  /** Median time until an answer was complete, without the time in the queue; null if there were no answers. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  /** Decompressed bytes of the answers. */
  readonly bytes: number;
  readonly lastFault: FailedAnswer | null;
}

interface FailedAnswer {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly detail: string;
}

interface RecognisedShape {
  readonly operation: string;
  readonly shape: string;
  readonly example: string;
}

export interface SourceStatistics {
  /** Requests during the last minute, including retries and redirects. */
  readonly requestsPerMinute: number;
  readonly running: number;
  readonly waiting: number;
  /** End of the pause that the service requests, in epoch milliseconds; null if there is none. */
  readonly heldUntil: number | null;
  readonly limits: SourceLimits;
  readonly calls: readonly CallStatistics[];
  readonly shapes: readonly RecognisedShape[];
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const bucketMs = 10_000;

/** Counts of one call within ten seconds. */
interface Bucket {
  readonly since: number;
  readonly operation: string;
  requests: number;
  failures: number;
  bytes: number;
  readonly times: number[];
  lastFault: FailedAnswer | null;
}

export function createStatistics(clock: () => number, elapsed: () => number) {
  let buckets: Bucket[] = [];
  const shapes = new Map<string, RecognisedShape>();

  function bucketOf(operation: string): Bucket {
    const since = Math.floor(elapsed() / bucketMs) * bucketMs;
    const last = buckets.findLast((bucket) => bucket.operation === operation);
    if (last?.since === since) return last;
    const first = buckets.findIndex((bucket) => bucket.since > since - hourMs);
    buckets = first === -1 ? [] : buckets.slice(first);
    const bucket = {
      since,
      operation,
      requests: 0,
      failures: 0,
      bytes: 0,
      times: [],
      lastFault: null,
    };
    buckets.push(bucket);
    return bucket;
  }

  return {
    addRequest(operation: string): void {
      bucketOf(operation).requests += 1;
    },
    addAnswer(operation: string, { ms, bytes }: { readonly ms: number; readonly bytes: number }) {
      const bucket = bucketOf(operation);
      bucket.times.push(ms);
      bucket.bytes += bytes;
    },
    addFault(operation: string, detail: string): void {
      const bucket = bucketOf(operation);
      bucket.failures += 1;
      bucket.lastFault = { at: clock(), detail };
    },
    addShapes(operation: string, example: string, recognised: readonly Shape[]): void {
      for (const shape of recognised.map(shapeText)) {
        const key = `${operation} ${shape}`;
        if (!shapes.has(key)) shapes.set(key, { operation, shape, example });
      }
    },
    read(): Pick<SourceStatistics, 'requestsPerMinute' | 'calls' | 'shapes'> {
      const now = elapsed();
      const recent = buckets.filter(({ since }) => since > now - hourMs);
      return {
        requestsPerMinute: sum(
          recent.filter(({ since }) => since > now - minuteMs),
          'requests',
        ),
        shapes: [...shapes.values()],
        calls: [...Map.groupBy(recent, ({ operation }) => operation)].map(([operation, all]) => {
          const times = all.flatMap((bucket) => bucket.times).toSorted((a, b) => a - b);
          return {
            operation,
            requests: sum(all, 'requests'),
            failures: sum(all, 'failures'),
            p50Ms: percentile(times, 0.5),
            p95Ms: percentile(times, 0.95),
            bytes: sum(all, 'bytes'),
            lastFault: all.findLast(({ lastFault }) => lastFault !== null)?.lastFault ?? null,
          };
        }),
      };
    },
  };
}

function sum(buckets: readonly Bucket[], member: 'requests' | 'failures' | 'bytes'): number {
  return buckets.reduce((total, bucket) => total + bucket[member], 0);
}

/** Returns the smallest value that is at least as large as this share of the values. */
function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? null;
}

export interface SourceCall {
  readonly operation: string;
  /** A label for people: `GET /p/users/{id}`. */
  readonly label: string;
}

export const calls = Object.entries(operations)
  .filter(([, { path }]) => path.startsWith('/p/'))
  .map(([operation, { method, path }]) => ({
    operation,
    method,
    label: `${method} ${path}`,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));

/** Returns the call of a path and ignores the query. */
export function callTo(method: string, path: string): SourceCall {
  const [bare = ''] = path.split('?', 1);
  const call = calls.find((one) => one.method === method && one.pattern.test(bare));
  return call ?? { operation: 'other', label: `${method} of another path` };
}
