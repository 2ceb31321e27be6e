import { tmpdir } from 'node:os';
import type { Hono } from 'hono';
import { createAccess, type Access, type AccessOptions } from '#gateway/access/callers.ts';
import { createAudit, type Audit } from '#gateway/audit/createAudit.ts';
import { createMeasured, type Measured } from '#gateway/operate/metrics.ts';
import { createGateway, type GatewayOptions } from '#gateway/http/gateway.ts';
import { onlyListedProblems } from '#test/support/listedProblems.ts';
import { createTestService, type TestService } from '#test/support/service.ts';

export interface TestGateway {
  readonly tested: TestService;
  readonly gateway: Hono;
  /** Log of the gateway, with unexpected errors only. */
  readonly logged: string[];
  ask(path: string, init?: RequestInit): Promise<Response>;
}

/** The gateway in front of the real service, open, as http://127.0.0.1:5160, with a dashboard of one page. */
export async function createTestGateway(sampleUsers: number): Promise<TestGateway> {
  const tested = await createTestService({ sampleUsers });
  const logged: string[] = [];
  const gateway = gatewayOver(tested, tested.service, { logged });
  onlyListedProblems(gateway);
  return {
    tested,
    gateway,
    logged,
    ask: async (path, init) => gateway.request(`http://127.0.0.1:5160${path}`, init),
  };
}

/** The token of its process. */
export const processToken = 'token-of-the-process';

/** Keys and sessions in a test's database, of a process that only this machine can reach. */
export function accessOver(
  { database, clock }: TestService,
  options: Partial<AccessOptions> = {},
): Access {
  return createAccess({
    database,
    clock: () => clock.now,
    token: processToken,
    isLoopback: true,
    publicUrl: null,
    ...options,
  });
}

/** What is not limited unless a test says so. */
export type GatewayLimits = Pick<
  GatewayOptions,
  'ratePerKey' | 'ratePerAddress' | 'trustedProxies' | 'provider' | 'publicUrl'
>;

/** The audit trail in the database of a test. */
export function auditOver({ database, clock }: TestService, logged: string[] = []): Audit {
  return createAudit({ database, clock: () => clock.now, log: (line) => logged.push(line) });
}

interface GatewayParts {
  readonly logged?: string[];
  readonly access?: Access;
  readonly audit?: Audit;
  readonly measured?: Measured;
}

/** The gateway in front of a service, with what belongs to a test's own. */
export function gatewayOver(
  tested: TestService,
  service: Hono,
  {
    logged = [],
    access = accessOver(tested),
    measured = createMeasured(),
    audit = auditOver(tested, logged),
    ...limits
  }: GatewayParts & Partial<GatewayLimits> = {},
): Hono {
  const clock = () => tested.clock.now;
  const bytes = Buffer.from('<!doctype html>');
  const secretKey = new Uint8Array(32).fill(7);
  return createGateway({
    service,
    database: tested.database,
    market: tested.market,
    connectedTo: null,
    faultSince: () => null,
    notOffered: {},
    access,
    audit,
    host: 'localhost',
    provider: null,
    secretKey: tested.dependencies.secretKey,
    publicUrl: null,
    ratePerKey: 0,
    ratePerAddress: 0,
    trustedProxies: [],
    ...limits,
    serviceClock: clock,
    files: {
      plain: new Map([['/index.html', { bytes, etag: 'W/"i"' }]]),
      compressed: new Map(),
      preloadsOf: () => undefined,
    },
    currency: 'USD',
    version: '1.2.3',
    clock: () => ({ ok: true, aheadSeconds: 0, lastJump: null }),
    backups: () => null,
    backup: {
      secretKey,
      dataDir: tmpdir(),
      reserve: 0,
      replaceStore: (change) => change({ database: tested.database, secretKey }),
    },
    uptime: () => 61_500,
    isStopping: () => false,
    measured,
    liveClients: () => 0,
    log: (line) => logged.push(line),
  });
}
