import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Cell } from '#contract/csv.ts';
import { failuresCsv } from '#contract/failuresCsv.ts';
import {
  type Existing,
  type ImportedUser,
  type UserOutcome,
  userOutcomes,
} from '#contract/userImport.ts';
import type { Column } from '../../design/columns.ts';
import { download } from '../../design/download.ts';
import { type Format, useFormat } from '../../preferences/format.ts';
import classes from './ImportReview.module.css';
import type { RunView } from './importRun.ts';
import { outcomeColumns, OutcomeRows } from './OutcomeRows.tsx';

interface ImportRowsProps {
  readonly view: RunView;
  readonly existing: Existing;
  readonly isPlan: boolean;
}

export function ImportRows({ view, existing, isPlan }: ImportRowsProps) {
  const format = useFormat();
  const columns = useMemo(
    () => importColumns(format, existing, isPlan),
    [format, existing, isPlan],
  );
  const filters = [
    { label: 'All', outcomes: userOutcomes },
    { label: 'New', outcomes: ['created'] },
    { label: 'Existing', outcomes: ['updated', 'unchanged', 'skipped'] },
    { label: isPlan ? 'Invalid' : 'Not imported', outcomes: ['failed'] },
  ] as const;
  return <OutcomeRows {...{ view, filters, columns }} label="Users in the file" />;
}

function importColumns(
  format: Format,
  existing: Existing,
  isPlan: boolean,
): readonly Column<ImportedUser>[] {
  return [
    {
      id: 'line',
      header: 'Line',
      kind: 'figure',
      isSoft: true,
      cell: ({ row }) => format.number(row),
      width: 64,
    },
    ...outcomeColumns({
      resultOf: (outcome) => resultText(outcome, existing, isPlan),
      detailHeader: isPlan ? 'Changes' : 'Reason',
      detailOf: (user) => user.reason ?? changesText(format, user),
    }),
  ];
}

/** `name Ada · tier gold · 2 statements of holdings`. */
function changesText(format: Format, { attributes = {}, statements = 0 }: ImportedUser): string {
  return [
    ...Object.entries(attributes).map(([name, value]) => `${name} ${cellOf(value) ?? ''}`),
    ...(statements > 0 ? [`${format.count(statements, 'statement')} of holdings`] : []),
  ].join(' · ');
}

const plans: Record<UserOutcome, string> = {
  created: 'will be created',
  updated: 'will be updated',
  unchanged: 'exists, same',
  skipped: 'will be skipped',
  failed: 'invalid',
};

function resultText(outcome: UserOutcome, existing: Existing, isPlan: boolean): string {
  if (!isPlan) return outcome;
  return outcome === 'updated' && existing === 'skip' ? 'exists, differs' : plans[outcome];
}

function cellOf(value: unknown): Cell {
  if (value === undefined) return null;
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
}

interface SaveFailuresProps {
  readonly name: string;
  readonly view: RunView;
  readonly count: number;
}

export function SaveFailures({ name, view, count }: SaveFailuresProps) {
  const format = useFormat();
  if (count === 0) return null;
  const save = () => {
    const failed = view.users.filter(({ outcome }) => outcome === 'failed');
    const csv = failuresCsv(view.started?.columns ?? [], failed);
    download(`${name.replace(/(\.\w+)+$/, '')} not imported.csv`, csv, 'text/csv');
  };
  return (
    <Button
      className={classes.failures}
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
      title="Lists each failure with line and reason. Correct the file and import it again."
      onClick={save}
    >
      Download {format.count(count, 'failure')}
    </Button>
  );
}
