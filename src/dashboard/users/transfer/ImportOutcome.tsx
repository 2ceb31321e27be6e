import { IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { download } from '../../shared/files/download.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { Choice } from '../../shared/ui/Choice.tsx';
import { NoteLine } from '../../shared/ui/NoteLine.tsx';
import { countVerdicts, type Existing, isToSend, rowsOf, sendingWords } from './counts.ts';
import { failureOf, failuresCsv } from './failuresCsv.ts';
import classes from './ImportOutcome.module.css';
import { ImportProgress } from './ImportProgress.tsx';
import { ImportRows } from './ImportRows.tsx';
import type { ImportRun } from './importRun.ts';
import { ImportSummary } from './ImportSummary.tsx';
import type { ImportFile } from './ImportUsersDialog.tsx';
import type { PlannedRow } from './plan.ts';
import { useRunView } from './useRunView.ts';

interface ImportOutcomeProps {
  readonly file: ImportFile;
  readonly planned: readonly PlannedRow[];
  /** Whether the rows were looked at as the columns are read now. */
  readonly isCurrent: boolean;
  readonly run: ImportRun | null;
  readonly onStart: (rows: readonly PlannedRow[]) => void;
  readonly onAnother: () => void;
  readonly onClose: () => void;
}

/** What the dry run says of each row; once it is sent, what became of it. */
export function ImportOutcome(props: ImportOutcomeProps) {
  const { file, planned, isCurrent, run, onStart, onAnother, onClose } = props;
  const [existing, setExisting] = useState<Existing>('skip');
  const view = useRunView(run);
  const counts = useMemo(() => countVerdicts(planned), [planned]);
  const words = sendingWords(counts, existing);
  const isOver = view?.phase === 'over';
  const reasonOf = (row: PlannedRow) => failureOf(row, run, (sent) => isToSend(sent, existing));
  // While it runs only those that were refused before are counted: the others are not done yet.
  const failures =
    counts.invalid + (view === null || !isOver ? 0 : view.of - view.created - view.updated);
  const save = async () => {
    const csv = await failuresCsv(file.table, planned, reasonOf);
    download(`${file.name.replace(/\.\w+$/, '')} not imported.csv`, csv);
  };
  return (
    <>
      <ImportSummary counts={counts} rows={planned.length} name={file.name} />
      {view === null && counts.update > 0 && (
        <div className={classes.existing}>
          <Choice
            label="Users that are there already"
            size="small"
            choices={[
              { value: 'skip', label: 'Leave existing users' },
              { value: 'update', label: 'Update their attributes' },
            ]}
            chosen={existing}
            onChoose={setExisting}
          />
        </div>
      )}
      {run !== null && view !== null && <ImportProgress run={run} view={view} />}
      <ImportRows planned={planned} existing={existing} run={run} view={view} reasonOf={reasonOf} />
      <div className={classes.foot}>
        {view === null && words !== null && (
          <NoteLine tone="warn">
            Users cannot be deleted afterwards, and this cannot be undone.
          </NoteLine>
        )}
        <div className={classes.actions}>
          {view === null && (
            <Button
              variant="filled"
              aria-disabled={words === null || !isCurrent}
              onClick={() => {
                if (words !== null && isCurrent) {
                  onStart(planned.filter((row) => isToSend(row, existing)));
                }
              }}
            >
              {words ?? 'Nothing to import'}
            </Button>
          )}
          {isOver && (
            <Button variant="filled" onClick={onClose}>
              Done
            </Button>
          )}
          {(view === null || isOver) && (
            <Button variant={isOver ? 'default' : 'plain'} onClick={onAnother}>
              Another file
            </Button>
          )}
          {failures > 0 && (view === null || isOver) && (
            <Button
              className={classes.failures}
              icon={<IconDownload size={16} stroke={1.75} aria-hidden />}
              title="With line and reason: mend it and import it again"
              onClick={() => void save()}
            >
              {rowsOf(failures)} not imported, CSV
            </Button>
          )}
        </div>
      </div>
    </>
  );
}
