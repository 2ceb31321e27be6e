import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

const ofProxies = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** Whether a request was sent on this machine, and not through a proxy, which would send it from here too. */
export function isLocalRequest(c: Context): boolean {
  if (ofProxies.some((name) => c.req.header(name) !== undefined)) return false;
  return /^(127\.|::ffff:127\.|::1$)/.test(addressOf(c));
}

/** The address a request comes from; unknown where it came over no connection. */
export function addressOf(c: Context): string {
  const env: unknown = c.env;
  const isOverConnection = typeof env === 'object' && env !== null && 'incoming' in env;
  return (isOverConnection ? getConnInfo(c).remote.address : undefined) ?? 'unknown';
}
