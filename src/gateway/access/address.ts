import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';
import { isInNetworks, readAddress } from '#service/webhooks/guard/ranges.ts';

const ofProxies = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** Returns whether a request was sent on this machine directly. A local proxy connects from this machine too. */
export function isLocalRequest(c: Context): boolean {
  if (ofProxies.some((name) => c.req.header(name) !== undefined)) return false;
  return /^(127\.|::1$)/.test(connectedFrom(c));
}

/**
 * Returns the client address of a request; `unknown` without a connection. Trusts `X-Forwarded-For` only from a trusted proxy,
 * hop by hop, because any other client can send any value.
 */
export function addressOf(c: Context, trustedProxies: readonly string[]): string {
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',');
  let address = connectedFrom(c);
  for (;;) {
    if (!isTrustedProxy(address, trustedProxies)) return address;
    const before = readAddress(withoutPort(forwarded.pop()?.trim() ?? ''));
    if (before === null) return address;
    address = before.toString();
  }
}

export function isTrustedProxy(address: string, trustedProxies: readonly string[]): boolean {
  const read = readAddress(address);
  return read !== null && isInNetworks(read, trustedProxies);
}

function connectedFrom(c: Context): string {
  const env: unknown = c.env;
  const isOverConnection = typeof env === 'object' && env !== null && 'incoming' in env;
  const text = isOverConnection ? getConnInfo(c).remote.address : undefined;
  return text === undefined ? 'unknown' : (readAddress(text)?.toString() ?? text);
}

/** Some proxies write `192.0.2.1:5000` or `[2001:db8::1]:5000`. */
function withoutPort(text: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1');
}

/** Returns the network by which attempts and requests are counted. An IPv6 client usually has a complete network of addresses. */
export function networkOf(address: string): string {
  const read = readAddress(address);
  if (read?.kind() !== 'ipv6') return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()}/64`;
}
