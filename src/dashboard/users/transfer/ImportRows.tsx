import { SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Cell } from '#contract/csv.ts';
import type { Existing, ImportedUser, UserOutcome } from '#contract/userImport.ts';
import { type Format, useFormat } from '../../preferences/format.ts';
import { Spacer } from '../../design/Spacer.tsx';
import table from '../../design/Table.module.css';
import classes from './ImportRows.module.css';
import type { RunView } from './importRun.ts';

interface ImportRowsProps {
  readonly view: RunView;
  readonly existing: Existing;
  /** A dry run: nothing of it is done yet. */
  readonly isPlan: boolean;
}

/** Heights of a row in px, those of tokens.css: in one line, and below 768 px in two. Up to that many all are drawn. */
const heights = { wide: 36, narrow: 56 } as const;
const maxDrawnAtOnce = 60;

const filters = {
  all: ['created', 'updated', 'unchanged', 'skipped', 'failed'],
  created: ['created'],
  existing: ['updated', 'unchanged', 'skipped'],
  failed: ['failed'],
} as const satisfies Record<string, readonly UserOutcome[]>;
type Filter = keyof typeof filters;

/** The users of the file with what will become, or became, of each: the first thousand of each kind, and all that failed. */
export function ImportRows({ view, existing, isPlan }: ImportRowsProps) {
  const format = useFormat();
  const isNarrow = useMediaQuery('(max-width: 767px)');
  const height = isNarrow ? heights.narrow : heights.wide;
  const scroller = useRef<HTMLDivElement>(null);
  const [filter, setFilter] = useState<Filter>('all');
  const shows = (outcome: UserOutcome) => filters[filter].some((one) => one === outcome);
  const rows = view.users.filter(({ outcome }) => shows(outcome));
  const countOf = (name: Filter) =>
    filters[name].reduce((sum, outcome) => sum + view.counts[outcome], 0);
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is given to a memoised component
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 10,
    enabled: rows.length > maxDrawnAtOnce,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height]);
  const drawn =
    rows.length > maxDrawnAtOnce
      ? virtualizer.getVirtualItems().map(({ index }) => index)
      : rows.map((_, index) => index);
  const first = drawn[0] ?? 0;
  const end = (drawn.at(-1) ?? -1) + 1;
  const choice = (text: string, value: Filter) => ({
    value,
    label: `${text} ${format.number(countOf(value))}`,
  });
  return (
    <div>
      <div className={classes.filter}>
        <SegmentedControl
          aria-label="Users shown"
          size="xs"
          data={[
            choice('All', 'all'),
            choice('New', 'created'),
            choice('Existing', 'existing'),
            choice(isPlan ? 'Invalid' : 'Not imported', 'failed'),
          ]}
          value={filter}
          onChange={setFilter}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard */}
      <div ref={scroller} className={classes.scroller} tabIndex={0} role="group" aria-label="Users">
        <table
          className={clsx(table.table, classes.rows)}
          aria-label="Users of the file"
          aria-rowcount={rows.length + 1}
        >
          <thead>
            <tr>
              <th scope="col" className={clsx(table.num, classes.line)}>
                Line
              </th>
              <th scope="col" className={classes.id}>
                customId
              </th>
              <th scope="col" className={classes.result}>
                Result
              </th>
              <th scope="col">{isPlan ? 'Changes' : 'Reason'}</th>
            </tr>
          </thead>
          <tbody>
            <Spacer height={first * height} />
            {drawn.map((index) => {
              const row = rows[index];
              return (
                row !== undefined && (
                  <Row
                    key={`${row.row} ${row.user}`}
                    user={row}
                    index={index}
                    text={resultText(row.outcome, existing, isPlan)}
                  />
                )
              );
            })}
            <Spacer height={(rows.length - end) * height} />
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface RowProps {
  readonly user: ImportedUser;
  readonly index: number;
  readonly text: string;
}

function Row({ user, index, text }: RowProps) {
  const format = useFormat();
  const { row, outcome, reason } = user;
  const detail = reason ?? changesText(format, user);
  return (
    <tr aria-rowindex={index + 2}>
      <td className={clsx(table.num, table.soft, classes.line)}>{format.number(row)}</td>
      <td className={clsx(classes.id, outcome === 'failed' && user.user === '' && classes.bad)}>
        <bdi title={user.user}>{user.user === '' ? '–' : user.user}</bdi>
      </td>
      <td className={clsx(classes.result, outcome === 'failed' && classes.bad)}>{text}</td>
      <td
        className={clsx(classes.told, reason === undefined ? table.soft : classes.bad)}
        title={detail}
      >
        {detail}
      </td>
    </tr>
  );
}

/** `name Ada · tier gold · 2 statements of holdings`. */
function changesText(format: Format, { attributes = {}, statements = 0 }: ImportedUser): string {
  return [
    ...Object.entries(attributes).map(([name, value]) => `${name} ${cellOf(value) ?? ''}`),
    ...(statements > 0
      ? [
          `${format.number(statements)} ${statements === 1 ? 'statement' : 'statements'} of holdings`,
        ]
      : []),
  ].join(' · ');
}

const plans: Record<UserOutcome, string> = {
  created: 'will be created',
  updated: 'will be updated',
  unchanged: 'exists, the same',
  skipped: 'skip',
  failed: 'invalid',
};

function resultText(outcome: UserOutcome, existing: Existing, isPlan: boolean): string {
  if (!isPlan) return outcome;
  return outcome === 'updated' && existing === 'skip' ? 'exists, differs' : plans[outcome];
}

/** An attribute in a cell: texts and numbers as they are, everything else as JSON. */
function cellOf(value: unknown): Cell {
  if (value === undefined) return null;
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
}
