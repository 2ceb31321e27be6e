import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CopyButton } from '../../design/CopyButton.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { SegmentedControl } from '../../design/SegmentedControl.tsx';
import { Code } from '../Message.tsx';
import type { ToolProps } from './ToolProps.ts';
import { receiverCode, type ReceiverLanguage } from './receiverCode.ts';

const languages: readonly { readonly value: ReceiverLanguage; readonly label: string }[] = [
  { value: 'node', label: 'Node' },
  { value: 'python', label: 'Python' },
  { value: 'go', label: 'Go' },
];

export function ReceiverDialog({ onClose }: Pick<ToolProps, 'onClose'>) {
  const [language, setLanguage] = useState<ReceiverLanguage>('node');
  const code = receiverCode[language];
  return (
    <Dialog title="Receiver code" size="side" onClose={onClose}>
      <Stack>
        <Text size="xs" c="var(--ink-2)">
          Complete code without dependencies. Any Standard Webhooks library can verify messages too.
        </Text>
        <Group justify="space-between">
          <SegmentedControl
            aria-label="Language"
            data={languages}
            value={language}
            onChange={setLanguage}
          />
          <CopyButton text={code} what="receiver code" />
        </Group>
        <Code text={code} label="Receiver code" />
      </Stack>
    </Dialog>
  );
}
