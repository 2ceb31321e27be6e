import { useEffect, useRef } from 'react';
import { formatCount } from '../../shared/format/number.ts';
import { formatClockSeconds } from '../../shared/format/time.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { NoteLine } from '../../shared/ui/NoteLine.tsx';
import { rowsOf, usersOf } from './counts.ts';
import classes from './ImportProgress.module.css';
import type { ImportRun, RunView } from './importRun.ts';

interface ImportProgressProps {
  readonly run: ImportRun;
  readonly view: RunView;
}

/** How far the import is, and what holds it. */
export function ImportProgress({ run, view }: ImportProgressProps) {
  const { phase, of, created, updated, failed, trouble, waitsUntil } = view;
  const done = created + updated + failed;
  const toggle = useRef<HTMLButtonElement>(null);
  const state = useRef<HTMLOutputElement>(null);
  // The button that was pressed is gone, and at the end this one is too: the focus is not lost with them.
  useEffect(() => {
    if (phase === 'over') state.current?.focus();
    else toggle.current?.focus();
  }, [phase]);
  const parts = [
    ...(created > 0 || updated === 0 ? [`${usersOf(created)} created`] : []),
    ...(updated > 0 ? [`${formatCount(updated)} updated`] : []),
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    ...(phase === 'over' && done < of ? [`${rowsOf(of - done)} not sent`] : []),
  ];
  return (
    <div className={classes.run}>
      <progress max={of} value={done} aria-label="Rows done" />
      <div className={classes.line}>
        <span className={classes.figures}>
          {formatCount(done)} of {rowsOf(of)}: {parts.join(', ')}
        </span>
        {phase !== 'over' && (
          <Button ref={toggle} onClick={phase === 'running' ? run.pause : run.resume}>
            {phase === 'running' ? 'Pause' : 'Resume'}
          </Button>
        )}
        {phase !== 'over' && (
          <Button variant="plain" onClick={run.cancel}>
            Cancel the rest
          </Button>
        )}
      </div>
      <output ref={state} className={classes.state} tabIndex={-1}>
        {stateWords[phase]}
      </output>
      {trouble !== null && (
        <NoteLine tone="danger">Nothing is lost, what is done stays done. {trouble}</NoteLine>
      )}
      {phase === 'running' && waitsUntil !== null && (
        <NoteLine tone="warn">
          The service asked to wait. It goes on by itself at {formatClockSeconds(waitsUntil)}.
        </NoteLine>
      )}
    </div>
  );
}

const stateWords = {
  running: 'Importing. Leave this page open until it is done.',
  paused: 'Paused.',
  over: 'The import is over.',
} as const;
