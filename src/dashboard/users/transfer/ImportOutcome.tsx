import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { Existing } from '#contract/userImport.ts';
import { formatCount } from '../../shared/format/number.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { NoteLine } from '../../shared/ui/NoteLine.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import { ImportRows } from './ImportRows.tsx';
import { type RunView, totalCounts } from './importRun.ts';
import classes from './ImportReview.module.css';
import { ImportUndo } from './ImportUndo.tsx';
import { saveFailures } from './saveFailures.ts';

interface ImportOutcomeProps {
  readonly name: string;
  /** The runs of the file: another one continues where the one before it stopped. */
  readonly views: readonly RunView[];
  readonly existing: Existing;
  readonly onStop: () => void;
  readonly onContinue: () => void;
  readonly onAnother: () => void;
  readonly onClose: () => void;
}

/** The import while it runs, and what became of each user; stopped or broken off it can be continued, and taken back. */
export function ImportOutcome(props: ImportOutcomeProps) {
  const { name, views, existing, onStop, onContinue, onAnother, onClose } = props;
  const [isUndone, setUndone] = useState(false);
  const last = views.at(-1);
  if (last === undefined) return null;
  const counts = totalCounts(views, existing);
  const { phase } = last;
  const isRunning = phase === 'running';
  const ids = views.flatMap(({ begun }) => begun?.id ?? []);
  return (
    <div className={classes.review}>
      <ImportProgress view={last} counts={counts} onStop={onStop} />
      {phase === 'failed' && (
        <NoteLine tone="danger">Nothing is lost, what is done stays done. {last.fault}</NoteLine>
      )}
      <ImportRows view={last} existing={existing} isPlan={false} />
      {!isRunning && ids.length > 0 && counts.created + counts.updated > 0 && (
        <ImportUndo ids={ids} created={counts.created} onUndone={() => setUndone(true)} />
      )}
      <div className={classes.foot}>
        <div className={classes.actions}>
          {phase === 'over' && (
            <Button variant="filled" onClick={onClose}>
              Done
            </Button>
          )}
          {(phase === 'stopped' || phase === 'failed') && !isUndone && (
            <Button variant="filled" onClick={onContinue}>
              Continue
            </Button>
          )}
          {!isRunning && <Button onClick={onAnother}>Another file</Button>}
          {!isRunning && counts.failed > 0 && (
            <Button
              className={classes.failures}
              icon={<IconDownload size={16} stroke={1.75} aria-hidden />}
              title="With line and reason: correct it and import it again"
              onClick={() => saveFailures(name, views)}
            >
              {formatCount(counts.failed)} not imported, CSV
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
