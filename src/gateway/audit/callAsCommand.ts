import { Hono } from 'hono';
import { commandName, knowCall, localCaller } from '#platform/http/caller.ts';
import { createAudit, type AuditOptions } from './createAudit.ts';
import { recordCalls } from './recordCalls.ts';

/** Calls a service in this process as a command, and records its changes in the audit trail. */
export function callAsCommand(
  service: Hono,
  options: AuditOptions,
): (path: string, init?: RequestInit) => Promise<Response> {
  const app = new Hono();
  app.use(async (c, next) => {
    knowCall(c, { ...localCaller, via: 'command', name: commandName });
    await next();
  });
  app.use(recordCalls(createAudit(options)));
  app.all('*', (c) => service.fetch(c.req.raw, c.env));
  return async (path, init) => app.request(`http://localhost${path}`, init);
}
