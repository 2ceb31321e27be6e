import { monitorEventLoopDelay } from 'node:perf_hooks';
import { and, count, eq, lte, min } from 'drizzle-orm';
import { endpointStatuses } from '#contract/endpoint.ts';
import { getMetrics } from '#contract/operations/about.ts';
import type { Database } from '#platform/database/database.ts';
import { deliveries, endpoints } from '#platform/database/schema/webhooks.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import type { TickSource } from '#platform/live/live.ts';
import { createCounter, createHistogram, exposition, expositionType, gauge } from './exposition.ts';
import type { Metric } from './exposition.ts';
import type { OnAnswered } from './requests.ts';

/** What a process counts as long as it runs. */
export interface Measured {
  readonly addRequest: OnAnswered;
  readonly addAttempt: (attempt: { readonly isSuccess: boolean; readonly ms: number }) => void;
  metrics(): Metric[];
}

/** By operation, never by path: ids of users would be labels, and each a series. */
export function createMeasured(): Measured {
  const requests = createCounter(
    'portfolio_http_requests_total',
    'Requests that were answered, by operation (none: no call, as a page) and status (none: given up before its answer).',
  );
  const durations = createHistogram(
    'portfolio_http_request_duration_seconds',
    'Time from the arrival of a request to the end of its answer, by operation; live streams last as long as they are open.',
  );
  const attempts = createHistogram(
    'portfolio_webhook_attempt_duration_seconds',
    'Time that attempts to deliver a webhook took, by result.',
  );
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  return {
    addRequest({ operation, method, status, ms }) {
      const name = operation ?? 'none';
      requests.add({ operation: name, method, status: status ?? 'none' });
      durations.add({ operation: name }, ms / 1000);
    },
    addAttempt({ isSuccess, ms }) {
      attempts.add({ result: isSuccess ? 'success' : 'failure' }, ms / 1000);
    },
    metrics: () => [requests.metric(), durations.metric(), attempts.metric(), ...ofNode(delay)],
  };
}

/** The process itself, named as prom-client names it, so that dashboards made for Node show it. */
function ofNode(delay: ReturnType<typeof monitorEventLoopDelay>): Metric[] {
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const loop = {
    mean: delay.mean,
    max: delay.max,
    p50: delay.percentile(50),
    p99: delay.percentile(99),
  };
  delay.reset();
  return [
    gauge('process_resident_memory_bytes', 'Memory of the process.', rss),
    gauge('nodejs_heap_size_total_bytes', 'Size of the JavaScript heap.', heapTotal),
    gauge('nodejs_heap_size_used_bytes', 'What of the heap is used.', heapUsed),
    gauge('nodejs_external_memory_bytes', 'Memory outside of the heap, such as buffers.', external),
    {
      name: 'process_cpu_seconds_total',
      help: 'Processor time that was used.',
      type: 'counter',
      samples: [[{}, (user + system) / 1e6]],
    },
    gauge(
      'process_start_time_seconds',
      'When the process began, in seconds since 1970.',
      performance.timeOrigin / 1000,
    ),
    // Measured from timer to timer, so the time between two of them is part of it; none was measured yet: NaN.
    ...Object.entries(loop).map(([which, nanoseconds]) =>
      gauge(
        `nodejs_eventloop_lag_${which}_seconds`,
        'Delay of the event loop since these figures were last read.',
        nanoseconds / 1e9,
      ),
    ),
  ];
}

export interface MetricsOptions {
  readonly measured: Measured;
  readonly database: Database;
  readonly market: Pick<TickSource, 'asOf'>;
  readonly version: string;
  /** The service's time, in epoch milliseconds. */
  readonly clock: () => number;
  /** Clients of the live stream. */
  readonly liveClients: () => number;
}

/** A database that does not answer keeps the other figures no longer than this. */
const timeoutMs = 3000;

/** `GET /x/metrics`. */
export function metricsOperation(options: MetricsOptions): Implementation {
  const { measured, market, version, clock, liveClients } = options;
  return implement(getMetrics, async (_, c) => {
    const stored = await Promise.race([ofDatabase(options), later(null)]).catch(() => null);
    const text = exposition([
      {
        name: 'portfolio_build_info',
        help: 'The version that runs.',
        type: 'gauge',
        samples: [[{ version, node: process.versions.node }, 1]],
      },
      gauge(
        'portfolio_database_up',
        'Whether the database answered within 3 s.',
        stored === null ? 0 : 1,
      ),
      ...(stored ?? []),
      gauge(
        'portfolio_price_age_seconds',
        'Time since the latest price.',
        (clock() - market.asOf()) / 1000,
      ),
      gauge('portfolio_live_streams', 'Live streams that are open.', liveClients()),
      ...measured.metrics(),
    ]);
    return c.body(text, 200, { 'Content-Type': expositionType, 'Cache-Control': 'no-store' });
  });
}

function later<Value>(value: Value): Promise<Value> {
  return new Promise((resolve) => {
    setTimeout(resolve, timeoutMs, value).unref();
  });
}

async function ofDatabase({ database: { queries }, clock }: MetricsOptions): Promise<Metric[]> {
  const now = clock();
  const isPending = eq(deliveries.state, 'pending');
  const pending = await queries
    .select({ status: endpoints.status, count: count() })
    .from(deliveries)
    .innerJoin(endpoints, eq(endpoints.seq, deliveries.endpointSeq))
    .where(isPending)
    .groupBy(endpoints.status);
  const [oldest] = await queries
    .select({ dueAt: min(deliveries.dueAt) })
    .from(deliveries)
    .innerJoin(endpoints, eq(endpoints.seq, deliveries.endpointSeq))
    .where(and(isPending, eq(endpoints.status, 'enabled'), lte(deliveries.dueAt, now)));
  return [
    {
      name: 'portfolio_deliveries_pending',
      help: 'Deliveries that are to be sent, by the state of their endpoint.',
      type: 'gauge',
      samples: endpointStatuses.map((endpoint) => [
        { endpoint },
        pending.find(({ status }) => status === endpoint)?.count ?? 0,
      ]),
    },
    gauge(
      'portfolio_delivery_queue_age_seconds',
      'How long the oldest delivery of an enabled endpoint has been due; 0: none is.',
      Math.max(0, now - (oldest?.dueAt ?? now)) / 1000,
    ),
  ];
}
