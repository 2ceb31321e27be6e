import { useEffect, useRef } from 'react';
import type { UserOutcome } from '#contract/userImport.ts';
import { formatCount } from '../../shared/format/number.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { doneFigures, usersOf } from './importMessages.ts';
import classes from './ImportProgress.module.css';
import { type RunView, sumOf } from './importRun.ts';

interface ImportProgressProps {
  readonly view: RunView;
  readonly counts: Readonly<Record<UserOutcome, number>>;
  readonly onStop: () => void;
}

/** How far the import is, and the button that stops it. */
export function ImportProgress({ view, counts, onStop }: ImportProgressProps) {
  const { phase, begun } = view;
  const isRunning = phase === 'running';
  const done = sumOf(view.counts);
  const stop = useRef<HTMLButtonElement>(null);
  const state = useRef<HTMLOutputElement>(null);
  // The button that was pressed is gone, and at the end this one is too: the focus is not lost with them.
  useEffect(() => {
    if (isRunning) stop.current?.focus();
    else state.current?.focus();
  }, [isRunning]);
  return (
    <div className={classes.run}>
      <progress max={Math.max(1, begun?.users ?? 1)} value={done} aria-label="Users done" />
      <div className={classes.line}>
        <span className={classes.figures}>
          {formatCount(done)} of {usersOf(begun?.users ?? 0)}: {doneFigures(counts)}
        </span>
        {isRunning && (
          <Button ref={stop} onClick={onStop}>
            Stop
          </Button>
        )}
      </div>
      <output ref={state} className={classes.state} tabIndex={-1}>
        {messages[phase]}
      </output>
    </div>
  );
}

const messages = {
  running: 'Importing. Leave this page open until it is done.',
  stopped: 'Stopped. Continue goes on where it was.',
  failed: 'The import broke off. Continue goes on where it was.',
  over: 'The import is over.',
} as const;
