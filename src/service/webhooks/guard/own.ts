import { isIP } from 'node:net';
import { getInspector } from '#contract/operations/inspector.ts';
import { isLocalhost, isThisMachine } from './addresses.ts';
import { hostOf } from './host.ts';
import type { RangeRule } from './ranges.ts';

/** Messages to the service itself are never allowed, in any allowed network. */
export const ownService: RangeRule = { name: 'own-service', meaning: 'this service itself' };

/**
 * Whether a URL is an inspector of the service, which may always receive messages, including over plain http. Exactly
 * one name below its path, and none that a proxy could resolve to another path.
 * @param origins where processes of the service listen on this machine.
 */
export function isInspector(url: URL, origins: readonly string[]): boolean {
  const base = `${getInspector.path}/`;
  if (!isOneOf(url, origins) || !url.pathname.startsWith(base)) return false;
  const name = url.pathname.slice(base.length);
  return name !== '' && !name.includes('/') && !decoded(name).split(/[/\\]/).includes('..');
}

/** Whether a URL has a port of the service: with an address of this machine it would be the service itself. */
export function hasOwnPort(url: URL, origins: readonly string[]): boolean {
  return origins.some((origin) => portOf(new URL(origin)) === portOf(url));
}

export function isOwnService(url: URL, origins: readonly string[]): boolean {
  const host = hostOf(url.hostname);
  return hasOwnPort(url, origins) && (isIP(host) === 0 ? isLocalhost(host) : isThisMachine(host));
}

function isOneOf(url: URL, origins: readonly string[]): boolean {
  return origins.some((origin) => new URL(origin).origin === url.origin);
}

function portOf({ port, protocol }: URL): string {
  return port === '' ? (protocol === 'https:' ? '443' : '80') : port;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not UTF-8: no call of the service has such a path.
    return '..';
  }
}
