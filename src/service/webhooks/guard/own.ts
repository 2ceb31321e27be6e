import { isIP } from 'node:net';
import { getInspector } from '#contract/operations/inspector.ts';
import { isLocalhost, isThisMachine } from './addresses.ts';
import { hostOf } from './host.ts';
import type { RangeRule } from './ranges.ts';

/** No message goes to the service itself, whatever networks are allowed. */
export const ownService: RangeRule = { name: 'own-service', meaning: 'this service itself' };

/**
 * Whether a URL is an inspector of the service, to which messages may always go, plain http included: one name below its
 * path. A name that a proxy could read as a path out of there is none.
 * @param origins where processes of the service listen on this machine.
 */
export function isInspector(url: URL, origins: readonly string[]): boolean {
  const base = `${getInspector.path}/`;
  if (!isOneOf(url, origins) || !url.pathname.startsWith(base)) return false;
  const name = url.pathname.slice(base.length);
  return name !== '' && !name.includes('/') && !decoded(name).split(/[/\\]/).includes('..');
}

/** Whether a URL names a port of the service: with an address of this machine it would be the service itself. */
export function hasOwnPort(url: URL, origins: readonly string[]): boolean {
  return origins.some((origin) => portOf(new URL(origin)) === portOf(url));
}

/** Whether the text of a URL says that it is the service itself. */
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
    // No UTF-8: the service has no call of such a path.
    return '..';
  }
}
