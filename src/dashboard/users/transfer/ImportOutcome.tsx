import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Existing } from '#contract/userImport.ts';
import { FormFoot } from '../../design/FormFoot.tsx';
import { NoteLine } from '../../design/NoteLine.tsx';
import { ImportUndo } from '../../portfolio/ImportUndo.tsx';
import { useFormat } from '../../preferences/format.ts';
import { doneFigures, type OutcomeCounts } from './importMessages.ts';
import { ImportRows, SaveFailures } from './ImportRows.tsx';
import classes from './ImportReview.module.css';
import { type RunView, rowsDone, totalCounts } from './importRun.ts';

interface ImportOutcomeProps {
  readonly name: string;
  readonly views: readonly RunView[];
  readonly existing: Existing;
  readonly onStop: () => void;
  readonly onContinue: () => void;
  readonly onChooseAnother: () => void;
  readonly onClose: () => void;
}

export function ImportOutcome(props: ImportOutcomeProps) {
  const { name, views, existing, onStop, onContinue, onChooseAnother, onClose } = props;
  const [isUndone, setUndone] = useState(false);
  const last = views.at(-1);
  if (last === undefined) return null;
  const counts = totalCounts(views, existing);
  const { phase } = last;
  const isRunning = phase === 'running';
  const ids = views.flatMap(({ started }) => started?.id ?? []);
  return (
    <form>
      <Stack>
        <RunProgress view={last} counts={counts} onStop={onStop} />
        {phase === 'failed' && (
          <NoteLine tone="danger">The users imported so far are saved. {last.fault}</NoteLine>
        )}
        <ImportRows view={last} existing={existing} isPlan={false} />
        {!isRunning && ids.length > 0 && counts.created + counts.updated > 0 && (
          <ImportUndo ids={ids} created={counts.created} onUndone={() => setUndone(true)} />
        )}
      </Stack>
      {!isRunning && (
        <FormFoot>
          {phase === 'over' && (
            <Button variant="filled" onClick={onClose}>
              Done
            </Button>
          )}
          {phase !== 'over' && !isUndone && (
            <Button variant="filled" onClick={onContinue}>
              Continue
            </Button>
          )}
          <Button onClick={onChooseAnother}>Choose another file</Button>
          <SaveFailures name={name} view={last} count={counts.failed} />
        </FormFoot>
      )}
    </form>
  );
}

interface RunProgressProps {
  readonly view: RunView;
  readonly counts: OutcomeCounts;
  readonly onStop: () => void;
}

function RunProgress({ view, counts, onStop }: RunProgressProps) {
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
        aria-label="Import progress"
      />
      <Group gap="xs">
        <span className={classes.figures}>
          {format.number(done)} of {format.count(started?.users ?? 0, 'user')}:{' '}
          {doneFigures(format, counts)}
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
        {phaseMessages[phase]}
      </Text>
    </Stack>
  );
}

const phaseMessages = {
  running: 'Importing. Keep this page open until the import is complete.',
  stopped: 'Stopped. Select Continue to resume.',
  failed: 'Import interrupted. Select Continue to resume.',
  over: 'Import complete.',
} as const;
