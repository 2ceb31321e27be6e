import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useFormat } from '../../preferences/format.ts';
import classes from './ImportReview.module.css';
import { type RunView, rowsDone } from './importRun.ts';

interface RunProgressProps {
  readonly view: RunView;
  readonly label: string;
  /** Counts by outcome in words. */
  readonly figures: string;
  readonly messages: Readonly<Record<RunView['phase'], string>>;
  readonly onStop: () => void;
}

export function RunProgress({ view, label, figures, messages, onStop }: RunProgressProps) {
  const format = useFormat();
  const { phase, started } = view;
  const isRunning = phase === 'running';
  const done = rowsDone(view.counts);
  const stop = useRef<HTMLButtonElement>(null);
  const state = useRef<HTMLOutputElement>(null);
  // The pressed button is gone, and Stop disappears at the end: the focus must not be lost.
  useEffect(() => {
    if (isRunning) stop.current?.focus();
    else state.current?.focus();
  }, [isRunning]);
  return (
    <Stack gap="xs">
      <Progress
        size={4}
        value={(100 * done) / Math.max(1, started?.users ?? 1)}
        aria-label={label}
      />
      <Group gap="xs">
        <span className={classes.figures}>
          {format.number(done)} of {format.count(started?.users ?? 0, 'user')}: {figures}
        </span>
        {isRunning && (
          <Button ref={stop} onClick={onStop}>
            Stop
          </Button>
        )}
      </Group>
      <Text
        component="output"
        ref={state}
        className={classes.plan}
        size="xs"
        c="dimmed"
        tabIndex={-1}
      >
        {messages[phase]}
      </Text>
    </Stack>
  );
}
