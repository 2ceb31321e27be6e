import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import type { WebhookTargets } from '../../portfolio/dependencies.ts';
import {
  allowedLoopback,
  isLocalhost,
  isThisMachine,
  loopback,
  ruleAgainst,
  settingFor,
} from './addresses.ts';
import { hostOf } from './host.ts';
import type { RangeRule } from './ranges.ts';
import { hasOwnPort, isInspector, ownService } from './own.ts';

export type Lookup = (hostname: string) => Promise<readonly string[]>;

export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly rule: string;
  readonly address: string;

  /** @param setting the setting that would allow it; null if there is none. */
  constructor(address: string, rule: RangeRule, setting: string | null) {
    const way = setting === null ? '' : ` ${setting} allows it.`;
    super(`${address} is ${rule.meaning}, which the rule ${rule.name} forbids.${way}`);
    this.rule = rule.name;
    this.address = address;
  }
}

export interface GuardOptions {
  readonly targets: WebhookTargets;
  readonly lookup: Lookup;
  /** Origins of the service on this machine: forbidden, except their inspectors. */
  readonly origins: readonly string[];
}

/**
 * The addresses that a message to a URL may be sent to.
 * @throws {RefusedError}
 */
export function targetAddresses(
  url: URL,
  { targets, lookup, origins }: GuardOptions,
): Promise<readonly string[]> {
  if (isInspector(url, origins)) return ownAddresses(hostOf(url.hostname));
  const isOwn = hasOwnPort(url, origins) ? isThisMachine : undefined;
  return vettedAddresses(url.hostname, targets, lookup, isOwn);
}

/**
 * The allowed addresses of a host, looked up once. One forbidden address forbids all, so that a public address next to
 * it does not help.
 * @param isOwn whether an address would be the service itself.
 * @throws {RefusedError}
 */
export async function vettedAddresses(
  hostname: string,
  { allowNetworks }: WebhookTargets,
  lookup: Lookup,
  isOwn: (address: string) => boolean = () => false,
): Promise<readonly string[]> {
  const host = hostOf(hostname);
  const resolved = await addressesOf(host, lookup);
  // DNS answers are judged as a whole; for localhost the allowed addresses are used.
  const allowed = isLocalhost(host) ? allowedLoopback(allowNetworks) : resolved;
  const addresses = allowed.length === 0 ? resolved : allowed;
  for (const address of addresses) {
    if (isOwn(address)) throw new RefusedError(address, ownService, null);
    const rule = ruleAgainst(address, allowNetworks);
    if (rule !== null) throw new RefusedError(address, rule, settingFor(address, allowNetworks));
  }
  return addresses;
}

/** The addresses of this machine that reach a server on that host. */
export async function ownAddresses(host: string): Promise<readonly string[]> {
  if (host === '0.0.0.0') return ['127.0.0.1'];
  if (host === '::') return ['::1', '127.0.0.1'];
  return addressesOf(host, lookupAddresses);
}

function addressesOf(host: string, lookup: Lookup): readonly string[] | Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  return isLocalhost(host) ? loopback : lookup(host);
}

const resolver = new dns.Resolver({ timeout: 2000, tries: 2 });

/**
 * Queries DNS directly: the system's lookup has four threads, and one slow name could block all. Falls back to the
 * machine's own list.
 */
export const lookupAddresses: Lookup = async (hostname) => {
  const [v4, v6] = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  const found = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length > 0) return found;
  const failed = [v4, v6].find(
    (answer) => answer.status === 'rejected' && !isUnknown(answer.reason),
  );
  if (failed?.status === 'rejected') throw failed.reason;
  return (await dns.lookup(hostname, { all: true })).map(({ address }) => address);
};

/** DNS has no address for the name. */
const isUnknown = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ENOTFOUND' || error.code === 'ENODATA');
