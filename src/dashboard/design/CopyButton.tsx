import { ActionIcon } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect } from 'react';
import { notify } from './notify.ts';

interface CopyButtonProps {
  readonly text: string;
  readonly what: string;
  readonly className?: string | undefined;
}

export function CopyButton({ text, what, className }: CopyButtonProps) {
  const { copy, copied, error } = useClipboard();
  useEffect(() => {
    if (error !== null) notify(`This browser blocks copying. The ${what}: ${text}`);
  }, [error, what, text]);
  const label = copied ? 'Copied' : `Copy ${what}`;
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <ActionIcon aria-label={label} title={label} className={className} onClick={() => copy(text)}>
      <Icon size={15} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
