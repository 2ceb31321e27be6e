import { Box, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Cell } from '#contract/csv.ts';
import { failuresCsv } from '#contract/failuresCsv.ts';
import type { Existing, ImportedUser, UserOutcome } from '#contract/userImport.ts';
import type { Column } from '../../design/columns.ts';
import { WindowTable } from '../../design/DataTable.tsx';
import { download } from '../../design/download.ts';
import { PrivacyCover } from '../../design/PrivacyCover.tsx';
import { Segments } from '../../design/Segments.tsx';
import { useDataTable } from '../../design/useDataTable.ts';
import { rowHeights, type VirtualRows } from '../../design/useVirtualRows.ts';
import { unknownFigure } from '../../preferences/figures.ts';
import { type Format, useFormat } from '../../preferences/format.ts';
import classes from './ImportReview.module.css';
import type { RunView } from './importRun.ts';

interface ImportRowsProps {
  readonly view: RunView;
  readonly existing: Existing;
  readonly isPlan: boolean;
}

const filters = {
  all: ['created', 'updated', 'unchanged', 'skipped', 'failed'],
  created: ['created'],
  existing: ['updated', 'unchanged', 'skipped'],
  failed: ['failed'],
} as const satisfies Record<string, readonly UserOutcome[]>;
type ImportFilter = keyof typeof filters;

export function ImportRows({ view, existing, isPlan }: ImportRowsProps) {
  const format = useFormat();
  const scroller = useRef<HTMLDivElement>(null);
  const [filter, setFilter] = useState<ImportFilter>('all');
  const rows = view.users.filter(({ outcome }) => filters[filter].some((one) => one === outcome));
  const columns = useMemo(
    () => importColumns(format, existing, isPlan),
    [format, existing, isPlan],
  );
  const model = useDataTable({ columns });
  const virtual = useScrolledRows(scroller, rows.length);
  const labelOf = (text: string, value: ImportFilter) => {
    const count = filters[value].reduce((sum, outcome) => sum + view.counts[outcome], 0);
    return `${text} ${format.number(count)}`;
  };
  const choices = {
    all: labelOf('All', 'all'),
    created: labelOf('New', 'created'),
    existing: labelOf('Existing', 'existing'),
    failed: labelOf(isPlan ? 'Invalid' : 'Not imported', 'failed'),
  };
  return (
    <div>
      <Box h="var(--row)">
        <Segments label="Users shown" choices={choices} chosen={filter} onChoose={setFilter} />
      </Box>
      <PrivacyCover what="rows">
        <div
          ref={scroller}
          className={classes.scroller}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area needs keyboard access
          tabIndex={0}
          role="group"
          aria-label="Users"
        >
          <WindowTable
            {...{ model, virtual }}
            label="Users in the file"
            isInPane
            narrowGrid="'head value' 20px 'left left' 18px / minmax(0, 1fr) auto"
            count={rows.length}
            rowAt={(index) => rows[index]}
            keyOf={({ row, user }) => `${row} ${user}`}
          />
        </div>
      </PrivacyCover>
    </div>
  );
}

const maxRendered = 60;

function useScrolledRows(scroller: RefObject<HTMLElement | null>, count: number): VirtualRows {
  const body = useRef<HTMLTableSectionElement>(null);
  const height = useMediaQuery('(max-width: 767px)') ? rowHeights.narrow : rowHeights.wide;
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is passed to a memoized component
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 10,
    enabled: count > maxRendered,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height]);
  const drawn =
    count > maxRendered
      ? virtualizer.getVirtualItems().map(({ index }) => index)
      : Array.from({ length: count }, (_, index) => index);
  const visible = { first: drawn[0] ?? 0, last: drawn.at(-1) ?? 0 };
  return {
    body,
    drawn,
    visible,
    before: visible.first * height,
    after: drawn.length === 0 ? 0 : (count - 1 - visible.last) * height,
    top: 0,
    scrolled: virtualizer.scrollOffset ?? 0,
    scrollTo: (index) => virtualizer.scrollToIndex(index),
  };
}

const markedIf = (text: string, isBad: boolean) =>
  isBad ? <span className={classes.bad}>{text}</span> : text;

function importColumns(
  format: Format,
  existing: Existing,
  isPlan: boolean,
): readonly Column<ImportedUser>[] {
  const detailOf = (user: ImportedUser) => user.reason ?? changesText(format, user);
  return [
    {
      id: 'line',
      header: 'Line',
      kind: 'figure',
      isSoft: true,
      cell: ({ row }) => format.number(row),
      width: 64,
    },
    {
      id: 'user',
      header: 'customId',
      cell: ({ user, outcome }) => (
        <bdi>{user === '' ? markedIf(unknownFigure, outcome === 'failed') : user}</bdi>
      ),
      title: ({ user }) => user,
      width: 220,
      narrow: 'head',
      className: classes.id,
    },
    {
      id: 'result',
      header: 'Result',
      cell: ({ outcome }) => markedIf(resultText(outcome, existing, isPlan), outcome === 'failed'),
      width: 132,
      narrow: 'value',
    },
    {
      id: 'detail',
      header: isPlan ? 'Changes' : 'Reason',
      isSoft: true,
      cell: (user) => markedIf(detailOf(user), user.reason !== undefined),
      title: detailOf,
      narrow: 'left',
    },
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
