import type { Hono } from 'hono';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import type { TestService } from './service.ts';

let service: Promise<TestService> | null = null;
let isUsed = false;

/** Returns the real service of a test process, created on first use and reset before every test. */
export function testService(): Promise<TestService> {
  isUsed = true;
  // Loaded on first use: most tests of figures and schemas never need it.
  service ??= import('./service.ts').then(({ createTestService }) => createTestService());
  return service;
}

export async function resetService(): Promise<void> {
  if (isUsed) await (await service)?.reset();
  isUsed = false;
}

/** Returns the log of the service: unexpected errors only. */
export async function serviceLog(): Promise<readonly string[]> {
  return (await service)?.logged ?? [];
}

let gateway: Promise<Hono> | null = null;

/** Creates the service behind the answers of the gateway that pages read, such as `/x/capabilities`. */
async function makeGateway(): Promise<Hono> {
  const { Hono } = await import('hono');
  const { aboutOperations } = await import('#gateway/http/aboutOperations.ts');
  const { serve } = await import('#platform/http/implement.ts');
  const { accessOperations } = await import('#gateway/access/accessOperations.ts');
  const { createAccess } = await import('#gateway/access/callers.ts');
  const { createCounts } = await import('#gateway/access/counts.ts');
  const { createWrongKeys } = await import('#gateway/access/wrongKeys.ts');
  const { service, database, market, clock } = await testService();
  const { sendErrors } = await import('#platform/http/errors.ts');
  const app = new Hono();
  sendErrors(app, (...logged) => console.error(...logged));
  const now = () => clock.now;
  const token = 'token-of-the-process';
  const access = createAccess({ database, clock: now, token, isLoopback: true, publicUrl: null });
  const about = aboutOperations({
    database,
    market,
    connectedTo: null,
    faultSince: () => null,
    notOffered: {},
    currency: 'USD',
    version: '0.0.0',
    clock: () => ({ ok: true, aheadSeconds: 0, lastJump: null }),
    isStopping: () => false,
    backups: () => null,
    uptime: () => 0,
  });
  const { auditOperations } = await import('#gateway/audit/auditOperations.ts');
  const { createAudit } = await import('#gateway/audit/createAudit.ts');
  const { Homes } = await import('#gateway/views/homes.ts');
  const { viewOperations } = await import('#gateway/views/viewOperations.ts');
  const wrongKeys = createWrongKeys(createCounts(database, now), now);
  const { backupOperations } = await import('#gateway/backup/backupOperations.ts');
  // Resuming deliveries needs only the database. No page creates or restores backups.
  const backups = backupOperations({
    database,
    secretKey: new Uint8Array(32),
    dataDir: '/dev/null',
    reserve: 0,
    version: '0.0.0',
    now,
    log: () => {},
    replaceStore: () => Promise.reject(new Error('No page restores a backup')),
  });
  const homes = new Homes(database.queries, 0);
  serve(app, [
    ...about,
    ...accessOperations({ access, wrongKeys, database, clock: now, homes, provider: null }),
    ...backups,
    ...viewOperations({ database, clock: now, homes }),
    ...auditOperations(createAudit({ database, clock: now, log: () => {} }), database),
  ]);
  app.all('*', (c) => service.fetch(c.req.raw));
  return app;
}

const forward = ({ request }: { request: Request }) => {
  isUsed = true;
  gateway ??= makeGateway();
  return gateway.then((app) => app.fetch(request));
};

/** Answers the pages from the service. `server.use` adds faults before it. */
export const server = setupServer(http.all('*/p/*', forward), http.all('*/x/*', forward));

export function notOffered(detail: string): Response {
  const body = { type: 'about:blank', title: 'Not offered', status: 501, instance: '', detail };
  return Response.json({ ...body, code: 'not-offered' }, { status: 501 });
}
