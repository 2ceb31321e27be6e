import type { Hono } from 'hono';
import { createGateway } from '#gateway/gateway.ts';
import { createTestService, type TestService } from '#test/support/service.ts';

export interface TestGateway {
  readonly tested: TestService;
  readonly gateway: Hono;
  /** What the gateway logged: unexpected errors alone. */
  readonly logged: string[];
  ask(path: string, init?: RequestInit): Promise<Response>;
}

/** The gateway in front of the real service, open, as http://127.0.0.1:5160, with a dashboard of one page. */
export async function createTestGateway(sampleUsers: number): Promise<TestGateway> {
  const tested = await createTestService({ sampleUsers });
  const logged: string[] = [];
  const bytes = Buffer.from('<!doctype html>');
  const gateway = createGateway({
    service: tested.service,
    database: tested.database,
    market: tested.market,
    audience: { open: true },
    files: new Map([
      ['/index.html', { bytes, encoded: new Map(), type: 'text/html', etag: '"i"' }],
    ]),
    currency: 'USD',
    version: '1.2.3',
    uptime: () => 61_500,
    log: (line) => logged.push(line),
  });
  return {
    tested,
    gateway,
    logged,
    ask: async (path, init) => gateway.request(`http://127.0.0.1:5160${path}`, init),
  };
}
