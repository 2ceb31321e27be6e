import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Existing } from '#contract/userImport.ts';
import { FormFoot } from '../../design/FormFoot.tsx';
import { NoteLine } from '../../design/NoteLine.tsx';
import { ImportUndo } from '../../portfolio/ImportUndo.tsx';
import { useFormat } from '../../preferences/format.ts';
import { doneFigures } from './importMessages.ts';
import { ImportRows, SaveFailures } from './ImportRows.tsx';
import { type RunView, totalCounts } from './importRun.ts';
import { RunProgress } from './RunProgress.tsx';

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
  const format = useFormat();
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
        <RunProgress
          view={last}
          label="Import progress"
          figures={doneFigures(format, counts)}
          messages={phaseMessages}
          onStop={onStop}
        />
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

const phaseMessages = {
  running: 'Importing. Keep this page open until the import is complete.',
  stopped: 'Stopped. Select Continue to resume.',
  failed: 'Import interrupted. Select Continue to resume.',
  over: 'Import complete.',
} as const;
