import { Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Existing } from '#contract/userImport.ts';
import { FormFoot } from '../../design/FormFoot.tsx';
import { NoteLine } from '../../design/NoteLine.tsx';
import { ImportUndo, type UndoSubject } from '../../portfolio/ImportUndo.tsx';
import type { OutcomeCounts } from './importMessages.ts';
import { type RunView, totalCounts } from './importRun.ts';
import { RunProgress } from './RunProgress.tsx';

interface RunState {
  readonly last: RunView;
  /** Of all runs. */
  readonly counts: OutcomeCounts;
  readonly isUndone: boolean;
}

interface RunOutcomeProps {
  readonly views: readonly RunView[];
  readonly existing: Existing;
  readonly subject: UndoSubject;
  readonly label: string;
  readonly messages: Readonly<Record<RunView['phase'], string>>;
  /** What stays after a failure, in a sentence. */
  readonly kept: string;
  readonly figures: (counts: OutcomeCounts) => string;
  readonly head?: ReactNode;
  readonly renderRows: (last: RunView) => ReactNode;
  /** Buttons once the run has ended. */
  readonly renderActions: (state: RunState) => ReactNode;
  readonly onStop: () => void;
}

/** A run as it writes, its result, and Undo. */
export function RunOutcome(props: RunOutcomeProps) {
  const { views, existing, subject, label, messages, kept, figures, head } = props;
  const [isUndone, setUndone] = useState(false);
  const last = views.at(-1);
  if (last === undefined) return null;
  const counts = totalCounts(views, existing);
  const isRunning = last.phase === 'running';
  const ids = views.flatMap(({ started }) => started?.id ?? []);
  return (
    <form>
      <Stack>
        {head}
        <RunProgress
          {...{ label, messages }}
          view={last}
          figures={figures(counts)}
          onStop={props.onStop}
        />
        {last.phase === 'failed' && (
          <NoteLine tone="danger">
            {kept} {last.fault}
          </NoteLine>
        )}
        {props.renderRows(last)}
        {!isRunning && ids.length > 0 && counts.created + counts.updated > 0 && (
          <ImportUndo
            {...{ subject, ids }}
            created={counts.created}
            onUndone={() => setUndone(true)}
          />
        )}
      </Stack>
      {!isRunning && <FormFoot>{props.renderActions({ last, counts, isUndone })}</FormFoot>}
    </form>
  );
}
