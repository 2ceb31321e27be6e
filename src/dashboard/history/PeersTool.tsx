import { ActionIcon } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { initialPeers, type PeersOfChart } from './usePeers.ts';

export function PeersTool({ peers }: { readonly peers: PeersOfChart }) {
  const isOn = peers.by !== '';
  const whyNot = isOn ? null : peers.whyNot;
  return (
    <ActionIcon
      size="sm"
      aria-label="Peers"
      aria-pressed={isOn}
      aria-disabled={whyNot !== null}
      title={whyNot ?? 'Peers: median and quartiles of users that share a thematic or an attribute'}
      onClick={() => whyNot === null && peers.choose(isOn ? '' : initialPeers)}
    >
      <IconUsersGroup size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
