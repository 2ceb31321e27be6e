import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import type { WebhookTargets } from '../../dependencies.ts';
import { ruleAgainst } from './addresses.ts';
import { hostOf } from './host.ts';

/** All addresses of a name; rejects where it has none. */
export type Lookup = (hostname: string) => Promise<readonly string[]>;

/** No message may be sent there: which address, and by which rule. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly rule: string;
  readonly address: string;

  constructor(address: string, rule: { readonly name: string; readonly meaning: string }) {
    super(`${address} is ${rule.meaning}; no message may be sent there (rule ${rule.name}).`);
    this.rule = rule.name;
    this.address = address;
  }
}

/**
 * The addresses that may be connected to for a host, looked up once: where any of them is forbidden none may, so that nobody
 * gets in with one public answer among others.
 * @throws {RefusedError}
 */
export async function vettedAddresses(
  hostname: string,
  { allowNetworks }: WebhookTargets,
  lookup: Lookup,
): Promise<readonly string[]> {
  const host = hostOf(hostname);
  const addresses = await addressesOf(host, lookup);
  for (const address of addresses) {
    const rule = ruleAgainst(address, allowNetworks);
    if (rule !== null) throw new RefusedError(address, rule);
  }
  return addresses;
}

/** The addresses of this machine at which a server of that host can be reached. */
export async function ownAddresses(host: string): Promise<readonly string[]> {
  if (host === '0.0.0.0') return ['127.0.0.1'];
  if (host === '::') return ['::1', '127.0.0.1'];
  return addressesOf(host, lookupAddresses);
}

function addressesOf(host: string, lookup: Lookup): readonly string[] | Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  // This machine, whatever a name server says (RFC 6761).
  if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1'];
  return lookup(host);
}

const resolver = new dns.Resolver({ timeout: 2000, tries: 2 });

/**
 * Asks the name servers, in threads of nobody: the system's lookup has four, and one slow name could hold all. What they do
 * not know may stand in the machine's own list.
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

/** The name servers know no address of that name. */
const isUnknown = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ENOTFOUND' || error.code === 'ENODATA');
