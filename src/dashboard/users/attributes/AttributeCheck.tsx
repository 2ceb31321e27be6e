import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { FormFoot } from '../../design/FormFoot.tsx';
import { NoteLine } from '../../design/NoteLine.tsx';
import { useFormat } from '../../preferences/format.ts';
import classes from '../transfer/ImportReview.module.css';
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
  const { phase, started, fault, counts } = view;
  const isOver = phase === 'over';
  const canStart = isOver && counts.updated > 0;
  return (
    // Enter must not start the change.
    <form onSubmit={(event) => event.preventDefault()}>
      <Stack>
        {phase === 'failed' && (
          <div role="alert">
            <NoteLine tone="danger">{fault}</NoteLine>
          </div>
        )}
        {phase === 'running' && (
          <Text component="output" c="dimmed" mih={56}>
            {started === null
              ? 'Sending the users…'
              : `Checking ${format.number(rowsDone(counts))} of ${format.count(started.users, 'user')}; nothing is written yet…`}
          </Text>
        )}
        {isOver && (
          <Plan head={draftText(draft)} sentences={changeSentences(format, draft.action, counts)} />
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

interface PlanProps {
  readonly head: string;
  readonly sentences: readonly string[];
}

/** Takes the focus when it appears, so that screen readers read it. */
function Plan({ head, sentences }: PlanProps) {
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
