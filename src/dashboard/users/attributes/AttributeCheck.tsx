import { Button, Stack } from '@mantine/core';
import { FormFoot } from '../../design/FormFoot.tsx';
import { useFormat } from '../../preferences/format.ts';
import { DryRunPlan, DryRunState } from '../transfer/DryRun.tsx';
import { type RunView, rowsDone } from '../transfer/importRun.ts';
import type { AttributeChange } from './attributeChange.ts';
import { AttributeRows, SaveFailedUsers } from './AttributeRows.tsx';
import { changeSentences, draftText } from './attributeTexts.ts';

interface AttributeCheckProps {
  readonly change: AttributeChange;
  readonly view: RunView;
  readonly onStart: () => void;
  readonly onBack: () => void;
}

/** The dry run. */
export function AttributeCheck({ change, view, onStart, onBack }: AttributeCheckProps) {
  const format = useFormat();
  const { draft, title } = change;
  const { phase, started, counts } = view;
  const isOver = phase === 'over';
  const canStart = isOver && counts.updated > 0;
  return (
    // Enter must not start the change.
    <form onSubmit={(event) => event.preventDefault()}>
      <Stack>
        <DryRunState
          view={view}
          progress={
            started === null
              ? 'Sending the users…'
              : `Checking ${format.number(rowsDone(counts))} of ${format.count(started.users, 'user')}; nothing is written yet…`
          }
        />
        {isOver && (
          <DryRunPlan
            head={draftText(draft)}
            sentences={changeSentences(format, draft.action, counts)}
          />
        )}
        {started !== null && <AttributeRows view={view} draft={draft} isPlan />}
      </Stack>
      <FormFoot>
        <Button variant="filled" aria-disabled={!canStart} onClick={() => canStart && onStart()}>
          {canStart
            ? `${title} for ${format.count(counts.updated, 'user')}`
            : phase === 'running'
              ? 'Checking…'
              : 'Nothing to change'}
        </Button>
        <Button variant="subtle" onClick={onBack}>
          Back
        </Button>
        {isOver && <SaveFailedUsers change={change} view={view} />}
      </FormFoot>
    </form>
  );
}
