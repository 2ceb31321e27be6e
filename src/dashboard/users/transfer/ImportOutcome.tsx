import { Button } from '@mantine/core';
import type { Existing } from '#contract/userImport.ts';
import { useFormat } from '../../preferences/format.ts';
import { doneFigures } from './importMessages.ts';
import { ImportRows, SaveFailures } from './ImportRows.tsx';
import type { RunView } from './importRun.ts';
import { RunOutcome } from './RunOutcome.tsx';

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
  return (
    <RunOutcome
      {...{ views, existing, messages, onStop }}
      subject="import"
      label="Import progress"
      kept="The users imported so far are saved."
      figures={(counts) => doneFigures(format, counts)}
      renderRows={(last) => <ImportRows view={last} existing={existing} isPlan={false} />}
      renderActions={({ last, counts, isUndone }) => (
        <>
          {last.phase === 'over' && (
            <Button variant="filled" onClick={onClose}>
              Done
            </Button>
          )}
          {last.phase !== 'over' && !isUndone && (
            <Button variant="filled" onClick={onContinue}>
              Continue
            </Button>
          )}
          <Button onClick={onChooseAnother}>Choose another file</Button>
          <SaveFailures name={name} view={last} count={counts.failed} />
        </>
      )}
    />
  );
}

const messages = {
  running: 'Importing. Keep this page open until the import is complete.',
  stopped: 'Stopped. Select Continue to resume.',
  failed: 'Import interrupted. Select Continue to resume.',
  over: 'Import complete.',
} as const;
