import { Hono } from 'hono';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { aboutRoutes } from '#gateway/about.ts';
import { createTestService, type TestService } from './service.ts';

let service: Promise<TestService> | null = null;

/** The real service of the test file: made when first asked for, as it was at first before every test. */
export function testService(): Promise<TestService> {
  service ??= createTestService();
  return service;
}

/** Puts a service that was used back to its beginning. */
export async function resetService(): Promise<void> {
  await (await service)?.reset();
}

export async function closeService(): Promise<void> {
  await (await service)?.close();
  service = null;
}

/** What the service logged: unexpected errors alone. */
export async function serviceLog(): Promise<readonly string[]> {
  return (await service)?.logged ?? [];
}

/** What the gateway answers in front of the service: `/x/capabilities` and its like. */
function gatewayOf({ service, database, market }: TestService): Hono {
  const app = new Hono();
  aboutRoutes(app, { database, market, currency: 'USD', version: '0.0.0', uptime: () => 0 });
  app.mount('/', service.fetch);
  return app;
}

const forward = ({ request }: { request: Request }) =>
  testService().then((service) => gatewayOf(service).fetch(request));

/** Between the pages and the service; `server.use` puts faults before it. */
export const server = setupServer(http.all('*/p/*', forward), http.all('*/x/*', forward));
