import { Hono } from 'hono';
import { commandName, knowCall, localCaller } from '#platform/http/caller.ts';
import { createAudit, type AuditOptions } from './createAudit.ts';
import { recordCalls } from './recordCalls.ts';

export interface CommandCaller {
  readonly request: (path: string, init?: RequestInit) => Promise<Response>;
  /** Completes the audit trail. */
  readonly stop: () => Promise<void>;
}

/** Calls a service in this process as a command, and records its changes in the audit trail. */
export function callAsCommand(service: Hono, options: AuditOptions): CommandCaller {
  const audit = createAudit(options);
  const app = new Hono();
  app.use(async (c, next) => {
    knowCall(c, { ...localCaller, via: 'command', name: commandName });
    await next();
  });
  app.use(recordCalls(audit));
  app.all('*', (c) => service.fetch(c.req.raw, c.env));
  return {
    request: async (path, init) => app.request(`http://localhost${path}`, init),
    stop: audit.stop,
  };
}
