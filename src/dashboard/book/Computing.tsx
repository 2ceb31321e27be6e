import { Button, Group, Loader } from '@mantine/core';
import { useState } from 'react';
import { useNow } from '../design/Ago.tsx';
import { useFormat } from '../preferences/format.ts';

/** Milliseconds until a computation is worth a line. */
const quietMs = 2000;

interface ComputingProps {
  /** Number of members; undefined until it is known. */
  readonly count: number | undefined;
  readonly onStop: () => void;
}

/** Says what a long computation does, and offers to stop it. Rendered while it runs. */
export function Computing({ count, onStop }: ComputingProps) {
  const format = useFormat();
  const [begun] = useState(Date.now);
  const elapsed = useNow() - begun;
  if (elapsed < quietMs) return null;
  return (
    <Group role="status" gap="xs" px="var(--gutter)" py={6} mih={44} fz="sm">
      <Loader size={16} aria-hidden />
      Computing the history of {count === undefined
        ? 'the members'
        : format.count(count, 'user')}…{' '}
      {format.number(Math.round(elapsed / 1000))} s
      <Button size="xs" variant="default" onClick={onStop}>
        Stop
      </Button>
    </Group>
  );
}
