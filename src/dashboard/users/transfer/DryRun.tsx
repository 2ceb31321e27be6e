import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { NoteLine } from '../../design/NoteLine.tsx';
import classes from './ImportReview.module.css';
import type { RunView } from './importRun.ts';

interface DryRunStateProps {
  readonly view: RunView;
  /** While it runs. */
  readonly progress: string;
}

/** The progress of a dry run, or its failure. */
export function DryRunState({ view: { phase, fault }, progress }: DryRunStateProps) {
  if (phase === 'failed') {
    return (
      <div role="alert">
        <NoteLine tone="danger">{fault}</NoteLine>
      </div>
    );
  }
  if (phase !== 'running') return null;
  return (
    <Text component="output" c="dimmed" mih={56}>
      {progress}
    </Text>
  );
}

interface DryRunPlanProps {
  readonly head: string;
  readonly sentences: readonly string[];
}

/** Takes the focus when it appears, so that screen readers read it. */
export function DryRunPlan({ head, sentences }: DryRunPlanProps) {
  const plan = useRef<HTMLDivElement>(null);
  useEffect(() => plan.current?.focus(), []);
  return (
    <div ref={plan} className={classes.plan} tabIndex={-1} role="group" aria-label="Dry run">
      <Text c="var(--ink-2)">{head}</Text>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
