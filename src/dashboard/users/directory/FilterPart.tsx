import { Stack, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './FilterPanel.module.css';

interface FilterPartProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function FilterPart({ title, children }: FilterPartProps) {
  const id = useId();
  return (
    <Stack role="group" aria-labelledby={id} gap="xs" py="sm" className={classes.part}>
      <Text component="h3" id={id} size="xs" c="dimmed">
        {title}
      </Text>
      {children}
    </Stack>
  );
}
