import { Button, Text } from '@mantine/core';
import { useFormat } from '../../preferences/format.ts';
import type { RunView } from '../transfer/importRun.ts';
import { RunOutcome } from '../transfer/RunOutcome.tsx';
import type { AttributeChange } from './attributeChange.ts';
import { AttributeRows, SaveFailedUsers } from './AttributeRows.tsx';
import { changeFigures, draftText } from './attributeTexts.ts';

interface AttributeOutcomeProps {
  readonly change: AttributeChange;
  readonly views: readonly RunView[];
  readonly onStop: () => void;
  readonly onContinue: () => void;
  readonly onImports: () => void;
  readonly onClose: () => void;
}

export function AttributeOutcome(props: AttributeOutcomeProps) {
  const { change, views, onStop, onContinue, onImports, onClose } = props;
  const format = useFormat();
  return (
    <RunOutcome
      {...{ views, messages, onStop }}
      existing="update"
      subject="change"
      label="Progress of the change"
      kept="The users changed so far stay changed."
      figures={(counts) => changeFigures(format, counts)}
      head={<Text c="var(--ink-2)">{draftText(change.draft)}</Text>}
      renderRows={(last) => <AttributeRows view={last} draft={change.draft} isPlan={false} />}
      renderActions={({ last, isUndone }) => (
        <>
          {last.phase === 'over' || isUndone ? (
            <Button variant="filled" onClick={onClose}>
              Done
            </Button>
          ) : (
            <Button variant="filled" onClick={onContinue}>
              Continue
            </Button>
          )}
          <Button variant="subtle" onClick={onImports}>
            Recent imports
          </Button>
          <SaveFailedUsers change={change} view={last} />
        </>
      )}
    />
  );
}

const messages = {
  running: 'Changing users. Keep this page open until the change is complete.',
  stopped: 'Stopped. Select Continue to resume.',
  failed: 'Change interrupted. Select Continue to resume.',
  over: 'Change complete.',
} as const;
