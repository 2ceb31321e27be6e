import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { formatCount } from '../../shared/format/number.ts';
import { Choice } from '../../shared/ui/Choice.tsx';
import { Spacer } from '../../shared/ui/Spacer.tsx';
import table from '../../shared/ui/Table.module.css';
import { cellOf } from './cellText.ts';
import type { Existing } from './counts.ts';
import classes from './ImportRows.module.css';
import type { ImportRun, RunView } from './importRun.ts';
import type { PlannedRow } from './plan.ts';
import { rowWords } from './rowWords.ts';

interface ImportRowsProps {
  readonly planned: readonly PlannedRow[];
  readonly existing: Existing;
  readonly run: ImportRun | null;
  readonly view: RunView | null;
  readonly reasonOf: (row: PlannedRow) => string | null;
}

/** Heights of a row in px, those of tokens.css: in one line, and below 768 px in two. So few rows are all drawn. */
const heights = { wide: 36, narrow: 56 } as const;
const few = 60;

const filters = ['all', 'new', 'there', 'not'] as const;
type Filter = (typeof filters)[number];

/** The rows of the file with what will become, or became, of each. */
export function ImportRows({ planned, existing, run, view, reasonOf }: ImportRowsProps) {
  const isNarrow = useMediaQuery('(max-width: 767px)');
  const height = isNarrow ? heights.narrow : heights.wide;
  const scroller = useRef<HTMLDivElement>(null);
  const [filter, setFilter] = useState<Filter>('all');
  const isOver = view?.phase === 'over';
  const groups = useMemo((): Record<Filter, readonly PlannedRow[]> => {
    const isNot = (row: PlannedRow) =>
      isOver ? reasonOf(row) !== null : row.verdict === 'invalid';
    return {
      all: planned,
      new: planned.filter(({ verdict }) => verdict === 'create'),
      there: planned.filter(({ verdict }) => verdict === 'update' || verdict === 'same'),
      not: planned.filter(isNot),
    };
    // oxlint-disable-next-line react/exhaustive-deps -- reasons change with the run alone, and are final when it is over
  }, [planned, isOver]);
  const rows = groups[filter];
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 10,
    enabled: rows.length > few,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height]);
  const drawn =
    rows.length > few
      ? virtualizer.getVirtualItems().map(({ index }) => index)
      : rows.map((_, index) => index);
  const first = drawn[0] ?? 0;
  const end = (drawn.at(-1) ?? -1) + 1;
  const label = (words: string, name: Filter) => ({
    value: name,
    label: `${words} ${formatCount(groups[name].length)}`,
  });
  return (
    <div>
      <div className={classes.filter}>
        <Choice
          label="Rows shown"
          size="small"
          choices={[
            label('All', 'all'),
            label('New', 'new'),
            label('Existing', 'there'),
            label(isOver ? 'Not imported' : 'Not possible', 'not'),
          ]}
          chosen={filter}
          onChoose={setFilter}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard */}
      <div ref={scroller} className={classes.scroller} tabIndex={0} role="group" aria-label="Rows">
        <table
          className={clsx(table.table, classes.rows)}
          aria-label="Rows of the file"
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
              <th scope="col">Attributes</th>
            </tr>
          </thead>
          <tbody>
            <Spacer height={first * height} />
            {drawn.map((index) => {
              const row = rows[index];
              return (
                row !== undefined && (
                  <Row key={row.line} row={row} index={index} existing={existing} run={run} />
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
  readonly row: PlannedRow;
  readonly index: number;
  readonly existing: Existing;
  readonly run: ImportRun | null;
}

function Row({ row, index, existing, run }: RowProps) {
  const { words, tone, reason } = rowWords(row, existing, run);
  const told =
    reason ??
    Object.entries(row.attributes)
      .map(([name, value]) => `${name} ${cellOf(value) ?? ''}`)
      .join(' · ');
  return (
    <tr aria-rowindex={index + 2}>
      <td className={clsx(table.num, table.soft, classes.line)}>{formatCount(row.line)}</td>
      <td className={clsx(classes.id, row.fault?.column === 'customId' && classes.bad)}>
        <bdi title={row.customId}>{row.customId === '' ? '–' : row.customId}</bdi>
      </td>
      <td className={clsx(classes.result, classes[tone])}>{words}</td>
      <td className={clsx(classes.told, reason === null ? table.soft : classes.bad)} title={told}>
        {told}
      </td>
    </tr>
  );
}
