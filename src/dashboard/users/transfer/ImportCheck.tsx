import { Button, SegmentedControl } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { ColumnMap, Existing } from '#contract/userImport.ts';
import { useFormat } from '../../preferences/format.ts';
import { NoteLine } from '../../design/NoteLine.tsx';
import { ImportColumns } from './ImportColumns.tsx';
import classes from './ImportReview.module.css';
import { importLabel, planSentences, rowsOf, saveFailures } from './importMessages.ts';
import { ImportRows } from './ImportRows.tsx';
import { type RunView, sumOf } from './importRun.ts';

interface ImportCheckProps {
  readonly name: string;
  readonly view: RunView;
  readonly map: ColumnMap;
  readonly existing: Existing;
  readonly onExisting: (existing: Existing) => void;
  readonly onMap: (map: ColumnMap) => void;
  readonly onStart: () => void;
  readonly onAnother: () => void;
}

/** The dry run of a file: how its columns are read, what will be done, and the button that does it. */
export function ImportCheck(props: ImportCheckProps) {
  const format = useFormat();
  const { name, view, map, existing, onExisting, onMap, onStart, onAnother } = props;
  const { phase, begun, header, fault } = view;
  const columns = begun?.columns ?? header.map((column) => ({ name: column }));
  const isOver = phase === 'over';
  const { updated, unchanged, failed } = view.counts;
  const counts =
    existing === 'update'
      ? view.counts
      : { ...view.counts, updated: 0, unchanged: 0, skipped: updated + unchanged };
  const label = isOver ? importLabel(format, counts) : null;
  return (
    <div className={classes.review}>
      {columns.length > 0 && <ImportColumns columns={columns} map={map} onMap={onMap} />}
      {phase === 'failed' && (
        <p className={classes.fault} role="alert">
          {fault}
        </p>
      )}
      {phase === 'running' && (
        <output className={classes.looking}>
          {begun === null
            ? `Reading ${name}, ${rowsOf(format, view.progress.done)} so far…`
            : `Checking ${format.number(sumOf(view.counts))} of ${format.number(begun.users)} users; nothing is written yet…`}
        </output>
      )}
      {isOver && begun !== null && (
        <Plan rows={begun.rows} name={name} sentences={planSentences(format, counts)} />
      )}
      {isOver && updated > 0 && (
        <div className={classes.existing}>
          <SegmentedControl
            aria-label="Users that exist already"
            size="xs"
            data={[
              { value: 'skip', label: 'Leave existing users' },
              { value: 'update', label: 'Update existing users' },
            ]}
            value={existing}
            onChange={onExisting}
          />
        </div>
      )}
      {begun !== null && <ImportRows view={view} existing={existing} isPlan />}
      <div className={classes.foot}>
        {label !== null && counts.created > 0 && (
          <NoteLine tone="warn">
            Created users cannot be deleted. Attributes and holdings can be taken back.
          </NoteLine>
        )}
        <div className={classes.actions}>
          <Button
            variant="filled"
            aria-disabled={label === null}
            onClick={() => {
              if (label !== null) onStart();
            }}
          >
            {label ?? (phase === 'running' ? 'Checking…' : 'Nothing to import')}
          </Button>
          <Button variant="subtle" onClick={onAnother}>
            Another file
          </Button>
          {isOver && failed > 0 && (
            <Button
              className={classes.failures}
              leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
              title="With line and reason: correct it and import it again"
              onClick={() => saveFailures(name, [view])}
            >
              {format.number(failed)} not imported, CSV
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

interface PlanProps {
  readonly rows: number;
  readonly name: string;
  readonly sentences: readonly string[];
}

/** What will be done, in words. It takes the focus when it is there, so that it is read out. */
function Plan({ rows, name, sentences }: PlanProps) {
  const format = useFormat();
  const plan = useRef<HTMLDivElement>(null);
  useEffect(() => plan.current?.focus(), []);
  return (
    <div ref={plan} className={classes.plan} tabIndex={-1} role="group" aria-label="Dry run">
      <p>
        {rowsOf(format, rows)} in {name}
      </p>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
