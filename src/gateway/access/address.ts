import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** The address a request comes from; unknown where it came over no connection. */
export function addressOf(c: Context): string {
  const env: unknown = c.env;
  const isOverConnection = typeof env === 'object' && env !== null && 'incoming' in env;
  return (isOverConnection ? getConnInfo(c).remote.address : undefined) ?? 'unknown';
}
