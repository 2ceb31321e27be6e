import { Anchor, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageLink } from '../design/PageLink.tsx';
import { FilterChip } from './FilterChip.tsx';
import type { SelectedMembers } from './useMembership.ts';

interface MembersBarProps {
  readonly members: SelectedMembers;
  /** Further sentences about the members. */
  readonly children?: ReactNode;
}

/** Names the members of a book by the conditions that select them, as in the list of users. */
export function MembersBar({ members: { conditions, list }, children }: MembersBarProps) {
  return (
    <Group component="section" aria-label="Members" gap="xs" px="var(--gutter)" py="xs" mih={44}>
      {conditions.length === 0 && <Text size="sm">All users</Text>}
      {conditions.map(({ name, label, value, remove }) => (
        <FilterChip key={name} {...{ label, value }} onRemove={remove} />
      ))}
      <Text size="xs" c="dimmed" ml="auto">
        Members are those who match now.{children}{' '}
        <Anchor component={PageLink} inherit underline="always" to={list}>
          Show the users
        </Anchor>
      </Text>
    </Group>
  );
}
