import { Button, Group, Text } from '@mantine/core';
import { PageLink } from '../../design/PageLink.tsx';
import { IconX } from '@tabler/icons-react';
import { useThematics } from '../../portfolio/useThematics.ts';
import { type Format, useFormat } from '../../preferences/format.ts';
import { urls } from '../../url/urls.ts';
import { type Chosen, limitText } from '../chosen.ts';

export function CompareBar({ chosen }: { readonly chosen: Chosen }) {
  const format = useFormat();
  const { nameOf } = useThematics();
  const { ids, toggle, clear, isAtLimit } = chosen;
  if (ids.length === 0) return null;
  return (
    <Group
      component="section"
      wrap="nowrap"
      gap="xs"
      pos="sticky"
      bottom="var(--tabs)"
      mih={48}
      mt="auto"
      px="var(--gutter)"
      py="xs"
      bg="var(--surface-0)"
      style={{ zIndex: 7, borderTop: 'var(--hair) solid var(--line-2)' }}
      aria-label="Chosen for comparison"
    >
      <Text component="output" fw={500} mr="xs">
        {barText(format, ids.length, isAtLimit)}
      </Text>
      <Group component="ul" gap={6} flex={1} visibleFrom="sm">
        {ids.map((id) => (
          <li key={id}>
            <Button
              size="xs"
              maw="22ch"
              aria-label={`Remove ${nameOf(id)}`}
              rightSection={<IconX size={12} stroke={1.75} aria-hidden />}
              onClick={() => toggle(id)}
            >
              <bdi>{nameOf(id)}</bdi>
            </Button>
          </li>
        ))}
      </Group>
      <Button variant="subtle" ml="auto" onClick={clear}>
        Clear
      </Button>
      {ids.length > 1 && (
        <Button component={PageLink} variant="filled" to={urls.compare(ids)}>
          Compare {format.number(ids.length)}
        </Button>
      )}
    </Group>
  );
}

function barText(format: Format, count: number, isAtLimit: boolean): string {
  if (isAtLimit) return limitText(format);
  return count === 1 ? '1 chosen, choose another' : `${format.number(count)} chosen`;
}
