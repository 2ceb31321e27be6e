import { monitorEventLoopDelay } from 'node:perf_hooks';
import { and, count, eq, lte, min } from 'drizzle-orm';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { endpointStatuses, type EndpointStatus } from '#contract/endpoint.ts';
import { getMetrics } from '#contract/operations/about.ts';
import type { Database } from '#platform/database/database.ts';
import { deliveries, endpoints } from '#platform/database/schema/webhooks.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import type { TickSource } from '#platform/live/live.ts';
import type { OnAnswered } from './requests.ts';

export interface Measured {
  readonly addRequest: OnAnswered;
  readonly addAttempt: (attempt: { readonly isSuccess: boolean; readonly ms: number }) => void;
  expose(registry: Registry): Promise<string>;
}

/** Labels are operations, not paths: each user id would create a series. */
export function createMeasured(): Measured {
  const counts = new Registry();
  const registers = [counts];
  const requests = new Counter({
    name: 'portfolio_http_requests_total',
    help: 'Answered requests by operation (none: not a call, such as a page) and status (none: aborted before the answer).',
    labelNames: ['operation', 'method', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'portfolio_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer, by operation. Live streams count until they close.',
    labelNames: ['operation'],
    registers,
  });
  const attempts = new Histogram({
    name: 'portfolio_webhook_attempt_duration_seconds',
    help: 'Duration of webhook delivery attempts, by result.',
    labelNames: ['result'],
    registers,
  });
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  return {
    addRequest({ operation, method, status, ms }) {
      const name = operation ?? 'none';
      requests.inc({ operation: name, method, status: status ?? 'none' });
      durations.observe({ operation: name }, ms / 1000);
    },
    addAttempt({ isSuccess, ms }) {
      attempts.observe({ result: isSuccess ? 'success' : 'failure' }, ms / 1000);
    },
    expose(registry) {
      addProcess(registry, delay);
      return Registry.merge([registry, counts]).metrics();
    },
  };
}

function addGauge(registry: Registry, name: string, help: string, value: number): void {
  new Gauge({ name, help, registers: [registry] }).set(value);
}

/**
 * Uses the names of prom-client's default metrics, so that dashboards for Node display them. Its own collectors would observe for
 * the life of the process, once for each gateway.
 */
function addProcess(registry: Registry, delay: ReturnType<typeof monitorEventLoopDelay>): void {
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const gauges: readonly (readonly [name: string, help: string, value: number])[] = [
    ['process_resident_memory_bytes', 'Memory of the process.', rss],
    ['nodejs_heap_size_total_bytes', 'Size of the JavaScript heap.', heapTotal],
    ['nodejs_heap_size_used_bytes', 'Used part of the heap.', heapUsed],
    ['nodejs_external_memory_bytes', 'Memory outside of the heap, such as buffers.', external],
    [
      'process_start_time_seconds',
      'Start of the process, in seconds since 1970.',
      performance.timeOrigin / 1000,
    ],
  ];
  for (const gauge of gauges) addGauge(registry, ...gauge);
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Used processor time.',
    registers: [registry],
  }).inc((user + system) / 1e6);
  const lag = {
    mean: delay.mean,
    max: delay.max,
    p50: delay.percentile(50),
    p99: delay.percentile(99),
  };
  delay.reset();
  for (const [which, nanoseconds] of Object.entries(lag)) {
    addGauge(
      registry,
      `nodejs_eventloop_lag_${which}_seconds`,
      'Delay of the event loop since the previous scrape.',
      // NaN before the first measurement, which takes two timers.
      nanoseconds / 1e9,
    );
  }
}

export interface MetricsOptions {
  readonly measured: Measured;
  readonly database: Database;
  readonly market: Pick<TickSource, 'asOf'>;
  readonly version: string;
  /** Time of the service, in epoch milliseconds. */
  readonly clock: () => number;
  readonly liveClients: () => number;
}

/** Timeout of the database. The other figures do not wait longer. */
const timeoutMs = 3000;

export function metricsOperation(options: MetricsOptions): Implementation {
  const { measured, market, version, clock, liveClients } = options;
  return implement(getMetrics, async (_, c) => {
    // One registry for each scrape, which omits figures that the database did not return.
    const registry = new Registry();
    new Gauge({
      name: 'portfolio_build_info',
      help: 'Running version.',
      labelNames: ['version', 'node'],
      registers: [registry],
    }).set({ version, node: process.versions.node }, 1);
    const stored = await Promise.race([ofDatabase(options), later(null)]).catch(() => null);
    addGauge(
      registry,
      'portfolio_database_up',
      'Whether the database answered within 3 s.',
      stored === null ? 0 : 1,
    );
    if (stored !== null) addDeliveries(registry, stored);
    addGauge(
      registry,
      'portfolio_price_age_seconds',
      'Time since the latest price.',
      (clock() - market.asOf()) / 1000,
    );
    addGauge(registry, 'portfolio_live_streams', 'Open live streams.', liveClients());
    return c.body(await measured.expose(registry), 200, {
      'Content-Type': registry.contentType,
      'Cache-Control': 'no-store',
    });
  });
}

function later<Value>(value: Value): Promise<Value> {
  return new Promise((resolve) => {
    setTimeout(resolve, timeoutMs, value).unref();
  });
}

interface Queue {
  readonly pending: readonly { readonly status: EndpointStatus; readonly count: number }[];
  /** Age of the oldest due delivery of an enabled endpoint. */
  readonly ageMs: number;
}

async function ofDatabase({ database: { queries }, clock }: MetricsOptions): Promise<Queue> {
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
  return { pending, ageMs: Math.max(0, now - (oldest?.dueAt ?? now)) };
}

function addDeliveries(registry: Registry, { pending, ageMs }: Queue): void {
  const gauge = new Gauge({
    name: 'portfolio_deliveries_pending',
    help: 'Pending deliveries, by the state of their endpoint.',
    labelNames: ['endpoint'],
    registers: [registry],
  });
  for (const endpoint of endpointStatuses) {
    gauge.set({ endpoint }, pending.find(({ status }) => status === endpoint)?.count ?? 0);
  }
  addGauge(
    registry,
    'portfolio_delivery_queue_age_seconds',
    'Time since the oldest delivery of an enabled endpoint became due; 0: none is due.',
    ageMs / 1000,
  );
}
