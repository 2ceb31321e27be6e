import { Group, Text } from '@mantine/core';
import { CopyButton } from './CopyButton.tsx';

export function CopyLine({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <Group
      justify="space-between"
      wrap="nowrap"
      gap="xs"
      p="4px 4px 4px 12px"
      bg="var(--surface-2)"
    >
      <Text component="code" size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      <CopyButton text={text} what={what} />
    </Group>
  );
}
