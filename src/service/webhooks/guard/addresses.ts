import { networkInterfaces } from 'node:os';
import {
  isInNetworks,
  privateNetworkOf,
  readAddress,
  specialRange,
  type RangeRule,
} from './ranges.ts';

/** The rule that forbids an address; null if messages may be sent there: it is public, or in an allowed network. */
export function ruleAgainst(text: string, allowNetworks: readonly string[]): RangeRule | null {
  const address = readAddress(text);
  if (address === null) return { name: 'not-an-address', meaning: 'no IP address' };
  return isInNetworks(address, allowNetworks) ? null : specialRange(address);
}

export function settingFor(text: string, allowNetworks: readonly string[]): string {
  return `WEBHOOKS_ALLOW_NETWORKS=${[...allowNetworks, privateNetworkOf(text)].join(',')}`;
}

/** Names of this machine for any answer of DNS (RFC 6761). */
export function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

export const loopback = ['127.0.0.1', '::1'] as const;

export function allowedLoopback(allowNetworks: readonly string[]): readonly string[] {
  return loopback.filter((address) => ruleAgainst(address, allowNetworks) === null);
}

/** Whether an address reaches this machine: loopback, unspecified, or one of its interfaces. */
export function isThisMachine(text: string): boolean {
  const address = readAddress(text);
  if (address === null) return false;
  const range = address.range();
  if (range === 'loopback' || range === 'unspecified') return true;
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .some((own) => readAddress(own.address)?.toString() === address.toString());
}
