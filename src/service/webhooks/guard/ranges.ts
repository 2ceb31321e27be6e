import { BlockList } from 'node:net';

export interface RangeRule {
  readonly name: string;
  readonly meaning: string;
}

type Family = 'ipv4' | 'ipv6';

/** IPv4 special-purpose ranges (IANA registry, RFC 6890 and its updates), and the metadata address of a cloud. */
const ipv4Ranges = [
  ['0.0.0.0/8', 'this-network', 'an address of "this network"'],
  ['10.0.0.0/8', 'private', 'an address of a private network'],
  ['100.64.0.0/10', 'shared', 'an address of a provider behind address translation'],
  ['127.0.0.0/8', 'loopback', 'this machine'],
  ['169.254.0.0/16', 'link-local', 'an address of the local link'],
  ['172.16.0.0/12', 'private', 'an address of a private network'],
  ['192.0.0.0/24', 'protocol', 'an address reserved for protocols'],
  ['192.0.2.0/24', 'documentation', 'an address for documentation'],
  ['192.31.196.0/24', 'protocol', 'an address reserved for protocols'],
  ['192.52.193.0/24', 'protocol', 'an address reserved for protocols'],
  ['192.88.99.0/24', 'protocol', 'an address reserved for protocols'],
  ['192.168.0.0/16', 'private', 'an address of a private network'],
  ['192.175.48.0/24', 'protocol', 'an address reserved for protocols'],
  ['198.18.0.0/15', 'benchmarking', 'an address for benchmarks'],
  ['198.51.100.0/24', 'documentation', 'an address for documentation'],
  ['203.0.113.0/24', 'documentation', 'an address for documentation'],
  ['224.0.0.0/4', 'multicast', 'a multicast address'],
  ['240.0.0.0/4', 'reserved', 'a reserved address'],
  ['168.63.129.16/32', 'cloud-metadata', 'the metadata address of a cloud'],
] as const;

/** Inside 2000::/3, the only IPv6 range that is sent to. */
const ipv6Ranges = [
  ['2001::/23', 'protocol', 'an address reserved for protocols'],
  ['2001:db8::/32', 'documentation', 'an address for documentation'],
  ['2002::/16', '6to4', 'an IPv4 address inside IPv6'],
  ['3fff::/20', 'documentation', 'an address for documentation'],
  ['2620:4f:8000::/48', 'protocol', 'an address reserved for protocols'],
] as const;

const global6 = listOf('2000::/3', 'ipv6');
const mapped4 = listOf('::ffff:0:0/96', 'ipv6');

/** The rule that forbids an address; null for a public one. IPv4 inside IPv6 is judged as IPv4. */
export function specialRanges(address: string, family: Family): RangeRule | null {
  if (family === 'ipv6' && mapped4.check(address, 'ipv6')) {
    return specialRanges(mappedAddress(address), 'ipv4');
  }
  const ranges = family === 'ipv4' ? ipv4Ranges : ipv6Ranges;
  for (const [range, name, meaning] of ranges) {
    if (listOf(range, family).check(address, family)) return { name, meaning };
  }
  if (family === 'ipv6' && !global6.check(address, 'ipv6')) {
    return { name: 'not-global', meaning: 'no public IPv6 address' };
  }
  return null;
}

function listOf(range: string, family: Family): BlockList {
  const [address = '', prefix = ''] = range.split('/');
  const list = new BlockList();
  list.addSubnet(address, Number(prefix), family);
  return list;
}

/** The IPv4 address of `::ffff:7f00:1`, the form in which a WHATWG URL writes it. */
function mappedAddress(address: string): string {
  const groups = address.split(':').slice(-2);
  const bytes = groups.flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return address.includes('.') ? address.slice(address.lastIndexOf(':') + 1) : bytes.join('.');
}
