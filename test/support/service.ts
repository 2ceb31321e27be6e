import type { Hono } from 'hono';
import { causesOf } from '#gateway/process/errorText.ts';
import type { Database } from '#platform/database/database.ts';
import type { Dependencies, WebhookTargets } from '#service/portfolio/dependencies.ts';
import { catalogue } from '#service/prices/catalogue.ts';
import type { Market } from '#service/prices/market.ts';
import { createSimulatedMarket } from '#service/prices/simulated.ts';
import { createSwitchableMarket, type SwitchableMarket } from '#service/prices/switchable.ts';
import { prepare } from '#service/prepare.ts';
import { createService } from '#service/service.ts';
import { emptyDatabase } from './emptyDatabase.ts';
import { openReused } from './embeddedTemplate.ts';
import { onlyListedProblems } from './listedProblems.ts';
import { createTestEvents } from './testEvents.ts';

/** Default time of tests: a tick, and not midnight. */
export const testNow = Date.UTC(2026, 5, 17, 14, 23, 40);

export interface TestServiceOptions {
  readonly sampleUsers?: number;
  readonly market?: Market;
  readonly database?: Database;
  readonly webhookTargets?: WebhookTargets;
  /** Milliseconds in which further changes of a resource are not published; 0: every change is published. */
  readonly minIntervalMs?: number;
}

/** Sends a request to a service in process. A body is sent as JSON. */
export type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Response>;

export function callThrough(fetch: (request: Request) => Promise<Response>): Call {
  return (method, path, body, headers = {}) =>
    fetch(
      new Request(`http://127.0.0.1:4173${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
}

export interface TestService {
  readonly service: Hono;
  readonly dependencies: Dependencies;
  readonly database: Database;
  readonly market: SwitchableMarket;
  readonly clock: { now: number };
  /** Log of the service: unexpected errors only. */
  readonly logged: string[];
  readonly fetch: (request: Request) => Promise<Response>;
  readonly call: Call;
  /** Restores the initial state: an empty, prepared database, the first market and the first instant. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function createTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const clock = { now: testNow };
  const database = options.database ?? (await openReused());
  const simulated = createSimulatedMarket({
    seed: 1,
    clock: () => clock.now,
    tickSeconds: 10,
  });
  const first = options.market ?? simulated;
  const market = createSwitchableMarket(first);
  const fill = () =>
    prepare({
      database,
      market,
      catalogue: market.kind === 'simulated' ? catalogue.thematics : [],
      sampleUsers: options.sampleUsers ?? 0,
      at: clock.now,
    });
  await fill();
  const logged: string[] = [];
  const log: Dependencies['log'] = (line, error) =>
    logged.push([line, ...causesOf(error).map(String)].join(': '));
  const events = createTestEvents({
    minIntervalMs: options.minIntervalMs ?? 0,
    clock: () => clock.now,
    database,
    log,
  });
  const dependencies: Dependencies = {
    database,
    market,
    clock: () => clock.now,
    secretKey: new Uint8Array(32).fill(7),
    log,
    webhookTargets: options.webhookTargets ?? { allowHttp: false, allowNetworks: [] },
    ownUrl: () => 'http://127.0.0.1:4173',
    events,
  };
  const service = createService(dependencies);
  onlyListedProblems(service);
  const fetch = async (request: Request) => service.fetch(request);
  return {
    service,
    dependencies,
    database,
    market,
    clock,
    logged,
    fetch,
    call: callThrough(fetch),
    async reset() {
      clock.now = testNow;
      market.use(first);
      await events.eventsRelayed();
      logged.length = 0;
      await emptyDatabase(database);
      await fill();
    },
    async close() {
      await events.stopRelay();
      await database.close();
    },
  };
}
