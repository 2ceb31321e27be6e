import { Box } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { ImportedUser, UserOutcome } from '#contract/userImport.ts';
import type { Column } from '../../design/columns.ts';
import { WindowTable } from '../../design/DataTable.tsx';
import { PrivacyCover } from '../../design/PrivacyCover.tsx';
import { Segments } from '../../design/Segments.tsx';
import { useDataTable } from '../../design/useDataTable.ts';
import { narrowScreen, rowHeights, type VirtualRows } from '../../design/useVirtualRows.ts';
import { unknownFigure } from '../../preferences/figures.ts';
import { useFormat } from '../../preferences/format.ts';
import classes from './ImportReview.module.css';
import type { RunView } from './importRun.ts';

interface OutcomeFilter {
  readonly label: string;
  readonly outcomes: readonly UserOutcome[];
}

interface OutcomeRowsProps {
  readonly view: RunView;
  readonly label: string;
  readonly filters: readonly OutcomeFilter[];
  readonly columns: readonly Column<ImportedUser>[];
}

/** The users of a run with their outcomes, by filter. */
export function OutcomeRows({ view, label, filters, columns }: OutcomeRowsProps) {
  const format = useFormat();
  const scroller = useRef<HTMLDivElement>(null);
  const [filter, setFilter] = useState('0');
  const chosen = filters[Number(filter)]?.outcomes ?? [];
  const rows = view.users.filter(({ outcome }) => chosen.includes(outcome));
  const model = useDataTable({ columns });
  const virtual = useScrolledRows(scroller, rows.length);
  const choices = filters.map(({ label: text, outcomes }) => {
    const count = outcomes.reduce((sum, outcome) => sum + view.counts[outcome], 0);
    return `${text} ${format.number(count)}`;
  });
  return (
    <div>
      <Box h="var(--row)">
        <Segments
          label="Users shown"
          choices={Object.fromEntries(choices.map((text, index) => [String(index), text]))}
          chosen={filter}
          onChoose={setFilter}
        />
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
            {...{ model, virtual, label }}
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
  const height = useMediaQuery(narrowScreen) ? rowHeights.narrow : rowHeights.wide;
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
    visible: () => visible,
    before: visible.first * height,
    after: drawn.length === 0 ? 0 : (count - 1 - visible.last) * height,
    top: 0,
    scrolled: virtualizer.scrollOffset ?? 0,
    scrollTo: (index) => virtualizer.scrollToIndex(index),
  };
}

const markedIf = (text: string, isBad: boolean) =>
  isBad ? <span className={classes.bad}>{text}</span> : text;

interface OutcomeTexts {
  readonly resultOf: (outcome: UserOutcome) => string;
  readonly detailHeader: string;
  readonly detailOf: (user: ImportedUser) => string;
}

export function outcomeColumns({
  resultOf,
  detailHeader,
  detailOf,
}: OutcomeTexts): readonly Column<ImportedUser>[] {
  return [
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
      cell: ({ outcome }) => markedIf(resultOf(outcome), outcome === 'failed'),
      width: 132,
      narrow: 'value',
    },
    {
      id: 'detail',
      header: detailHeader,
      isSoft: true,
      cell: (user) => markedIf(detailOf(user), user.reason !== undefined),
      title: detailOf,
      narrow: 'left',
    },
  ];
}
