import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import * as z from 'zod/mini';
import { directoryPage } from '#contract/directory.ts';
import { exposurePage } from '#contract/exposure.ts';
import { getMetrics } from '#contract/operations/about.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { getExposure } from '#contract/operations/exposure.ts';
import { getUpstream } from '#contract/operations/upstream.ts';
import { getUsers } from '#contract/operations/users.ts';
import { responseNotesHeader, parseResponseNotes } from '#contract/responseNotes.ts';
import { upstream } from '#contract/upstreamState.ts';
import { userList } from '#contract/user.ts';
import { walletList } from '#contract/wallet.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { createCrowd } from '#test/support/foreign/crowd.ts';
import { type Fault, faultyService } from '#test/support/foreign/faultyService.ts';
import { serveForeign, type Served } from '#test/support/foreign/serveForeign.ts';
import { endAll, serving, type Spawned } from './spawned.ts';

export interface Limits {
  readonly concurrent: number;
  readonly perSecond: number;
}

export const crowdSize = 20_000;

/**
 * In front of so many users: a folder of data for the tests of a file, and the service that their processes are in front of, which
 * has the faults that are pushed.
 */
export function inFrontOfCrowd(name: string) {
  let dataDir: string;
  let service: Served | null = null;
  beforeAll(async () => {
    dataDir = join(await mkdtemp(join(tmpdir(), name)), 'data');
    await makeDataFolder(dataDir);
  });
  afterAll(async () => {
    await endAll();
    await service?.stop();
    await rm(join(dataDir, '..'), { recursive: true });
  });
  return async (shape: Omit<Parameters<typeof createCrowd>[0], 'users'>) => {
    const crowd = createCrowd({ users: crowdSize, ...shape });
    const faults: Fault[] = [];
    const served = await serveForeign(faultyService(crowd.answer, faults));
    service = served;
    const start = (limits?: Limits) => startBefore(dataDir, served.url, limits);
    return { crowd, faults, service: served, start };
  };
}

/** A connected process. Default of `limits`: those of the settings. */
async function startBefore(dataDir: string, service: string, limits?: Limits) {
  const started = serving([`--data-dir=${dataDir}`, '--port=0'], {
    PORTFOLIO_SERVICE_URL: service,
    ...(limits && {
      PORTFOLIO_SERVICE_CONCURRENT_REQUESTS: String(limits.concurrent),
      PORTFOLIO_SERVICE_REQUESTS_PER_SECOND: String(limits.perSecond),
    }),
  });
  const url = await started.ready;
  return { ...started, ...visitor(url) };
}

/** Somebody in front of the dashboard. */
function visitor(url: string) {
  async function get<Value>(path: string, schema: z.ZodMiniType<Value>) {
    const response = await fetch(url + path);
    const text = await response.text();
    expect(response.status, `${path} answered ${text.slice(0, 500)}`).toBe(200);
    const reading = parseResponseNotes(response.headers.get(responseNotesHeader));
    return { value: z.parse(schema, JSON.parse(text)), reading };
  }
  return {
    url,
    get,
    send: async ({ method, path }: { readonly method: string; readonly path: string }) =>
      expect((await fetch(url + path, { method })).status).toBe(204),
    state: async () => (await get(getUpstream.path, upstream)).value,
    directory: (query: string) => get(`${getDirectory.path}?${query}`, directoryPage),
    /** The longest delay of the event loop since the last call, in milliseconds. */
    async longestDelay() {
      const text = await (await fetch(url + getMetrics.path)).text();
      return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]) * 1000;
    },
  };
}
export type Connected = Spawned & ReturnType<typeof visitor>;

/** Looks at one page after the other until it is ended; answers how long each request took. */
export function browse({ get, directory }: Connected, wallets: string) {
  const ending = new AbortController();
  const took: number[] = [];
  const visits = [
    () => directory('sort=-total&limit=20'),
    () => get(`${getUsers.path}?limit=100`, userList),
    () => get(wallets, walletList),
    () => get(`${getExposure.path}?by=thematic`, exposurePage),
  ];
  const visiting = (async () => {
    for (let visit = 0; !ending.signal.aborted; visit += 1) {
      const begun = performance.now();
      await visits[visit % visits.length]?.();
      took.push(performance.now() - begun);
      await wait(20);
    }
  })();
  return {
    async end() {
      ending.abort();
      await visiting;
      return took;
    },
  };
}

export const listPath = /^GET \/p\/users(\?|$)/;
export const historyPath = /\/history\/day$/;
export const walletsPath = /\/wallets$/;

/** The distinct requests of a kind that arrived. */
export const distinct = (service: Served, call: RegExp) =>
  new Set(service.arrived.flatMap((one) => (call.test(one.call) ? one.call : [])));

/** What arrived is within the limits, over any second. */
export function expectWithin(service: Served, { concurrent, perSecond }: Limits): void {
  expect(service.maxAtOnce()).toBeLessThanOrEqual(concurrent);
  expect(service.maxPerSecond()).toBeLessThanOrEqual(perSecond);
}
