import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface RangeRule {
  readonly name: string;
  readonly meaning: string;
}

type Address = ReturnType<typeof ipaddr.parse>;

const protocol = { name: 'protocol', meaning: 'an address reserved for protocols' };
const reserved = { name: 'reserved', meaning: 'a reserved address' };

/** Rules by ipaddr.js's names of special-purpose ranges; all others are `reserved`. */
const rules: Readonly<Partial<Record<string, RangeRule>>> = {
  unspecified: { name: 'this-network', meaning: 'an address of "this network"' },
  loopback: { name: 'loopback', meaning: 'this machine' },
  private: { name: 'private', meaning: 'an address of a private network' },
  carrierGradeNat: {
    name: 'shared',
    meaning: 'an address behind a provider’s address translation',
  },
  linkLocal: { name: 'link-local', meaning: 'a link-local address' },
  multicast: { name: 'multicast', meaning: 'a multicast address' },
  as112: protocol,
  as112v6: protocol,
  amt: protocol,
  teredo: protocol,
  orchid2: protocol,
  '6to4': { name: '6to4', meaning: 'an IPv4 address inside IPv6' },
};

/** Two additional rules: ipaddr.js calls a cloud's metadata address, and unassigned IPv6, unicast. */
const metadata = ipaddr.parse('168.63.129.16');
const globalIpv6 = ipaddr.parseCIDR('2000::/3');

/** The rule that forbids an address; null for a public one. */
export function specialRange(address: Address): RangeRule | null {
  if (address.kind() === 'ipv6' && !address.match(globalIpv6)) {
    return { name: 'not-global', meaning: 'not a public IPv6 address' };
  }
  if (address.toString() === metadata.toString()) {
    return { name: 'cloud-metadata', meaning: 'a cloud metadata address' };
  }
  const range = address.range();
  return range === 'unicast' ? null : (rules[range] ?? reserved);
}

/**
 * Parses an address; IPv4 inside IPv6 becomes IPv4. Null for other texts, and for an address with a zone
 * (`fe80::1%eth0`).
 */
export function readAddress(text: string): Address | null {
  // ipaddr.js also accepts `127.1` and the like, which DNS never returns.
  return isIP(text) === 0 || text.includes('%') ? null : ipaddr.process(text);
}

/** Networks with one owner: this machine, or an organization. */
const privateNetworks = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
] as const;

export function privateNetworkOf(text: string): string {
  const address = readAddress(text);
  const network = privateNetworks.find((one) => address !== null && isInNetworks(address, [one]));
  return network ?? address?.toString() ?? text;
}

/** Whether an address is in one of the networks in CIDR notation. `::/0` covers no IPv4 addresses. */
export function isInNetworks(address: Address, networks: readonly string[]): boolean {
  return networks
    .map((network) => ipaddr.parseCIDR(network))
    .some((network) => network[0].kind() === address.kind() && address.match(network));
}
