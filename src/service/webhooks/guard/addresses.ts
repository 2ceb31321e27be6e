import { BlockList, isIP } from 'node:net';
import { specialRanges, type RangeRule } from './ranges.ts';

/** The rule that forbids an address; null where messages may be sent there: it is public, or in a network that is allowed. */
export function ruleAgainst(address: string, allowNetworks: readonly string[]): RangeRule | null {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (listOf(allowNetworks).check(address, family)) return null;
  return specialRanges(address, family);
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix = ''] = network.split('/');
    list.addSubnet(address, Number(prefix), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}
