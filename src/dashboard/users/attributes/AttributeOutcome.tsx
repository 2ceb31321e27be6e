import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { FormFoot } from '../../design/FormFoot.tsx';
import { NoteLine } from '../../design/NoteLine.tsx';
import { ImportUndo } from '../../portfolio/ImportUndo.tsx';
import { useFormat } from '../../preferences/format.ts';
import { type RunView, totalCounts } from '../transfer/importRun.ts';
import { RunProgress } from '../transfer/RunProgress.tsx';
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

/** The change as it runs, its result, and Undo. */
export function AttributeOutcome(props: AttributeOutcomeProps) {
  const { change, views, onStop, onContinue, onImports, onClose } = props;
  const format = useFormat();
  const [isUndone, setUndone] = useState(false);
  const last = views.at(-1);
  if (last === undefined) return null;
  const counts = totalCounts(views, 'update');
  const { phase } = last;
  const isRunning = phase === 'running';
  const ids = views.flatMap(({ started }) => started?.id ?? []);
  return (
    <form>
      <Stack>
        <Text c="var(--ink-2)">{draftText(change.draft)}</Text>
        <RunProgress
          view={last}
          label="Progress of the change"
          figures={changeFigures(format, counts)}
          messages={messages}
          onStop={onStop}
        />
        {phase === 'failed' && (
          <NoteLine tone="danger">The users changed so far stay changed. {last.fault}</NoteLine>
        )}
        <AttributeRows view={last} draft={change.draft} isPlan={false} />
        {!isRunning && ids.length > 0 && counts.updated > 0 && (
          <ImportUndo subject="change" ids={ids} created={0} onUndone={() => setUndone(true)} />
        )}
      </Stack>
      {!isRunning && (
        <FormFoot>
          {phase === 'over' || isUndone ? (
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
        </FormFoot>
      )}
    </form>
  );
}

const messages = {
  running: 'Changing users. Keep this page open until the change is complete.',
  stopped: 'Stopped. Select Continue to resume.',
  failed: 'Change interrupted. Select Continue to resume.',
  over: 'Change complete.',
} as const;
